/** A race as beats: what its events show, one after another, over a scene. How long each wants to be; see race_schedule. */
import { readNumber, readText, readTexts } from "../../lib/args";
import { facts } from "../../lib/games.svelte";
import type { Happened } from "../types";
import { accountOf } from "./account";
import { placeLast, type Runner, type Scene, type Start } from "./race_scene";

/** What is heard with a beat. */
export type Cue = "spark" | "bell" | "gallop" | "dice" | "photo" | "cheer" | "coins";

export interface Beat {
  ms: number;
  /** It keeps its length as long as others can give way. */
  firm?: boolean;
  cue?: Cue;
  act(scene: Scene): void;
}

const MAGIC = ["reveal", "cancel", "immune", "ward", "antimagic", "antimagic_none", "whisper"];
const START = new Set([...MAGIC, "race", "card", "dice"]);
const CARD_MOVES = ["move", "move_why", "line", "frozen"];
const SPRINTS = ["sprint", "no_sprint", "line", "frozen"];
const FINISH = ["finish", "finish_why"];

/** Whether a race is run in these events. */
export function isRace(events: readonly Pick<Happened, "kind">[]): boolean {
  return events.some((e) => START.has(e.kind) || FINISH.includes(e.kind));
}

const colourOf = (e: Happened): string => readText(e.args, "colour");

/** The events that are shown together: a card or a throw of the dice with all that it moves, anything else alone. */
export function groups(events: readonly Happened[]): Happened[][] {
  const found: Happened[][] = [];
  for (const e of events) {
    const with_ = found.at(-1);
    const lead = with_?.[0]?.kind;
    const moves = lead === "card" ? CARD_MOVES : lead === "dice" ? SPRINTS : [];
    if (with_ && moves.includes(e.kind)) with_.push(e);
    else found.push([e]);
  }
  return found;
}

/** Where the unicorns are while the beats are made, to know what will be close. */
class Field {
  #at = new Map<string, number>();
  #home = new Set<string>();

  constructor(
    lanes: Start["lanes"],
    readonly length: number,
  ) {
    for (const lane of lanes) {
      this.#at.set(lane.colour, lane.at);
      if (lane.place) this.#home.add(lane.colour);
    }
  }

  /** Move them; whether the podium is decided by this and two are hardly apart. */
  move(moves: readonly Happened[]): boolean {
    let crossed = false;
    for (const { args } of moves) {
      const colour = readText(args, "colour");
      const before = this.#at.get(colour) ?? 0;
      const at = readNumber(args, "at", before);
      if (before < this.length && at >= this.length) crossed = true;
      this.#at.set(colour, at);
    }
    const [best = 0, next = -Infinity] = this.#out().map(([, at]) => at);
    return crossed && this.#home.size < facts("fever").podium && best - next <= 1;
  }

  /** A unicorn is home; all that were level with it, itself first. */
  finish(colour: string): string[] {
    this.#home.add(colour);
    const at = this.#at.get(colour);
    return [
      colour,
      ...this.#out()
        .filter((other) => other[1] === at)
        .map(([c]) => c),
    ];
  }

  /** Those that still run, the first one first. */
  #out(): [string, number][] {
    return [...this.#at].filter(([c]) => !this.#home.has(c)).sort((a, b) => b[1] - a[1]);
  }
}

/** The beats of what is run in a show, up to the ranking. */
export function running(view: Start, events: readonly Happened[]): Beat[] {
  const off = events.findIndex((e) => START.has(e.kind) || FINISH.includes(e.kind));
  const ranked = events.findIndex((e) => e.kind === "ranking");
  const race = events.slice(Math.max(off, 0), ranked < 0 ? undefined : ranked + 1);
  const field = new Field(view.lanes, view.length);
  const beats = groups(race).flatMap((group) => beatsOf(group, field));
  const [first, ...rest] = beats;
  if (!first) return [];
  const planned = events.slice(0, Math.max(off, 0));
  const open = (scene: Scene): void => {
    for (const e of planned) placeLast(scene, view.bets, e);
    first.act(scene);
  };
  return [{ ...first, act: open }, ...rest];
}

function beatsOf([e, ...moves]: Happened[], field: Field): Beat[] {
  if (!e) return [];
  if (MAGIC.includes(e.kind)) return [magicBeat(e)];
  if (FINISH.includes(e.kind)) return [finishBeat(e, field.finish(colourOf(e)))];
  if (CARD_MOVES.includes(e.kind) || SPRINTS.includes(e.kind)) return [runBeat([e], field.move([e]))];
  switch (e.kind) {
    case "race":
    case "first":
    case "first_stays":
      return [openingBeat(e)];
    case "card":
      return [cardBeat(e), runBeat(moves, field.move(moves), (m) => m.kind !== "move")];
    case "dice":
      return diceBeats(e, moves, field.move(moves));
    case "tie":
      return [tieBeat(e)];
    case "ranking":
      return [rankingBeat(e)];
  }
  return [];
}

/** Nothing special is on now. */
function calm(scene: Scene): void {
  scene.slow = false;
  scene.photo = [];
  for (const runner of Object.values(scene.runners)) runner.running = runner.lit = false;
}

function openingBeat(e: Happened): Beat {
  return {
    ms: 600,
    act(s) {
      calm(s);
      s.stage = "magic";
      s.caption = e;
    },
  };
}

function magicBeat(e: Happened): Beat {
  return {
    ms: e.kind === "reveal" ? 600 : 800,
    cue: "spark",
    act(s) {
      calm(s);
      s.stage = "magic";
      s.caption = e;
      const runner = s.runners[colourOf(e)];
      if (!runner) return;
      runner.lit = true;
      enchant(runner, e);
    },
  };
}

/** Magic is turned up, takes effect and goes away. */
function enchant(runner: Runner, { kind, args }: Happened): void {
  if (kind === "reveal") {
    runner.cards = readTexts(args, "cards").map((magic, k) => ({ seat: runner.cards[k]?.seat ?? -1, magic }));
  } else if (kind === "cancel") drop(runner, args["plus"], args["minus"]);
  else drop(runner, args["magic"], kind.startsWith("antimagic") ? args["by"] : undefined);
  if (kind === "whisper") runner.odds = readNumber(args, "odds");
}

function drop(runner: Runner, ...magic: unknown[]): void {
  for (const m of magic) {
    const k = runner.cards.findIndex((c) => c.magic === m);
    if (k >= 0) runner.cards = runner.cards.filter((_, j) => j !== k);
  }
}

/** A card is turned up; then all that it moves runs at once. */
function cardBeat(e: Happened): Beat {
  return {
    ms: 600,
    ...(e.args["turn"] === 1 ? { cue: "bell" } : {}),
    act(s) {
      calm(s);
      s.stage = "race";
      s.card = readText(e.args, "card").split(" ").map(Number);
      s.turn = readNumber(e.args, "turn");
      s.dice = [];
      s.caption = e;
    },
  };
}

/** Several run at once; in slow motion where it is close at the line. The first that is worth a word is told. */
function runBeat(moves: Happened[], close: boolean, worth: (e: Happened) => boolean = () => true): Beat {
  const told = moves.find(worth);
  return {
    ms: close ? 2200 : 900,
    ...(close ? { firm: true } : {}),
    cue: "gallop",
    act(s) {
      s.slow = close;
      for (const m of moves) run(s, m);
      if (told) s.caption = told;
    },
  };
}

/** The dice roll, lie still, and those they name sprint. */
function diceBeats(e: Happened, moves: Happened[], close: boolean): Beat[] {
  const roll: Beat = {
    ms: 450,
    cue: "dice",
    act(s) {
      calm(s);
      s.dice = [];
      s.rolling = true;
      s.caption = null;
    },
  };
  const lie: Beat = {
    ms: 400,
    act(s) {
      s.rolling = false;
      s.dice = readTexts(e.args, "dice");
      s.caption = e;
    },
  };
  return moves.length ? [roll, lie, runBeat(moves, close)] : [roll, lie];
}

function run(s: Scene, e: Happened): void {
  const runner = s.runners[colourOf(e)];
  if (!runner) return;
  runner.at = readNumber(e.args, "at", runner.at);
  runner.running = e.kind !== "no_sprint" && e.kind !== "frozen";
  runner.lit = e.kind !== "move";
}

/** A unicorn is home; where it was level with another, the photo shows it. */
function finishBeat(e: Happened, level: string[]): Beat {
  const photo = e.kind === "finish_why" && e.args["why"] !== "further" ? level : [];
  const place = readNumber(e.args, "place");
  return {
    ms: photo.length ? 1600 : place === 1 ? 1000 : 450,
    ...(photo.length ? { firm: true, cue: "photo" } : place === 1 ? { firm: true, cue: "cheer" } : {}),
    act(s) {
      calm(s);
      s.photo = photo;
      s.caption = e;
      const runner = s.runners[colourOf(e)];
      if (!runner) return;
      runner.place = place;
      runner.lit = true;
    },
  };
}

function tieBeat(e: Happened): Beat {
  return {
    ms: 1200,
    firm: true,
    cue: "photo",
    act(s) {
      calm(s);
      s.photo = readTexts(e.args, "colours");
      s.caption = e;
    },
  };
}

function rankingBeat(e: Happened): Beat {
  return {
    ms: 1200,
    cue: "cheer",
    act(s) {
      calm(s);
      s.caption = e;
    },
  };
}

/** What the race brought is told in parts: each player's share, the one who looks first, then the new odds. */
export function bookkeeping(events: readonly Happened[], seat: number | null): Beat[] {
  const account = accountOf(events, seat);
  if (!account) return [];
  const open = (s: Scene, told: number): void => {
    calm(s);
    s.stage = "payout";
    s.caption = null;
    s.account = account;
    s.told = told;
  };
  const shares = account.shares.map((share, i): Beat => {
    const mine = share.seat === seat;
    return {
      ms: mine ? 1500 + 500 * share.lines.length : 700,
      ...(mine && share.gold + share.glory > 0 ? { cue: "coins" } : {}),
      act: (s) => open(s, i + 1),
    };
  });
  const odds: Beat = {
    ms: 1600,
    act(s) {
      open(s, account.shares.length + 1);
      for (const { colour, odds } of account.moved) {
        const runner = s.runners[colour];
        if (runner) runner.odds = odds;
      }
    },
  };
  return account.moved.length || account.rampage.length || !shares.length ? [...shares, odds] : shares;
}
