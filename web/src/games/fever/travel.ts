/** What travels while people plan: stakes, magic, action tokens and contracts. */
import { readNumber, readText } from "../../lib/args";
import type { Leg } from "../flight";
import type { Happened } from "../types";

const one = (root: ParentNode, selector: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(selector);

export function legs(events: readonly Happened[], seat: number | null): Leg[] {
  const found: Leg[] = [];
  for (const { kind, args } of events) {
    const arg = (name: string): string => CSS.escape(readText(args, name));
    const mine = seat !== null && args["seat"] === seat;
    // a player's things lie in the own purse, or with the seats around the board
    const purse = (root: HTMLElement): HTMLElement | null =>
      mine ? one(root, ".purse") : one(document, `[data-seat="${readNumber(args, "seat")}"]`);
    if (kind === "bet")
      found.push({ from: purse, to: (root) => one(root, `[data-bet="${arg("kind")} ${arg("colour")}"]`) });
    else if (kind === "magic")
      found.push({
        from: (root) => (mine && one(root, `[data-magic="${arg("magic")}"]`)) || purse(root),
        to: (root) => one(root, `[data-lane="${arg("colour")}"] .lying:nth-last-child(1 of .lying)`),
      });
    else if (kind === "token" || kind === "print")
      found.push({
        from: (root) => one(root, `[data-token="${arg("token")}"]`),
        to: purse,
      });
    else if (kind === "contract")
      found.push({
        from: (root) => one(root, `.contract[data-contract="${arg("contract")}"]`),
        to: (root) => one(root, `.owned [data-contract="${arg("contract")}"]`) ?? purse(root),
      });
  }
  return found;
}
