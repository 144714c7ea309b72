/**
 * Things travel from where they were to where they are. Before a new state is drawn `mark` remembers where each of
 * them lies, after it `go` lets a picture of it fly to its new place; what lies there appears when it has landed.
 * Nothing waits for a flight: it is only seen.
 */
export interface Leg {
  /** Where it was and where it is now: finds the thing itself, or the place it lies in. */
  from(root: HTMLElement): HTMLElement | null;
  to(root: HTMLElement): HTMLElement | null;
}

/** What of a thing flies: itself, or the part marked as its picture. */
const pictureOf = (el: HTMLElement): HTMLElement | null =>
  el.matches("[data-picture]") ? el : el.querySelector<HTMLElement>("[data-picture]");

interface Marked {
  leg: Leg;
  box: DOMRect;
  picture: HTMLElement | null;
}

const LASTS = 300;
const APART = 70;
const TOGETHER = 8; // the first of them: what was done, before what followed from it

export class Flight {
  #marked: Marked[] = [];
  #going = new Set<() => void>();

  mark(root: HTMLElement | undefined, legs: Leg[]): void {
    this.#marked = [];
    if (!root) return;
    for (const leg of legs.slice(0, TOGETHER)) {
      const el = leg.from(root);
      if (!el) continue;
      const picture = pictureOf(el);
      const box = (picture ?? el).getBoundingClientRect();
      if (box.width)
        this.#marked.push({ leg, box, picture: picture && (picture.cloneNode(true) as HTMLElement) });
    }
  }

  go(root: HTMLElement | undefined, speed: number): void {
    const marked = this.#marked;
    this.#marked = [];
    if (!root || speed === 0) return;
    marked.forEach((m, i) => this.#fly(root, m, speed, Math.min(i * APART, 300 - APART) * speed));
  }

  #fly(root: HTMLElement, { leg, box, picture }: Marked, speed: number, delay: number): void {
    const el = leg.to(root);
    if (!el) return;
    const landed = pictureOf(el);
    const end = (landed ?? el).getBoundingClientRect();
    // the thing as it lies there now is the better picture, unless it only lies on a pile of others
    const itself = landed !== null && !el.matches("[data-pile]");
    const shown = itself ? (landed.cloneNode(true) as HTMLElement) : picture;
    if (!shown || !end.width) return;
    const size = itself ? end : box;
    const ghost = document.createElement("div");
    ghost.setAttribute("aria-hidden", "true");
    ghost.inert = true;
    Object.assign(ghost.style, {
      position: "fixed",
      inset: "0 auto auto 0",
      zIndex: "40",
      width: `${size.width}px`,
      height: `${size.height}px`,
      pointerEvents: "none",
      transformOrigin: "0 0",
    });
    shown.style.setProperty("--w", `${size.width}px`);
    shown.style.transition = "none";
    ghost.append(shown);
    document.body.append(ghost);
    const at = (r: DOMRect, k: number): string => {
      const scale = (r.width / size.width) * k;
      const x = r.left + r.width / 2 - (size.width * scale) / 2;
      const y = r.top + r.height / 2 - (size.height * scale) / 2;
      return `translate(${x}px, ${y}px) scale(${scale})`;
    };
    const small = (r: DOMRect): DOMRect => {
      // a place is as large as what lies in it
      const width = Math.min(r.width, size.width);
      return new DOMRect(r.left + (r.width - width) / 2, r.top, width, r.height);
    };
    const [a, b] = [small(box), small(end)];
    const half = new DOMRect(
      (a.left + b.left) / 2,
      (a.top + b.top) / 2,
      (a.width + b.width) / 2,
      (a.height + b.height) / 2,
    );
    const timing = {
      duration: LASTS * speed,
      delay,
      easing: "cubic-bezier(0.3, 0.7, 0.35, 1)",
      fill: "backwards",
    } as const;
    const flying = ghost.animate(
      [{ transform: at(a, 1) }, { transform: at(half, 1.18) }, { transform: at(b, 1) }],
      timing,
    );
    const waiting = itself ? landed.animate([{ opacity: 0 }, { opacity: 0 }], timing) : null;
    const end_ = (): void => {
      this.#going.delete(end_);
      ghost.remove();
      waiting?.cancel();
    };
    this.#going.add(end_);
    flying.onfinish = end_;
    flying.oncancel = end_;
  }

  /** Everything is where it belongs, at once. */
  stop(): void {
    this.#marked = [];
    for (const end of [...this.#going]) end();
  }
}
