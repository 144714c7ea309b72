/** Cards are read large on hover, on keyboard focus, by a long press, and by touching a card that plays nothing. */
export class CardPreview {
  card: string | null = $state(null);
  /** Stays until it is put away. */
  pinned = $state(false);
  side: "left" | "right" = $state("right");
  #timer: ReturnType<typeof setTimeout> | undefined;

  hide = (): void => {
    clearTimeout(this.#timer);
    this.card = null;
    this.pinned = false;
  };

  pin = (card: string): void => {
    clearTimeout(this.#timer);
    this.card = card;
    this.pinned = true;
  };

  /** Attach to anything that shows a card. */
  peek =
    (card: string) =>
    (node: HTMLElement): (() => void) => {
      let pressed = false;
      let waiting = false; // the timer is ours
      const side = (): void => {
        const box = node.getBoundingClientRect();
        this.side = box.left + box.width / 2 > innerWidth / 2 ? "left" : "right";
      };
      const later = (ms: number, done?: () => void): void => {
        clearTimeout(this.#timer);
        waiting = true;
        this.#timer = setTimeout(() => {
          waiting = false;
          side();
          this.card = card;
          done?.();
        }, ms);
      };
      const away = (): void => {
        clearTimeout(this.#timer);
        // later: a button that is taken away loses its focus while the page is being drawn
        this.#timer = setTimeout(() => !this.pinned && (this.card = null));
      };
      const enter = (e: PointerEvent): void => void (e.pointerType === "mouse" && !this.pinned && later(320));
      const down = (e: PointerEvent): void => {
        pressed = false;
        if (e.pointerType === "mouse") away();
        else later(450, () => ((pressed = true), (this.pinned = true)));
      };
      const up = (): void => clearTimeout(this.#timer);
      const click = (e: MouseEvent): void => {
        if (!pressed) return;
        pressed = false; // the long press was for reading
        e.preventDefault();
        e.stopImmediatePropagation();
      };
      const focus = (): void => void (node.matches(":focus-visible") && !this.pinned && later(500));
      const menu = (e: Event): void => e.preventDefault();
      const on: [string, (e: never) => void, boolean?][] = [
        ["pointerenter", enter],
        ["pointerleave", away],
        ["pointerdown", down],
        ["pointerup", up],
        ["pointercancel", up],
        ["click", click, true],
        ["focus", focus],
        ["blur", away],
        ["contextmenu", menu],
      ];
      for (const [name, act, capture] of on) node.addEventListener(name, act as EventListener, capture);
      return () => {
        for (const [name, act, capture] of on) node.removeEventListener(name, act as EventListener, capture);
        if (waiting || (this.card === card && !this.pinned)) away();
      };
    };
}
