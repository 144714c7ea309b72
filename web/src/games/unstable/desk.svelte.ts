/** The own side of the table before anything is played: the card that is lifted and the card that is read. */
import { getContext, setContext } from "svelte";
import type { Host } from "../host.svelte";
import { CardPreview } from "./card_preview.svelte";
import { isNeigh } from "./card_types";

export class Desk {
  readonly preview = new CardPreview();
  /** Which card of the hand is lifted. */
  lifted: number | null = $state(null);
  readonly #host: Host<"unstable">;

  constructor(host: Host<"unstable">) {
    this.#host = host;
  }

  /** Lift a card, or put it back. */
  lift = (i: number): void => void (this.lifted = this.lifted === i ? null : i);
  lower = (): void => void (this.lifted = null);

  /** Play what was touched, or ask why not. */
  touch = (text: string): void => {
    if (this.#host.touch(text, isNeigh(text) ? "riposte" : "place")) this.lower();
  };

  /** Another show: nothing stays half chosen. */
  clear = (): void => {
    this.lower();
    if (!this.preview.pinned) this.preview.hide();
  };
}

const KEY = Symbol("desk");
export const setDesk = (host: Host<"unstable">): Desk => setContext(KEY, new Desk(host));
export const useDesk = (): Desk => getContext<Desk>(KEY);
