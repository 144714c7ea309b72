/** The race as it is watched: beats played one after another, quicker or to the end when the player wants it. */
import type { FeverView } from "../../lib/wire.gen";
import type { Happened } from "../types";
import { type Beat, beats, type Scene, sceneOf } from "./race_beats";

/** Runs one race at a time. `scene` is null when there is nothing to watch. */
export class RaceAnimation {
  scene: Scene | null = $state(null);
  fast = $state(false);
  #beats: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #speed = 1;
  #done: () => void = () => undefined;

  start(from: FeverView, events: readonly Happened[], speed: number, done: () => void): void {
    this.stop();
    this.#beats = beats(events);
    if (!this.#beats.length) return;
    this.#speed = speed;
    this.#done = done;
    this.scene = sceneOf(from);
    this.#next();
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
