/** The race as it is watched: beats played one after another, quicker or to the end when the player wants it. */
import type { FeverView } from "../../lib/wire.gen";
import type { Happened } from "../types";
import type { Beat, Cue } from "./race_beats";
import { type Scene, sceneOf } from "./race_scene";
import { schedule } from "./race_schedule";

/** What is watched: the show, from whose seat and how fast; what is told when it is over (whether to its end). */
export interface Watching {
  from: FeverView;
  events: readonly Happened[];
  seat: number | null;
  speed: number;
  heard(cue: Cue, ms: number): void;
  done(whole: boolean): void;
}

/** Runs one race at a time. `scene` is null when there is nothing to watch. */
export class RaceAnimation {
  scene: Scene | null = $state(null);
  fast = $state(false);
  #beats: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #now: Watching | null = null;
  #due = 0; // when the next beat is to come, on the page's clock
  #spent = 0; // ms of the race that goes on, in earlier shows

  start(now: Watching): void {
    this.stop();
    if (now.from.phase !== "race") this.fresh();
    const { beats, ran } = schedule(now.from, now.events, now.seat, this.#spent);
    this.#spent += ran;
    this.#beats = beats;
    if (!beats.length) return;
    this.#now = now;
    this.scene = sceneOf(now.from);
    this.#due = performance.now();
    this.#next();
  }

  #next(): void {
    const beat = this.#beats.shift();
    if (!beat || !this.scene || !this.#now) {
      this.#end(true);
      return;
    }
    const ms = beat.ms * this.#now.speed * (this.fast ? 0.5 : 1);
    this.scene.ms = ms;
    beat.act(this.scene);
    if (beat.cue) this.#now.heard(beat.cue, ms);
    // drawing takes its time: a beat that came late is as much shorter, by half at most
    const now = performance.now();
    this.#due = Math.max(this.#due + ms, now + ms / 2);
    this.#timer = setTimeout(() => this.#next(), this.#due - now);
  }

  /** What is watched next does not go on with what was watched last. */
  fresh(): void {
    this.#spent = 0;
  }

  /** To the end at once. */
  stop(): void {
    this.#end(false);
  }

  #end(whole: boolean): void {
    clearTimeout(this.#timer);
    this.#beats = [];
    if (!this.scene) return;
    this.scene = null;
    this.#now?.done(whole);
  }
}
