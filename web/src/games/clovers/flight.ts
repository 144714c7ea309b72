/** Things travel from where they were to where they are: rectangles before a change, a short flight after it. */
export type Spots = Map<string, DOMRect>;

/** Where everything that carries `data-fly` is now. */
export function spots(root: HTMLElement | undefined): Spots {
  const found: Spots = new Map();
  root?.querySelectorAll<HTMLElement>("[data-fly]").forEach((el) => {
    const box = el.getBoundingClientRect();
    if (box.width) found.set(el.dataset["fly"] ?? "", box);
  });
  return found;
}

/** Let the thing with this name come flying from there; `late` lets it start after another one. */
export function fly(
  root: HTMLElement | undefined,
  name: string,
  from: DOMRect | undefined,
  speed: number,
  late = 0,
): void {
  const el = root?.querySelector<HTMLElement>(`[data-fly="${CSS.escape(name)}"]`);
  if (!el || !from || speed === 0) return;
  const to = el.getBoundingClientRect();
  if (!to.width) return;
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(dx, dy) < 2) return;
  el.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`, zIndex: 9 },
      { transform: "none", zIndex: 9 },
    ],
    {
      duration: 300 * speed,
      delay: late * speed,
      fill: "backwards",
      easing: "cubic-bezier(0.25, 0.8, 0.35, 1)",
    },
  );
}

/** Everything that is on its way arrives. */
export function arrive(root: HTMLElement | undefined): void {
  for (const way of root?.getAnimations({ subtree: true }) ?? []) {
    if (way.effect?.getComputedTiming().iterations !== Infinity) way.finish();
  }
}
