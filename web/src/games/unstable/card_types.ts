/** The types of the cards: what each is, and the sign that says it without colour. */
import { facts } from "../../lib/games.svelte";
import type { UnstableCardFacts } from "../../lib/wire.gen";

export type Type = UnstableCardFacts["type"];

export const SIGN: Record<Type, string> = {
  baby: "○",
  basic: "◇",
  magical: "✦",
  magic: "✺",
  upgrade: "▲",
  downgrade: "▼",
  instant: "!",
};

/** The type of a design, for its frame; a card in a stable says it itself, since effects can change it. */
export const typeOf = (card: string): Type => facts("unstable").cards[card]?.type ?? "basic";

/** Whether a card answers another. */
export const isNeigh = (card: string): boolean => facts("unstable").neighs.includes(card);
