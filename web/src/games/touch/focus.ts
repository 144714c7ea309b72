/** Playing by keyboard: where the focus goes. */

/** Arrow keys walk through the buttons of a group; Tab still reaches each of them. */
export function rove(node: HTMLElement): () => void {
  const walk = (e: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (step === undefined) return;
    const all = [...node.querySelectorAll<HTMLElement>("button, summary")].filter(
      (b) => b.offsetParent !== null,
    );
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || all.length < 2) return;
    e.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  node.addEventListener("keydown", walk);
  return () => node.removeEventListener("keydown", walk);
}

/** Who plays by keyboard stays on the board: when the button that was pressed is gone, the next lit thing is focused. */
export function stay(node: HTMLElement): () => void {
  let within = false;
  const come = (): void => void (within = true);
  const leave = (e: FocusEvent): void => {
    // without a successor the button may just have been taken away
    if (e.relatedTarget) within = node.contains(e.relatedTarget as Node);
  };
  const point = (): void => void (within = false);
  const look = new MutationObserver(() => {
    if (!within || document.activeElement !== document.body) return;
    (node.querySelector<HTMLElement>("button.lit") ?? node).focus({ preventScroll: true });
  });
  node.tabIndex = -1;
  node.addEventListener("focusin", come);
  node.addEventListener("focusout", leave);
  addEventListener("pointerdown", point, true);
  look.observe(node, { childList: true, subtree: true });
  return () => {
    look.disconnect();
    node.removeEventListener("focusin", come);
    node.removeEventListener("focusout", leave);
    removeEventListener("pointerdown", point, true);
  };
}
