/** What a race brought, player by player: the one who looks first, then the others as they are paid. */
import { readNumber, readText, readTexts } from "../../lib/args";
import type { Told } from "../../lib/wire.gen";
import type { Happened } from "../types";

/** What one seat got and paid. */
export interface Share {
  seat: number;
  gold: number;
  glory: number;
  tax: number;
  /** Stakes that are lost. */
  lost: number;
  lines: Happened[];
}

export interface Account {
  /** The unicorns, first to last. */
  order: string[];
  ranking: Happened;
  shares: Share[];
  moved: { colour: string; old: number; odds: number }[];
  rampage: string[];
}

type Sums = Partial<Record<"gold" | "glory" | "tax" | "lost", string>>;

/** Which number of an event belongs to which sum. */
const SUMS: Record<string, Sums> = {
  win_paid: { gold: "gold", glory: "glory" },
  glory_parts: {},
  lost: { lost: "stake" },
  saved: { gold: "stake", glory: "glory" },
  half_back: { gold: "gold" },
  owner_gold: { gold: "gold" },
  contract_gold: { gold: "gold" },
  contract_glory: { glory: "glory" },
  tax: { tax: "gold" },
  tax_less: { tax: "gold" },
  tax_short: { tax: "gold" },
  tax_loan: {},
  repaid: {},
  unpaid: {},
  converted: {},
  final: {},
};

/** Null where no race ended in these events. */
export function accountOf(events: readonly Happened[], viewer: number | null): Account | null {
  const ran = events.findIndex((e) => e.kind === "ranking");
  const ranking = events[ran];
  if (!ranking) return null;
  const paid = events.slice(ran + 1);
  const shares = new Map<number, Share>();
  for (const e of paid) {
    const sums = SUMS[e.kind];
    if (sums) count(shareOf(shares, readNumber(e.args, "seat")), e, sums);
  }
  const first = viewer === null ? [] : [...shares.values()].filter((share) => share.seat === viewer);
  return {
    order: readTexts(ranking.args, "colours"),
    ranking,
    shares: [...first, ...[...shares.values()].filter((share) => !first.includes(share))],
    moved: paid
      .filter((e) => e.kind === "odds_moved")
      .map(({ args }) => ({
        colour: readText(args, "colour"),
        old: readNumber(args, "old"),
        odds: readNumber(args, "odds"),
      })),
    rampage: readTexts(paid.find((e) => e.kind === "rampage")?.args ?? {}, "colours", []),
  };
}

/** What befell one seat, as one event. */
export function summed(events: readonly Told[]): Told {
  const last = events.at(-1) as Told;
  const share = shareOf(new Map(), readNumber(last.args ?? {}, "seat"));
  for (const { kind, args = {} } of events) count(share, { kind, args }, SUMS[kind] ?? {});
  const { seat, gold, glory, lost } = share;
  const kind = !lost ? "gained" : gold + glory ? "gained_and_lost" : "lost_all";
  const colours = [
    ...new Set(events.flatMap(({ args }) => (args?.["colour"] ? [String(args["colour"])] : []))),
  ];
  return { n: last.n, kind, args: { seat, gold, glory, lost, colours } };
}

function shareOf(shares: Map<number, Share>, seat: number): Share {
  const share = shares.get(seat) ?? { seat, gold: 0, glory: 0, tax: 0, lost: 0, lines: [] };
  shares.set(seat, share);
  return share;
}

function count(share: Share, e: Happened, sums: Sums): void {
  for (const [sum, arg] of Object.entries(sums) as [keyof Sums, string][])
    share[sum] += readNumber(e.args, arg, 0);
  share.lines.push(e);
}
