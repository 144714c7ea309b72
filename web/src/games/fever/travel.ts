/** What travels while people plan: stakes, magic, action tokens and contracts. */
import type { Leg } from "../flight";
import type { Happened } from "../types";

const one = (root: ParentNode, selector: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(selector);

export function legs(events: readonly Happened[], seat: number | null): Leg[] {
  const found: Leg[] = [];
  for (const { kind, args } of events) {
    const who = args["seat"] as number;
    // a player's things lie in the own purse, or with the seats around the board
    const purse = (root: HTMLElement): HTMLElement | null =>
      who === seat ? one(root, ".purse") : one(document, `[data-seat="${who}"]`);
    const { colour, token, contract } = args as Record<string, string>;
    if (kind === "bet")
      found.push({ from: purse, to: (root) => one(root, `[data-bet="${String(args["kind"])} ${colour}"]`) });
    else if (kind === "magic")
      found.push({
        from: (root) =>
          (who === seat && one(root, `[data-magic="${CSS.escape(String(args["magic"]))}"]`)) || purse(root),
        to: (root) => one(root, `[data-lane="${colour}"] .lying:nth-last-child(1 of .lying)`),
      });
    else if (kind === "token" || kind === "print")
      found.push({
        from: (root) => one(root, `[data-token="${token}"]`),
        to: purse,
      });
    else if (kind === "contract")
      found.push({
        from: (root) => one(root, `.contract[data-contract="${contract}"]`),
        to: (root) => one(root, `.owned [data-contract="${contract}"]`) ?? purse(root),
      });
  }
  return found;
}
