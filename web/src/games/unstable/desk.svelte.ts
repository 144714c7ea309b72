/**
 * The own side of the table before anything is played: which of the legal actions touch what, the card that is lifted
 * and the card that is read.
 */
import { getContext, setContext } from "svelte";
import type { UnstablePlayer, UnstableStableCard } from "../../lib/wire.gen";
import type { Host } from "../host.svelte";
import { CardPreview } from "./card_preview.svelte";
import { isNeigh, typeOf } from "./card_types";

const SPREAD = ["baby", "take", "top", "bring"];
const FROM_HAND = ["play", "discard"];

export const verbOf = (text: string): string => text.split(" ")[0] ?? "";
const cardOf = (text: string): string => text.split(" ")[1] ?? "";

export class Desk {
  readonly preview = new CardPreview();
  /** Which card of the hand is lifted. */
  lifted: number | null = $state(null);
  readonly #host: Host<"unstable">;

  constructor(host: Host<"unstable">) {
    this.#host = host;
  }

  // --- what may be touched

  #onCards = $derived.by(() => {
    const found: Record<string, string> = {};
    for (const text of this.#host.legal) {
      const handle = this.#host.labels[text]?.args?.["handle"];
      if (typeof handle === "string") found[handle] = text;
    }
    return found;
  });
  /** What is brought comes out of the hand, not from a pile. */
  #handBring = $derived.by(() => this.#host.view.ask?.args?.["from"] === "hand");

  hand = $derived.by(() => {
    const { seat, view } = this.#host;
    return seat === null ? [] : (view.players[seat]?.hand ?? []);
  });
  liftedCard = $derived.by(() => (this.lifted === null ? null : (this.hand[this.lifted] ?? null)));

  /** What touching a card in a stable plays now. */
  cardAction = (handle: string): string | null => this.#onCards[handle] ?? null;

  /** What may be played with a card of the hand now. */
  handActions = (card: string): string[] =>
    this.#host.legal.filter((text) => {
      const verb = verbOf(text);
      if (text === card) return isNeigh(text);
      return cardOf(text) === card && (FROM_HAND.includes(verb) || (this.#handBring && verb === "bring"));
    });

  /** What touching a stable plays now: where the lifted card shall go, or whom an effect shall reach. */
  seatAction = (seat: number): string | null => {
    const { legal, labels } = this.#host;
    const fits = (text: string): boolean => labels[text]?.args?.["target"] === seat;
    if (this.liftedCard !== null)
      return this.handActions(this.liftedCard).find((text) => verbOf(text) === "play" && fits(text)) ?? null;
    return legal.find((text) => verbOf(text) === "choose" && fits(text)) ?? null;
  };

  /** The actions whose cards are laid out to choose from. */
  spread = $derived.by(() =>
    this.#host.legal.filter(
      (text) => SPREAD.includes(verbOf(text)) && !(this.#handBring && verbOf(text) === "bring"),
    ),
  );

  /** How many cards of a stable may be touched. */
  targets = (player: UnstablePlayer): number =>
    player.stable.filter((c) => this.cardAction(c.handle) !== null).length;

  /** What would happen to them, in words. */
  reason = (player: UnstablePlayer): string => {
    const verbs = player.stable.map((c) => verbOf(this.cardAction(c.handle) ?? "")).filter(Boolean);
    const each = verbs.filter((verb, i) => verbs.indexOf(verb) === i);
    return each.map((verb) => this.#host.word("verb", verb)).join(", ");
  };

  /** A stable as it is shown: unicorns first, then what makes it better or worse. */
  sorted = (stable: readonly UnstableStableCard[]): UnstableStableCard[] => {
    const grade = (c: UnstableStableCard): boolean => ["upgrade", "downgrade"].includes(typeOf(c.card));
    return [...stable.filter((c) => !grade(c)), ...stable.filter(grade)];
  };

  // --- what is done

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
