/**
 * Shows on their way to the screen. They come as fast as bots play and are drawn one after the other, each left
 * standing long enough to be seen. What a board holds (a race) stands until it has been told or the player skips it;
 * what came meanwhile is then folded into one, up to the next show that is told at length.
 */
import { Hold } from "./hold.svelte";
import { settings } from "./settings.svelte";
import type { Show, Told } from "./wire.gen";

const STAND = 420; // ms that a move of somebody else stays before the next is drawn
const PATIENCE = 600; // ms after which the newest show is on the screen, however many came before it
const MANY = 8; // more than that behind: catch up at once

export interface Shown extends Show {
  /** When it came, on the page's clock. */
  came: number;
}

/** Several shows as one: all that happened, and how things stand after the last. */
function folded(shows: Shown[]): Shown | undefined {
  const last = shows.at(-1);
  return last && { ...last, events: shows.flatMap((show) => show.events) };
}

export class ShowQueue {
  #waiting: Shown[] = $state.raw([]);
  /** Which events are told at length: a show of them is never folded with another. */
  long: (events: Told[]) => boolean = () => false;
  readonly hold = new Hold(() => this.#pump());
  #drawn = 0; // when what is on the screen was drawn
  #stand = 0; // for how long it should stand, if nothing presses
  #hurry = false; // the player has skipped: what waits is folded, up to the next long show
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `draw` puts a show on the screen and says whether it is our own move, which we need not be shown. */
  constructor(readonly draw: (show: Shown) => { mine: boolean }) {}

  get empty(): boolean {
    return this.#waiting.length === 0;
  }

  add(show: Shown): void {
    this.#waiting = [...this.#waiting, show];
    this.#pump();
  }

  /** Change shows that wait. */
  amend(change: (show: Shown) => Shown): void {
    this.#waiting = this.#waiting.map(change);
  }

  /** The player does not want to wait for what is told now. */
  skip(): void {
    this.#hurry = true;
    this.hold.end();
    this.#pump();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#hurry = false;
    this.hold.end();
  }

  #pump = (): void => {
    clearTimeout(this.#timer);
    const next = this.#waiting[0];
    if (!next || this.hold.held) return;
    if (this.long(next.events)) this.#hurry = false;
    const wait = this.#wait();
    if (wait > 0) {
      this.#timer = setTimeout(this.#pump, Math.ceil(wait));
      return;
    }
    this.#draw(this.#late ? this.#foldable() : 1);
    this.#timer = setTimeout(this.#pump); // the board gets a breath to say that it wants to be held
  };

  #draw(count: number): void {
    const show = folded(this.#waiting.slice(0, count));
    this.#waiting = this.#waiting.slice(count);
    if (this.empty) this.#hurry = false;
    if (!show) return;
    const { mine } = this.draw(show);
    this.#drawn = performance.now();
    this.#stand = mine ? 0 : STAND * settings.pace;
  }

  /** How many of those that wait become one. */
  #foldable(): number {
    const told = this.#waiting.findIndex((show) => this.long(show.events));
    return told < 0 ? this.#waiting.length : Math.max(told, 1);
  }

  get #due(): number {
    return (this.#waiting.at(-1)?.came ?? 0) + PATIENCE;
  }

  /** The newest should be on the screen by now. */
  get #late(): boolean {
    return this.#hurry || this.#waiting.length > MANY || this.#due <= performance.now();
  }

  /** How long what is shown now may still stand. */
  #wait(): number {
    if (this.#late || document.hidden || settings.pace === 0) return 0;
    const share = (this.#due - this.#drawn) / this.#waiting.length; // of the time that is left for all of them
    return Math.min(this.#stand, share) - (performance.now() - this.#drawn);
  }
}
