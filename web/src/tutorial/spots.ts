/** Where on a board the guide's light falls: the thing to touch now, or the thing a note speaks of. */

const POINTS: Record<string, Record<string, string>> = {
  clovers: { garden: ".own .patch", others: ".others" },
  fever: {
    purse: ".purse",
    odds: ".tote",
    green: ".lane:nth-of-type(4)",
    loan: '[data-action="loan"]',
    report: ".report",
  },
  unstable: { hand: ".hand", stable: ".stable.mine" },
};

/** What a move is begun with where it takes two touches, as the boards name their steps (`data-step`). */
const STEPS: Record<string, (words: string[]) => string> = {
  duel: (words) => (words.length > 1 ? (words[0] ?? "") : ""),
  clovers: (words) => (words[0] === "take" ? `up.${words[1]}` : ""),
  fever: (words) => (words[0] === "magic" ? `lift ${words[1]}` : ""),
  unstable: (words) => (words[0] === "play" ? `lift ${words[1]}` : ""),
};

const seen = (element: Element): boolean => element.getClientRects().length > 0;

function all(where: ParentNode, selector: string): HTMLElement[] {
  return [...where.querySelectorAll<HTMLElement>(selector)].filter(seen);
}

/** The element to touch for this action: the one that plays it, else the one that begins it. */
export function toTouch(where: ParentNode, game: string, action: string): HTMLElement | null {
  const plays = all(where, `[data-action="${CSS.escape(action)}"]`);
  // a card that is lifted is played by the button beside it, not by a stable far away
  const near = plays.find((element) => element.closest(".choices, .guide")) ?? plays[0];
  if (near) return near;
  const step = STEPS[game]?.(action.split(" "));
  return (step && all(where, `[data-step="${CSS.escape(step)}"]`)[0]) || null;
}

/** The element that a note speaks of. */
export function toSee(where: ParentNode, game: string, point: string): HTMLElement | null {
  const selector = POINTS[game]?.[point];
  return (selector && all(where, selector)[0]) || null;
}
