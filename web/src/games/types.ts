/**
 * What the table's shell and a game's component owe each other. The manual is README.md beside this file.
 */
import type { Component } from "svelte";
import type { StoryWays } from "../lib/story";
import type { Args } from "../lib/args";
import type { AnyView } from "../lib/wire.gen";
import type { Lang, Message, Words } from "../lib/words";

export type { Lang, Message };

/** An event as this seat may know it: `kind` is worded `event.KIND` by the game's catalogue. */
export interface Happened {
  kind: string;
  args: Args;
}

/** A response window that is open now, in milliseconds of the page's clock (`performance.now()`). */
export interface OpenWindow {
  opened: number;
  /** Nothing is turned up before this. */
  earliest: number | null;
  /** The window closes now at the latest; null: it waits for all. */
  closes: number | null;
  /** The *Thinking...* button still has time in its bank. */
  can_think: boolean;
}

/** What `web/src/games/NAME/front.ts` exports as `default`: all that the front page needs, so keep it light. */
export interface GameFront {
  /** Its place among the games. */
  order: number;
  /** A small living picture. Its title and its line are `game.NAME` and `game.NAME.line` of `front.LANG.json`. */
  Scene: Component;
  /** A card of its own below the games. */
  Card?: Component;
  /** Pages beside its tables, by the first part of their address. */
  pages?: Record<string, () => Promise<{ default: Component<{ parts: string[] }> }>>;
}

/** What `web/src/games/NAME/index.ts` exports as `default`. Its components find what they need with `useHost`. */
export interface GameModule<V extends AnyView = AnyView> {
  /** The board: everything between the seats and the prompt bar. */
  Board: Component;
  /**
   * Which of the legal actions the board itself offers as something to touch. The rest become buttons of the
   * prompt bar, so a game is playable before its board covers anything.
   */
  covers?(text: string, view: V): boolean;
  /** What is public about a seat, drawn small beside its name (score, cards in hand, ...). */
  Badge?: Component<{ of: number }>;
  /** Something more on the result screen (stars of a solo task, a longer ranking). */
  After?: Component;
  /** The colour of a seat: one of red orange yellow green blue purple pink, and its mark. */
  colour?(seat: number, view: V): SeatColour | null;
  /** Own editors for options of the set-up page, by the option's name. */
  editors?: Record<string, Component<OptionProps>>;
  /** Options that the set-up page leaves out (they have a page of their own). */
  hides?: readonly string[];
  /** Events that are told at length (a race): their show is held, and never folded with what came after it. */
  long?(events: readonly Pick<Happened, "kind">[]): boolean;
  /** How its turns are told; without it every event is a line of its own. */
  story?: StoryWays;
  /** Where the tutorial's light falls. */
  tutorial?: {
    /** The places that notes point at (`"point"` of tutorial.json), as selectors. */
    points?: Record<string, string>;
    /** The `data-step` that an action begins with where it takes two touches; "": none. */
    step?(words: string[]): string;
  };
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
