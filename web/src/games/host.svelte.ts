/**
 * The host of a board: all it knows of the place where it is drawn (a table, a replay, a first game). That place tells
 * it once with `setHost`; the board and its parts take it with `useHost`, and nothing is handed from part to part.
 */
import { getContext, setContext, untrack } from "svelte";
import { settings } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { facts } from "../lib/games.svelte";
import { names, sayOf, i18n } from "../lib/i18n.svelte";
import { messageOf } from "../lib/story";
import type { AnyView, FactsOf, Outcome, SeatInfo, Told, ViewOf } from "../lib/wire.gen";
import type { Lang, Message, Words } from "../lib/words";
import { Flight, type Leg } from "./flight";
import type { Happened, OpenWindow } from "./types";

/** What a place tells of the board it shows; what is left out is as in a replay, where nothing can be played. */
export interface Place {
  game: string;
  /** The game's view struct of this seat. A new object with each show; never changed in place. */
  view: AnyView | null | undefined;
  /** Number of this show: goes up by one with each; in a replay it can jump anywhere. */
  n: number;
  /** The own seat; null: a spectator. In a replay the seat whose eyes are used. */
  seat: number | null;
  seats: SeatInfo[];
  /** The options the match is played with. */
  options: Record<string, unknown>;
  /** What happened between the last view and this one, in order; empty on the first draw. */
  events: readonly Told[];
  /** How the match ended, null while it goes on. */
  outcome: Outcome | null;
  /** The event that the player points at in the log, to be lit on the board. */
  lit: Told | null;
  /** In the replay viewer: nothing can be played, everything can be looked at. */
  replaying?: boolean;
  /** The action texts that may be played now; empty when it is not this seat's turn. */
  legal?: readonly string[];
  /** The legal actions in words, by action text. */
  labels?: Record<string, Message>;
  /** Play an action. Safe to call with anything: what is not legal is answered by a why-not message. */
  play?(text: string): unknown;
  /** Ask why an action is not possible; the shell shows the rule's sentence and number in the prompt bar. */
  why?(text: string): unknown;
  /** The open response window, if there is one. */
  window?: OpenWindow | null;
  /**
   * Do not draw the next show before `ms` milliseconds (already with pace) have passed or, without a number, before
   * the answer is called; the player can skip.
   */
  hold?(ms?: number): () => void;
  /** Goes up each time the player wants to skip what is moving now. */
  skips?: number;
  /** An action text that the player asked a hint for, to be marked on the board. */
  hint?: string | null;
}

const NONE: readonly string[] = [];
const NO_LABELS: Record<string, Message> = {};
const happened = (e: Told): Happened => ({ kind: e.kind, args: e.args ?? {} });

/** A phrase of a game's page (`page.ID` of its words); `t` of the host says the same with the players' names. */
export const phrase = (game: string, id: string, args: Record<string, unknown> = {}): string =>
  sayOf(game, { id: `page.${id}`, args });

/** The games whose boards are drawn here. */
export type Game = keyof ViewOf;

export class Host<G extends Game> {
  #read: () => Place;
  #place: Place = $derived.by(() => this.#read());

  constructor(read: () => Place) {
    this.#read = read;
  }

  #game = $derived(this.#place.game);
  view = $derived(this.#place.view as ViewOf[G]);
  /** What is the same in every match of this game. */
  facts: FactsOf[G] = $derived(facts(this.#game as G));
  n = $derived(this.#place.n);
  seat = $derived(this.#place.seat);
  options = $derived(this.#place.options);
  outcome = $derived(this.#place.outcome);
  replaying = $derived(this.#place.replaying ?? false);
  legal = $derived(this.#place.legal ?? NONE);
  labels = $derived(this.#place.labels ?? NO_LABELS);
  window = $derived(this.#place.window ?? null);
  skips = $derived(this.#place.skips ?? 0);
  hint = $derived(this.#place.hint ?? null);
  #told = $derived(this.#place.events);
  events: readonly Happened[] = $derived(this.#told.map(happened));
  #lit = $derived(this.#place.lit);
  lit: Happened | null = $derived(this.#lit && happened(this.#lit));
  #seats = $derived(this.#place.seats);
  /** Names of the players by seat. */
  names: readonly string[] = $derived(names(this.#seats));
  /** The legal actions as a set. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew with each change, never changed
  may: ReadonlySet<string> = $derived(new Set(this.legal));
  /** The words of the game over those of the page. */
  words: Words = $derived(i18n.of(this.#game));

  /** Pace of motion: 0 none, 0.5 quick, 1 usual, 2 slow. Multiply durations by it; at 0 draw at once. */
  get speed(): number {
    return settings.pace;
  }
  get lang(): Lang {
    return settings.lang;
  }

  play = (text: string): void => void this.#place.play?.(text);
  why = (text: string): void => void this.#place.why?.(text);
  hold = (ms?: number): (() => void) | undefined => this.#place.hold?.(ms);
  /** Small soft cues: "turn", "place", "riposte", "win", "lose", "no". Silent unless the player wants sound. */
  sound = sound;

  /** A message in the page's language, with the names of the players. */
  say = (message: Message): string => this.words.say(message, this.names);
  /** An event as a sentence; what befalls the reader is told so ("your"), where the game has words for it. */
  tell = (event: Pick<Told, "kind" | "args">): string => this.say(messageOf(event, this.seat, this.words));
  /** The word `kind.value` of the game's catalogue (`word("colour", "red")`); undefined kind: the id itself. */
  word = (kind: string | undefined, value: unknown): string =>
    kind === undefined ? this.say({ id: String(value) }) : this.words.word(kind, value, this.names);
  /** A phrase of the game's page: `page.ID` of its words. */
  t = (id: string, args: Record<string, unknown> = {}): string => this.say({ id: `page.${id}`, args });
  /** A legal action in words. */
  label = (text: string): string => {
    const label = this.labels[text];
    return label ? this.say(label) : text;
  };

  /** Play what was touched, or ask why it cannot be played; whether it could. */
  touch = (text: string, cue = ""): boolean => {
    const may = this.may.has(text);
    if (may) {
      if (cue) sound(cue);
      this.play(text);
    } else if (text) this.why(text);
    return may;
  };
}

const KEY = Symbol("host");

/** Tell the boards below where they are; `read` is asked anew whenever something in it has changed. */
export function setHost(read: () => Place): Host<Game> {
  return setContext(KEY, new Host<Game>(read));
}

export function useHost<G extends Game>(): Host<G> {
  return getContext<Host<G>>(KEY);
}

/** What a board does with a show. `next`: it follows the one that was drawn before, so that the way can be shown. */
export interface Turns {
  /** Before it is drawn: what lies where. */
  before?(next: boolean): void;
  /** After it is drawn: nothing stays half chosen, things travel. */
  after?(next: boolean): void;
  /** The player does not want to wait, or the board goes away: everything is where it belongs, at once. */
  stop?(): void;
}

/** Do this with every show that comes; to be called while a component is made. */
export function eachShow<G extends Game>(host: Host<G>, turns: Turns): void {
  let last = -1;
  let skips = untrack(() => host.skips);
  const follows = (n: number): boolean => last >= 0 && (host.replaying ? n === last + 1 : n > last);
  $effect.pre(() => {
    const n = host.n;
    untrack(() => n !== last && turns.before?.(follows(n)));
  });
  $effect(() => {
    const n = host.n;
    untrack(() => {
      if (n === last) return;
      const next = follows(n);
      last = n;
      turns.after?.(next);
    });
  });
  $effect(() => {
    const now = host.skips;
    if (now !== skips) untrack(() => turns.stop?.());
    skips = now;
  });
  $effect(() => () => turns.stop?.());
}

/** Let things travel from show to show as `legs` tells it. */
export function travels<G extends Game>(
  host: Host<G>,
  board: () => HTMLElement | undefined,
  legs: () => Leg[],
): void {
  const flight = new Flight();
  eachShow(host, {
    before: (next) => void (next && host.speed > 0 && flight.mark(board(), legs())),
    after: () => flight.go(board(), host.speed),
    stop: () => flight.stop(),
  });
}
