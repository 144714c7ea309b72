/** How long a race takes: beats as long as they want to be, or shorter where they would take too long together. */
import type { Happened } from "../types";
import { type Beat, bookkeeping, running } from "./race_beats";
import type { Start } from "./race_scene";

/** ms at the usual pace: from the first magic to the last unicorn, and what it brought; within 25 and 8 s by the clock. */
export const RACE = 24_000;
export const BOOKS = 7_500;
/** What a part of a race that somebody has to decide in may use of the time that is left for all of it. */
const PART = 0.75;

export const total = (beats: readonly Beat[]): number => beats.reduce((sum, beat) => sum + beat.ms, 0);

/** The beats within so many ms; those that are firm stay as long as they are, if the others leave them room. */
export function within(beats: readonly Beat[], limit: number): Beat[] {
  const sum = total(beats);
  if (sum <= limit) return [...beats];
  const firm = total(beats.filter((beat) => beat.firm));
  const scale = (limit - firm) / (sum - firm);
  if (scale >= 0.4) return beats.map((beat) => (beat.firm ? beat : { ...beat, ms: beat.ms * scale }));
  return beats.map((beat) => ({ ...beat, ms: (beat.ms * limit) / sum }));
}

/** One show of a race: its beats, and how much of the race's time they take. */
export interface Schedule {
  beats: Beat[];
  ran: number;
}

/** `spent`: what earlier shows of the same race took. */
export function schedule(view: Start, events: readonly Happened[], seat: number | null, spent = 0): Schedule {
  const over = events.some((e) => e.kind === "ranking");
  const left = Math.max(0, RACE - spent) * (over ? 1 : PART);
  const race = within(running(view, events), left);
  return { beats: [...race, ...within(bookkeeping(events, seat), BOOKS)], ran: total(race) };
}
