/**
 * The race as a show: the events of a race become beats, one after another, over a scene that starts where the
 * last view stood. The view is the truth all the time; the scene only shows how it came about.
 */
import type { Happened, Message } from "../types";
import { COLOURS, type Colour, type Lying, type View } from "./view";

export interface Runner {
  colour: Colour;
  at: number;
  place: number;
  odds: number;
  rampage: boolean;
  cards: Lying[];
  ability: string;
  immune: string;
  /** Galloping at this moment. */
  running: boolean;
  /** Something happens to it now. */
  lit: boolean;
}

export interface Scene {
  round: number;
  stage: "magic" | "race" | "payout";
  runners: Record<Colour, Runner>;
  turn: number;
  card: number[];
  dice: Colour[];
  rolling: boolean;
  photo: boolean;
  /** Said now. */
  caption: Message | null;
  /** The payout told so far. */
  lines: Message[];
}

interface Beat {
  ms: number;
  act(scene: Scene): void;
}

const MAGIC = ["reveal", "cancel", "immune", "ward", "seal", "seal_none", "whisper"];
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
const START = new Set([...MAGIC, "race", "card", "dice"]);

/** What of the events belongs to the show; a race starts it, and the first payout event ends the running. */
export function isShow(events: Happened[]): boolean {
  return events.some((e) => START.has(e.kind) || e.kind === "finish" || e.kind === "finish_why");
}

/** The payout as it is told, also for those who do not watch the race. */
export function payoutOf(events: Happened[]): Message[] {
  const ran = events.findIndex((e) => e.kind === "ranking");
  return ran < 0 ? [] : events.slice(ran).filter(told).map(message);
}

function told(e: Happened): boolean {
  return e.kind === "ranking" || PAYOUT.includes(e.kind);
}

const message = (e: Happened): Message => ({ id: `event.${e.kind}`, args: e.args ?? {} });

function sceneOf(view: View): Scene {
  const runners = Object.fromEntries(
    view.lanes.map((l) => [l.colour, { ...l, running: false, lit: false }]),
  ) as unknown as Record<Colour, Runner>;
  return {
    round: view.round,
    stage: "magic",
    runners,
    turn: view.race.turn,
    card: view.race.card,
    dice: view.race.dice,
    rolling: false,
    photo: false,
    caption: null,
    lines: [],
  };
}

const calm = (scene: Scene): void => {
  for (const c of COLOURS) {
    scene.runners[c].running = false;
    scene.runners[c].lit = false;
  }
};

function beats(events: Happened[]): Beat[] {
  const list: Beat[] = [];
  const add = (ms: number, act: (s: Scene) => void): void => void list.push({ ms, act });
  let ran = false;
  for (let i = 0; i < events.length; i += 1) {
    const e = events[i] as Happened;
    const args = e.args ?? {};
    const colour = args["colour"] as Colour;
    if (MAGIC.includes(e.kind)) {
      add(e.kind === "reveal" ? 1100 : 900, (s) => {
        calm(s);
        s.stage = "magic";
        s.caption = message(e);
        const r = s.runners[colour];
        r.lit = true;
        if (e.kind === "reveal") {
          const cards = args["cards"] as string[];
          r.cards = cards.map((magic, k) => ({ seat: r.cards[k]?.seat ?? -1, magic }));
        } else if (e.kind === "cancel") drop(r, args["plus"], args["minus"]);
        else if (e.kind === "whisper") {
          r.odds = args["odds"] as number;
          drop(r, args["magic"]);
        } else if (e.kind === "seal" || e.kind === "seal_none") drop(r, args["magic"], args["by"]);
        else drop(r, args["magic"]);
      });
    } else if (e.kind === "race" || e.kind === "first" || e.kind === "first_stays") {
      add(700, (s) => {
        calm(s);
        s.stage = "magic";
        s.caption = message(e);
      });
    } else if (e.kind === "card") {
      add(800, (s) => {
        calm(s);
        s.stage = "race";
        s.card = String(args["card"]).split(" ").map(Number);
        s.turn = args["turn"] as number;
        s.dice = [];
        s.caption = message(e);
      });
      // all moves of the card at once
      const moves: Happened[] = [];
      while (["move", "move_why", "line", "frozen"].includes(events[i + 1]?.kind ?? "")) {
        i += 1;
        moves.push(events[i] as Happened);
      }
      const why = moves.find((m) => m.kind !== "move");
      add(1000, (s) => {
        for (const m of moves) run(s, m);
        if (why) s.caption = message(why);
      });
    } else if (e.kind === "dice") {
      add(700, (s) => {
        calm(s);
        s.dice = [];
        s.rolling = true;
        s.caption = null;
      });
      add(500, (s) => {
        s.rolling = false;
        s.dice = args["dice"] as Colour[];
        s.caption = message(e);
      });
      const moves: Happened[] = [];
      while (["sprint", "no_sprint", "line", "frozen"].includes(events[i + 1]?.kind ?? "")) {
        i += 1;
        moves.push(events[i] as Happened);
      }
      if (moves.length)
        add(800, (s) => {
          for (const m of moves) run(s, m);
          s.caption = message(moves[0] as Happened);
        });
    } else if (["move", "move_why", "line", "frozen", "sprint", "no_sprint"].includes(e.kind)) {
      add(700, (s) => run(s, e));
    } else if (e.kind === "finish" || e.kind === "finish_why") {
      const place = args["place"] as number;
      const photo = e.kind === "finish_why" && args["why"] !== "further";
      add(photo ? 1100 : 600, (s) => {
        calm(s);
        s.runners[colour].place = place;
        s.runners[colour].lit = true;
        s.photo = photo;
        s.caption = message(e);
      });
    } else if (e.kind === "tie") {
      add(700, (s) => {
        s.photo = true;
        s.caption = message(e);
      });
    } else if (e.kind === "ranking") {
      ran = true;
      add(1500, (s) => {
        calm(s);
        s.photo = false;
        s.caption = message(e);
        s.lines = [message(e)];
      });
    } else if (PAYOUT.includes(e.kind) && (ran || !START.has(events[0]?.kind ?? ""))) {
      add(e.kind === "glory_parts" ? 500 : 1000, (s) => {
        calm(s);
        s.photo = false;
        s.stage = "payout";
        s.caption = message(e);
        s.lines = [...s.lines, message(e)];
        if (colour && s.runners[colour]) {
          s.runners[colour].lit = true;
          if (e.kind === "odds_moved") s.runners[colour].odds = args["odds"] as number;
        }
      });
    } else if (e.kind === "round") break; // the next round is the view's business
  }
  return list;
}

function drop(r: Runner, ...magic: unknown[]): void {
  for (const m of magic) {
    const k = r.cards.findIndex((c) => c.magic === m);
    if (k >= 0) r.cards = r.cards.filter((_, j) => j !== k);
  }
}

function run(s: Scene, e: Happened): void {
  const r = s.runners[e.args?.["colour"] as Colour];
  if (!r) return;
  const at = e.args["at"];
  if (typeof at === "number") r.at = at;
  r.running = e.kind !== "no_sprint" && e.kind !== "frozen";
  r.lit = e.kind !== "move";
}

/** Runs one show at a time. `scene` is null when there is nothing to show. */
export class Show {
  scene: Scene | null = $state(null);
  fast = $state(false);
  #beats: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #speed = 1;
  #done: () => void = () => undefined;

  /** Start; returns how long it takes in all. */
  start(from: View, events: Happened[], speed: number, done: () => void): number {
    this.stop();
    this.#beats = beats(events);
    if (!this.#beats.length) return 0;
    this.#speed = speed;
    this.#done = done;
    this.scene = sceneOf(from);
    const total = this.#beats.reduce((sum, b) => sum + b.ms, 0) * speed;
    this.#next();
    return total;
  }

  #next(): void {
    const beat = this.#beats.shift();
    if (!beat || !this.scene) {
      this.stop();
      return;
    }
    beat.act(this.scene);
    this.#timer = setTimeout(() => this.#next(), beat.ms * this.#speed * (this.fast ? 0.5 : 1));
  }

  /** To the end at once. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#beats = [];
    if (this.scene) {
      this.scene = null;
      this.#done();
    }
  }
}
