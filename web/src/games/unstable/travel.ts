/** Which cards travel, as the events of a show tell it: every one names where it comes from and where it goes. */
import { readText } from "../../lib/args";
import type { Leg } from "../flight";
import type { Happened } from "../types";

/** The place (`data-spot`), and in it the card itself where it can be seen. */
function find(
  root: HTMLElement,
  spot: string,
  card: string,
  handle: string,
  last: boolean,
): HTMLElement | null {
  const place = root.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`);
  const all = place
    ? [...place.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(card)}"]`)].filter(
        (el) => !handle || !el.dataset["handle"] || el.dataset["handle"] === handle,
      )
    : [];
  return (last ? all.at(-1) : all[0]) ?? place;
}

interface Way {
  card: string;
  handle: string;
  src: string;
  dst: string;
}

export function legs(events: readonly Happened[]): Leg[] {
  const ways: Way[] = [];
  for (const { args } of events) {
    const [src, dst, card] = [
      readText(args, "src", ""),
      readText(args, "dst", ""),
      readText(args, "card", ""),
    ];
    if (!src || !dst || !card || src === dst) continue;
    // what came in the same show and goes on (played and at once in the stable) makes one way
    const before = card === "hidden" ? undefined : ways.find((w) => w.card === card && w.dst === src);
    if (before) Object.assign(before, { dst, handle: readText(args, "handle", before.handle) });
    else ways.push({ card, handle: readText(args, "handle", ""), src, dst });
  }
  return ways
    .filter((w) => w.src !== w.dst)
    .map((w) => ({
      from: (root) => find(root, w.src, w.card, w.handle, false),
      to: (root) => find(root, w.dst, w.card, w.handle, true),
    }));
}
