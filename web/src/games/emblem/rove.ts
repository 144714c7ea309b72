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
