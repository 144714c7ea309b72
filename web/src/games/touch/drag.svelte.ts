/**
 * Dragging with mouse, pen or finger: lift, carry and drop in one gesture, beside the two touches that do the same.
 * A way shorter than the trembling of a hand is a touch. What can be dropped on carries `data-drop`. A drop that is
 * answered with true leaves the thing where it was let go until `settle`: the board then shows where it belongs.
 */
const TREMBLE = 8;
const GRABS = ["selectstart", "dragstart"]; // what a browser would make of the same gesture
const PATIENCE = 2000; // ms; should the line be lost, it goes back to its place

export class Drag {
  /** What is being carried, from the moment it leaves its place. */
  what: string | null = $state(null);
  /** How far it has been carried, in pixels. */
  dx = $state(0);
  dy = $state(0);
  /** The `data-drop` under the pointer. */
  over: string | null = $state(null);
  #from: { what: string; x: number; y: number; id: number } | null = null;
  readonly #lift: (what: string) => void;
  readonly #drop: (what: string, where: string | null) => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(lift: (what: string) => void, drop: (what: string, where: string | null) => boolean) {
    this.#lift = lift;
    this.#drop = drop;
  }

  /** For `onpointerdown` of whatever may be lifted now; give it `touch-action: none` as well. */
  start(e: PointerEvent, what: string): void {
    if (e.button !== 0 || this.#from) return;
    this.settle();
    this.#from = { what, x: e.clientX, y: e.clientY, id: e.pointerId };
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#end);
    addEventListener("pointercancel", this.#end);
    for (const kind of GRABS) addEventListener(kind, refuse);
  }

  settle(): void {
    clearTimeout(this.#timer);
    this.what = this.over = null;
    this.dx = this.dy = 0;
  }

  #move = (e: PointerEvent): void => {
    const from = this.#from;
    if (!from || e.pointerId !== from.id) return;
    this.dx = e.clientX - from.x;
    this.dy = e.clientY - from.y;
    if (!this.what && Math.hypot(this.dx, this.dy) > TREMBLE) {
      this.what = from.what;
      this.#lift(from.what);
    }
    if (this.what) this.over = below(e);
  };

  #end = (e: PointerEvent): void => {
    if (this.#from && e.pointerId !== this.#from.id) return;
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#end);
    removeEventListener("pointercancel", this.#end);
    for (const kind of GRABS) removeEventListener(kind, refuse);
    const what = this.what;
    this.#from = null;
    this.over = null;
    if (!what) return;
    if (e.type === "pointerup") {
      // the browser may still send a click for this gesture; it is not a touch of its own
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    }
    if (this.#drop(what, e.type === "pointerup" ? below(e) : null)) {
      this.#timer = setTimeout(() => this.settle(), PATIENCE);
    } else this.settle();
  };
}

function below(e: PointerEvent): string | null {
  const hit = document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>("[data-drop]");
  return hit?.dataset["drop"] ?? null;
}

function refuse(e: Event): void {
  e.preventDefault();
}

function swallow(e: Event): void {
  e.stopPropagation();
  e.preventDefault();
}
