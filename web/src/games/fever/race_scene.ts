/**
 * What is seen of a race at one moment. It starts where the last view stood; the beats of race_beats.ts change it. The
 * view is the truth all the time; the scene only shows how it came about.
 */
import { readNumber } from "../../lib/args";
import { facts } from "../../lib/games.svelte";
import type { FeverBet, FeverFacts, FeverLane, FeverLying, FeverView } from "../../lib/wire.gen";
import type { Happened } from "../types";
import type { Account } from "./account";

export interface Runner extends Pick<
  FeverLane,
  "colour" | "at" | "place" | "odds" | "rampage" | "ability" | "immune"
> {
  cards: FeverLying[];
  /** Galloping at this moment. */
  running: boolean;
  /** Something happens to it now. */
  lit: boolean;
}
export type Runners = Record<string, Runner>;

export interface Scene {
  round: number;
  stage: "magic" | "race" | "payout";
  runners: Runners;
  /** The bets that lie on the lanes. */
  bets: FeverBet[];
  /** Where the line is. */
  length: number;
  turn: number;
  card: number[];
  dice: string[];
  rolling: boolean;
  /** How long what moves now takes, in ms at the usual pace. */
  ms: number;
  /** Slow motion: the line is near and it is close. */
  slow: boolean;
  /** Those on the photo, the better one first. */
  photo: string[];
  /** Said now. */
  caption: Happened | null;
  /** What the race brought, and how many parts of it are told. */
  account: Account | null;
  told: number;
}

/** The unicorns as they stand in a view. */
export function runnersOf(view: Pick<FeverView, "lanes">): Runners {
  return Object.fromEntries(view.lanes.map((l) => [l.colour, { ...l, running: false, lit: false }]));
}

/** What a scene needs of the view before it. */
export type Start = Pick<FeverView, "round" | "length" | "lanes" | "bets" | "race">;

export function sceneOf(view: Start): Scene {
  return {
    round: view.round,
    stage: "magic",
    runners: runnersOf(view),
    bets: view.bets.filter((bet) => bet.state === "held"),
    length: view.length,
    turn: view.race.turn,
    card: view.race.card,
    dice: view.race.dice,
    rolling: false,
    ms: 0,
    slow: false,
    photo: [],
    caption: null,
    account: null,
    told: 0,
  };
}

/** The last bet of the planning is placed by the same move that starts the race: the view before does not know it. */
export function placeLast(scene: Scene, tokens: readonly FeverBet[], { kind, args }: Happened): void {
  const same = (bet: FeverBet): boolean => bet.kind === args["kind"] && bet.colour === args["colour"];
  if (kind === "bet") {
    const token = tokens.find(same);
    const stake = readNumber(args, "stake");
    if (token)
      scene.bets = [...scene.bets, { ...token, state: "held", seat: readNumber(args, "seat"), stake }];
  } else if (kind === "bet_glory") {
    const glory = readNumber(args, "glory");
    scene.bets = scene.bets.map((bet) =>
      same(bet) ? { ...bet, glory: bet.glory + glory, pays_glory: bet.pays_glory + glory } : bet,
    );
  }
}

/** The place that each unicorn would take if this were the end; those who are level share the better one. */
export function placesNow(runners: Runners): Record<string, number> {
  const ahead = (a: Runner, b: Runner): number =>
    (a.place || Infinity) - (b.place || Infinity) || b.at - a.at || a.odds - b.odds;
  const all = Object.values(runners);
  const before = (r: Runner): number => all.filter((other) => ahead(other, r) < 0).length;
  return Object.fromEntries(all.map((r) => [r.colour, r.place || before(r) + 1]));
}

/** A bet in the race: what it would pay, and whether it would, in the present order. */
export interface Ticket extends FeverBet {
  gold: number;
  /** It pays as things stand. */
  pays: boolean;
  /** Nothing can change that any more. */
  settled: boolean;
}

/** The bets on the lanes with what they pay at the odds and in the order of this moment. */
export function ticketsOf(
  { bets, runners }: Pick<Scene, "bets" | "runners">,
  kinds: FeverFacts["kinds"],
): Ticket[] {
  const places = placesNow(runners);
  const off = Object.values(runners).some((r) => r.at > 0 || r.place > 0);
  const byOdds = new Set(kinds.filter((kind) => kind.times === 0).map(({ kind }) => kind));
  return bets.map((bet) => {
    const runner = runners[bet.colour];
    const times = byOdds.has(bet.kind) && runner ? runner.odds : bet.pays_times;
    return {
      ...bet,
      gold: bet.stake * times,
      pays: off && (places[bet.colour] ?? Infinity) <= bet.pays_places,
      settled: (runner?.place ?? 0) > 0,
    };
  });
}

/** What a seat would be paid now. */
export function wouldPay(tickets: readonly Ticket[], seat: number | null): { gold: number; glory: number } {
  const paid = tickets.filter((bet) => bet.pays && bet.seat === seat);
  const sum = (of: (bet: Ticket) => number): number => paid.reduce((n, bet) => n + of(bet), 0);
  return { gold: sum((bet) => bet.gold), glory: sum((bet) => bet.pays_glory) };
}

const NEAR = 3; // spaces before the line

/** The crowd rises: somebody is near the line, and not all of those who count are home. */
export function lastStretch({ runners, length }: Pick<Scene, "runners" | "length">): boolean {
  const all = Object.values(runners);
  const home = all.filter((r) => r.place > 0).length;
  return home < facts("fever").podium && all.some((r) => r.at >= length - NEAR);
}
