import { describe, expect, test, vi } from "vitest";
import type { Happened } from "../types";
import { bookkeeping, running } from "./race_beats";
import { sceneOf, type Start } from "./race_scene";
import { BOOKS, RACE, schedule, total, within } from "./race_schedule";
import recorded from "./recorded.json";

vi.mock(import("../../lib/games.svelte"), async (real) => ({
  ...(await real()),
  facts: () => ({ podium: 3 }) as never,
}));

/** Races as they were sent to seat 0: a whole game of four players, and the longest of 796 others in each way. */
interface Part {
  view: Start;
  events: Happened[];
}
const races = Object.values(recorded).flat() as unknown as Part[][];

const beat = (ms: number, firm = false): { ms: number; firm: boolean; act(): void } => ({
  ms,
  firm,
  act: () => undefined,
});

test("what takes too long is shortened, what is firm as late as possible", () => {
  const lengths = (...from: [...Parameters<typeof within>]): number[] => within(...from).map((b) => b.ms);
  expect(lengths([beat(10), beat(20)], 30)).toEqual([10, 20]);
  expect(lengths([beat(20), beat(40), beat(10, true)], 40)).toEqual([10, 20, 10]);
  expect(lengths([beat(20), beat(80, true)], 50)).toEqual([10, 40]);
});

describe("recorded races", () => {
  test("are a whole game and more", () => {
    expect(races.length).toBeGreaterThan(6);
    expect(races.some((parts) => parts.length > 3)).toBe(true);
  });
  test("take 25 s at most, however often somebody has to decide, and what they brought 8 s", () => {
    for (const parts of races) {
      let spent = 0;
      for (const { view, events } of parts) {
        const { beats, ran } = schedule(view, events, 0, spent);
        spent += ran;
        expect(total(beats) - ran).toBeLessThanOrEqual(BOOKS + 1e-6);
        expect(Math.min(...beats.map((b) => b.ms))).toBeGreaterThan(60);
      }
      expect(spent).toBeLessThanOrEqual(RACE + 1e-6);
      expect(spent).toBeGreaterThan(8000);
    }
  });
  test("end with all six home and everything told, one's own share first", () => {
    for (const parts of races) {
      const last = parts.at(-1) as Part;
      const scene = sceneOf(last.view);
      for (const b of running(last.view, last.events)) b.act(scene);
      expect(
        Object.values(scene.runners)
          .map((r) => r.place)
          .sort(),
      ).toEqual([1, 2, 3, 4, 5, 6]);
      const books = bookkeeping(last.events, 0);
      books[0]?.act(scene);
      const seats = scene.account?.shares.map((share) => share.seat) ?? [];
      expect(seats[0] === 0 || !seats.includes(0)).toBe(true);
      for (const b of books) b.act(scene);
      expect(scene.told).toBeGreaterThanOrEqual(seats.length);
    }
  });
});
