/**
 * What the table's shell and a game's component owe each other. The manual is README.md beside this file.
 */
import type { Component } from "svelte";
import type { Lang, Message, Words } from "../lib/words";

export type { Lang, Message };

/** An event as this seat may know it: `kind` is worded `event.KIND` by the game's catalogue. */
export interface Happened {
  kind: string;
  args: Record<string, unknown>;
}

/** A response window that is open now, in milliseconds of the page's clock (`performance.now()`). */
export interface Window {
  opened: number;
  /** Nothing is turned up before this. */
  earliest: number | null;
  /** The window closes now at the latest; null: it waits for all. */
  closes: number | null;
  /** The *Thinking...* button still has time in its bank. */
  can_think: boolean;
}

/** What is publicly known of a seat, beside what the view says. */
export interface SeatInfo {
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  present: boolean;
  stand_in: boolean;
  you: boolean;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shell hands on the view of any game
export interface GameProps<V = any> {
  /** The game's view struct of this seat, as JSON. A new object with each show; never changed in place. */
  view: V;
  /** The own seat; null: a spectator. In a replay the seat whose eyes are used. */
  seat: number | null;
  /** The action texts that may be played now; empty when it is not this seat's turn or in a replay. */
  legal: string[];
  /** The legal actions in words, by action text. */
  labels: Record<string, Message>;
  /** Play an action. Safe to call with anything: what is not legal is answered by a why-not message. */
  play(text: string): void;
  /** Ask why an action is not possible; the shell shows the rule's sentence and number in the prompt bar. */
  why(text: string): void;
  /** A message in the page's language, with the names of the players. */
  say(message: Message): string;
  /** The word `kind.value` of the game's catalogue (`word("colour", "red")`); undefined kind: the id itself. */
  word(kind: string | undefined, value: unknown): string;
  /** What happened between the last view and this one, in order; empty on the first draw. */
  events: Happened[];
  /** Number of this show: goes up by one with each. */
  n: number;
  /** Names of the players by seat. */
  names: string[];
  /** Who sits where. */
  table: SeatInfo[];
  /** The options the match is played with. */
  options: Record<string, unknown>;
  /** Pace of motion: 0 none, 0.5 quick, 1 usual, 2 slow. Multiply durations by it; at 0 draw at once. */
  speed: number;
  lang: Lang;
  /** In the replay viewer: nothing can be played, everything can be looked at. */
  replaying: boolean;
  /** The open response window, if there is one. */
  window: Window | null;
  /** Ask for more time in the open window. */
  think(): void;
  /** Do not draw the next show before `ms` milliseconds (already with pace) have passed; the player can skip. */
  hold(ms: number): void;
  /** Goes up each time the player wants to skip what is moving now. */
  skips: number;
  /** The event that the player points at in the log, to be lit on the board; null: none. */
  lit: Happened | null;
  /** How the match ended, null while it goes on. */
  outcome: { scores: number[]; winners: number[]; reason: string } | null;
  /** An action text that the player asked a hint for, to be marked on the board; null: none. */
  hint: string | null;
  /** Small soft cues: "turn", "place", "riposte", "win", "lose", "no". Silent unless the player wants sound. */
  sound(cue: string): void;
}

/** What `web/src/games/NAME/index.ts` exports as `default`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shell hands on the view of any game
export interface GameModule<V = any> {
  /** The board: everything between the seats and the prompt bar. */
  Board: Component<GameProps<V>>;
  /**
   * Which of the legal actions the board itself offers as something to touch. The rest become buttons of the
   * prompt bar, so a game is playable before its board covers anything.
   */
  covers?(text: string, view: V): boolean;
  /** What is public about a seat, drawn small beside its name (score, cards in hand, ...). */
  Badge?: Component<{ view: V; of: number; say(message: Message): string; word: GameProps["word"] }>;
  /** Something more on the result screen (stars of a solo task, a longer ranking). */
  After?: Component<{ view: V; options: Record<string, unknown> }>;
  /** The colour of a seat: one of red orange yellow green blue purple pink, and its mark. */
  colour?(seat: number, view: V): SeatColour | null;
  /** Own editors for options of the set-up page, by the option's name. */
  editors?: Record<string, Component<OptionProps>>;
  /** Options that the set-up page leaves out (they have a page of their own). */
  hides?: readonly string[];
  /** True: the board fills the height that is left and scrolls inside itself; else the page scrolls. */
  fills?: boolean;
}

export interface SeatColour {
  /** A custom property of css/tokens.css without the dashes, e.g. "red". */
  token: string;
  /** One sign that says the same without colour. */
  mark: string;
}

/** An own editor for one option of the set-up page (the board builder of the duel). */
export interface OptionProps {
  value: unknown;
  set(value: unknown): void;
  /** The game's words. */
  words: Words;
}
