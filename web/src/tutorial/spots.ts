/** Where on a board the guide's light falls: the thing to touch now, or the thing a note speaks of. */
import type { GameModule } from "../games/types";

type Ways = NonNullable<GameModule["tutorial"]>;

const seen = (element: Element): boolean => element.getClientRects().length > 0;

function all(where: ParentNode, selector: string): HTMLElement[] {
  return [...where.querySelectorAll<HTMLElement>(selector)].filter(seen);
}

/** The element to touch for this action: the one that plays it, else the one that begins it. */
export function toTouch(where: ParentNode, ways: Ways, action: string): HTMLElement | null {
  const plays = all(where, `[data-action="${CSS.escape(action)}"]`);
  // a card that is lifted is played by the button beside it, not by a stable far away
  const near = plays.find((element) => element.closest(".choices, .guide")) ?? plays[0];
  if (near) return near;
  const step = ways.step?.(action.split(" "));
  return (step && all(where, `[data-step="${CSS.escape(step)}"]`)[0]) || null;
}

/** The element that a note speaks of. */
export function toSee(where: ParentNode, ways: Ways, point: string): HTMLElement | null {
  const selector = ways.points?.[point];
  return (selector && all(where, selector)[0]) || null;
}
