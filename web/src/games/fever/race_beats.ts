/**
 * A race as beats: what its events show, one after another, over a scene that starts where the last view stood. The
 * view is the truth all the time; the scene only shows how it came about.
 */
import type { FeverLane, FeverLying, FeverView } from "../../lib/wire.gen";
import type { Happened, Message } from "../types";

export interface Runner extends Pick<
  FeverLane,
  "colour" | "at" | "place" | "odds" | "rampage" | "ability" | "immune"
> {
  cards: FeverLying[];
  /** Galloping at this moment. */
  running: boolean;
  /** Something happens to it now. */
  lit: boolean;
}
export type Runners = Record<string, Runner>;

export interface Scene {
  round: number;
  stage: "magic" | "race" | "payout";
  runners: Runners;
  turn: number;
  card: number[];
  dice: string[];
  rolling: boolean;
  photo: boolean;
  /** Said now. */
  caption: Message | null;
  /** The payout told so far. */
  lines: Message[];
}

export interface Beat {
  ms: number;
  act(scene: Scene): void;
}

const MAGIC = ["reveal", "cancel", "immune", "ward", "seal", "seal_none", "whisper"];
const START = new Set([...MAGIC, "race", "card", "dice"]);
const CARD_MOVES = ["move", "move_why", "line", "frozen"];
const SPRINTS = ["sprint", "no_sprint", "line", "frozen"];
const FINISH = ["finish", "finish_why"];
const PAYOUT = [
  "win_paid",
  "lost",
  "saved",
  "half_back",
  "glory_parts",
  "owner_gold",
  "contract_gold",
  "contract_glory",
  "tax",
  "tax_less",
  "tax_short",
  "tax_loan",
  "odds_moved",
  "rampage",
  "end",
  "repaid",
  "unpaid",
  "converted",
  "final",
];

/** Whether a race is run in these events. */
export function isRace(events: readonly Pick<Happened, "kind">[]): boolean {
  return events.some((e) => START.has(e.kind) || FINISH.includes(e.kind));
}

/** The payout as it is told, also for those who do not watch the race. */
export function payoutOf(events: readonly Happened[]): Message[] {
  const ran = events.findIndex((e) => e.kind === "ranking");
  const told = (e: Happened): boolean => e.kind === "ranking" || PAYOUT.includes(e.kind);
  return ran < 0 ? [] : events.slice(ran).filter(told).map(message);
}

const message = (e: Happened): Message => ({ id: `event.${e.kind}`, args: e.args });
const colourOf = (e: Happened): string => e.args["colour"] as string;

/** The unicorns as they stand in a view. */
export function runnersOf(view: FeverView): Runners {
  return Object.fromEntries(view.lanes.map((l) => [l.colour, { ...l, running: false, lit: false }]));
}

export function sceneOf(view: FeverView): Scene {
  return {
    round: view.round,
    stage: "magic",
    runners: runnersOf(view),
    turn: view.race.turn,
    card: view.race.card,
    dice: view.race.dice,
    rolling: false,
    photo: false,
    caption: null,
    lines: [],
  };
}

/** The events that are shown together: a card or a throw of the dice with all that it moves, anything else alone. */
export function groups(events: readonly Happened[]): Happened[][] {
  const found: Happened[][] = [];
  for (const e of events) {
    if (e.kind === "round") break; // the next round is the view's business
    const with_ = found.at(-1);
    const lead = with_?.[0]?.kind;
    const moves = lead === "card" ? CARD_MOVES : lead === "dice" ? SPRINTS : [];
    if (with_ && moves.includes(e.kind)) with_.push(e);
    else found.push([e]);
  }
  return found;
}

/** All beats of a race, in order. */
export function beats(events: readonly Happened[]): Beat[] {
  const ran = events.findIndex((e) => e.kind === "ranking");
  const paid = START.has(events[0]?.kind ?? "") ? ran : 0; // what is paid before the ranking is not of this race
  let at = 0;
  return groups(events).flatMap((group) => {
    const paying = paid >= 0 && at >= paid;
    at += group.length;
    return beatsOf(group, paying);
  });
}

function beatsOf([e, ...moves]: Happened[], paying: boolean): Beat[] {
  if (!e) return [];
  if (MAGIC.includes(e.kind)) return [magicBeat(e)];
  if (FINISH.includes(e.kind)) return [finishBeat(e)];
  if (PAYOUT.includes(e.kind)) return paying ? [payoutBeat(e)] : [];
  if (CARD_MOVES.includes(e.kind) || SPRINTS.includes(e.kind)) return [{ ms: 700, act: (s) => run(s, e) }];
  switch (e.kind) {
    case "race":
    case "first":
    case "first_stays":
      return [openingBeat(e)];
    case "card":
      return cardBeats(e, moves);
    case "dice":
      return diceBeats(e, moves);
    case "tie":
      return [tieBeat(e)];
    case "ranking":
      return [rankingBeat(e)];
  }
  return [];
}

function calm(scene: Scene): void {
  for (const runner of Object.values(scene.runners)) runner.running = runner.lit = false;
}

function openingBeat(e: Happened): Beat {
  return {
    ms: 700,
    act(s) {
      calm(s);
      s.stage = "magic";
      s.caption = message(e);
    },
  };
}

function magicBeat(e: Happened): Beat {
  return {
    ms: e.kind === "reveal" ? 1100 : 900,
    act(s) {
      calm(s);
      s.stage = "magic";
      s.caption = message(e);
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
    const cards = args["cards"] as string[];
    runner.cards = cards.map((magic, k) => ({ seat: runner.cards[k]?.seat ?? -1, magic }));
  } else if (kind === "cancel") drop(runner, args["plus"], args["minus"]);
  else drop(runner, args["magic"], kind.startsWith("seal") ? args["by"] : undefined);
  if (kind === "whisper") runner.odds = args["odds"] as number;
}

function drop(runner: Runner, ...magic: unknown[]): void {
  for (const m of magic) {
    const k = runner.cards.findIndex((c) => c.magic === m);
    if (k >= 0) runner.cards = runner.cards.filter((_, j) => j !== k);
  }
}

/** A card is turned up, then all that it moves runs at once. */
function cardBeats(e: Happened, moves: Happened[]): Beat[] {
  const why = moves.find((m) => m.kind !== "move");
  const turned: Beat = {
    ms: 800,
    act(s) {
      calm(s);
      s.stage = "race";
      s.card = String(e.args["card"]).split(" ").map(Number);
      s.turn = e.args["turn"] as number;
      s.dice = [];
      s.caption = message(e);
    },
  };
  const runs: Beat = {
    ms: 1000,
    act(s) {
      for (const m of moves) run(s, m);
      if (why) s.caption = message(why);
    },
  };
  return [turned, runs];
}

/** The dice roll, lie still, and those they name sprint. */
function diceBeats(e: Happened, moves: Happened[]): Beat[] {
  const [first] = moves;
  const roll: Beat = {
    ms: 700,
    act(s) {
      calm(s);
      s.dice = [];
      s.rolling = true;
      s.caption = null;
    },
  };
  const lie: Beat = {
    ms: 500,
    act(s) {
      s.rolling = false;
      s.dice = e.args["dice"] as string[];
      s.caption = message(e);
    },
  };
  if (!first) return [roll, lie];
  const sprint: Beat = {
    ms: 800,
    act(s) {
      for (const m of moves) run(s, m);
      s.caption = message(first);
    },
  };
  return [roll, lie, sprint];
}

function run(s: Scene, e: Happened): void {
  const runner = s.runners[colourOf(e)];
  if (!runner) return;
  const at = e.args["at"];
  if (typeof at === "number") runner.at = at;
  runner.running = e.kind !== "no_sprint" && e.kind !== "frozen";
  runner.lit = e.kind !== "move";
}

function finishBeat(e: Happened): Beat {
  const photo = e.kind === "finish_why" && e.args["why"] !== "further";
  return {
    ms: photo ? 1100 : 600,
    act(s) {
      calm(s);
      s.photo = photo;
      s.caption = message(e);
      const runner = s.runners[colourOf(e)];
      if (!runner) return;
      runner.place = e.args["place"] as number;
      runner.lit = true;
    },
  };
}

function tieBeat(e: Happened): Beat {
  return {
    ms: 700,
    act(s) {
      s.photo = true;
      s.caption = message(e);
    },
  };
}

function rankingBeat(e: Happened): Beat {
  return {
    ms: 1500,
    act(s) {
      calm(s);
      s.photo = false;
      s.caption = message(e);
      s.lines = [message(e)];
    },
  };
}

function payoutBeat(e: Happened): Beat {
  return {
    ms: e.kind === "glory_parts" ? 500 : 1000,
    act(s) {
      calm(s);
      s.photo = false;
      s.stage = "payout";
      s.caption = message(e);
      s.lines = [...s.lines, message(e)];
      const runner = s.runners[colourOf(e)];
      if (!runner) return;
      runner.lit = true;
      if (e.kind === "odds_moved") runner.odds = e.args["odds"] as number;
    },
  };
}
