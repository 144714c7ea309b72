import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "./settings.svelte";
import { type Shown, ShowQueue } from "./show_queue.svelte";
import { show, told } from "./testing";

let drawn: Shown[];
let queue: ShowQueue;
let hidden: boolean;

/** A board that holds every race for so long. */
let race: number;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  settings.motion = "usual";
  drawn = [];
  race = Infinity;
  queue = new ShowQueue((shown) => {
    drawn.push(shown);
    if (queue.long(shown.events)) queue.hold.take(race);
    return { mine: shown.events.every((e) => e.args?.["seat"] === 0) };
  });
  queue.long = (events) => events.some((e) => e.kind === "race");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const came = (n: number, kind = "moved", seat = 1): void =>
  queue.add({ ...show(n, { events: [told(n, kind, { seat })] }), came: performance.now() });
const numbers = (): number[] => drawn.map((s) => s.n);
const kinds = (shown: Shown | undefined): string[] => shown?.events.map((e) => `${e.kind} ${e.n}`) ?? [];

describe("at the usual pace", () => {
  test("the first is drawn at once, the next when it has been seen", () => {
    came(1);
    expect(numbers()).toEqual([1]);
    came(2);
    expect(queue.empty).toBe(false);
    vi.advanceTimersByTime(419);
    expect(numbers()).toEqual([1]);
    vi.advanceTimersByTime(2);
    expect(numbers()).toEqual([1, 2]);
    expect(queue.empty).toBe(true);
  });

  test("our own move does not stand in the way", () => {
    came(1, "moved", 0);
    came(2);
    vi.advanceTimersByTime(1);
    expect(numbers()).toEqual([1, 2]);
  });

  test("the newest of several is on the screen after 600 ms, each of them drawn by itself", () => {
    for (const n of [1, 2, 3, 4, 5]) came(n);
    vi.advanceTimersByTime(610);
    expect(numbers()).toEqual([1, 2, 3, 4, 5]);
  });

  test("far behind, all that waits becomes one show with all that happened", () => {
    for (let n = 1; n <= 10; n++) came(n);
    expect(numbers()).toEqual([1, 10]);
    expect(drawn[1]?.events.map((e) => e.n)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe("a race", () => {
  test("runs to its end however much waits behind it", () => {
    race = 25_000;
    came(1, "race");
    for (let n = 2; n <= 30; n++) {
      vi.advanceTimersByTime(200);
      came(n);
    }
    vi.advanceTimersByTime(25_000 - 29 * 200 - 1);
    expect(numbers()).toEqual([1]);
    vi.advanceTimersByTime(2);
    expect(numbers()).toEqual([1, 30]);
    expect(drawn[1]?.events).toHaveLength(29);
  });

  test("is run to its end in a tab that nobody looks at", () => {
    came(1, "race");
    hidden = true;
    came(2);
    vi.advanceTimersByTime(60_000);
    expect(numbers()).toEqual([1]);
  });

  test("is never folded with what was before or after it", () => {
    came(1, "race");
    for (const [n, kind] of ["moved", "moved", "race", "moved", "moved", "moved"].entries())
      came(n + 2, kind);
    vi.advanceTimersByTime(5000);
    queue.hold.end();
    vi.advanceTimersByTime(1000);
    expect(drawn.map(kinds)).toEqual([["race 1"], ["moved 2", "moved 3"], ["race 4"]]);
    queue.hold.end();
    vi.advanceTimersByTime(1000);
    expect(kinds(drawn[3])).toEqual(["moved 5", "moved 6", "moved 7"]);
    expect(queue.empty).toBe(true);
  });

  test("four races come one after the other, each to its end, in order", () => {
    race = 8000;
    let n = 0;
    const starts: number[] = [];
    for (let round = 0; round < 4; round++) {
      came(++n, "race");
      for (let k = 0; k < 12; k++) came(++n);
    }
    for (let t = 0; t < 60_000; t += 50) {
      vi.advanceTimersByTime(50);
      const races = drawn.filter((s) => s.events.some((e) => e.kind === "race")).length;
      if (races > starts.length) starts.push(t);
    }
    expect(starts).toHaveLength(4);
    starts.slice(1).forEach((start, k) => expect(start - (starts[k] ?? 0)).toBeGreaterThanOrEqual(8000));
    expect(drawn.flatMap((s) => s.events.map((e) => e.n))).toEqual(
      Array.from({ length: n }, (_, k) => k + 1),
    );
  });

  test("can be skipped, and only this one is", () => {
    came(1, "race");
    came(2);
    came(3, "race");
    came(4);
    queue.skip();
    vi.advanceTimersByTime(1000);
    expect(numbers()).toEqual([1, 2, 3]);
    queue.skip();
    vi.advanceTimersByTime(1);
    expect(numbers()).toEqual([1, 2, 3, 4]);
  });
});

describe("without delay", () => {
  test("a player without motion sees every show at once", () => {
    settings.motion = "none";
    race = 0;
    for (const n of [1, 2, 3]) came(n);
    vi.advanceTimersByTime(5);
    expect(numbers()).toEqual([1, 2, 3]);
  });

  test("in a hidden tab nothing piles up", () => {
    hidden = true;
    for (const n of [1, 2, 3]) came(n);
    vi.advanceTimersByTime(5);
    expect(numbers()).toEqual([1, 2, 3]);
  });

  test("skipping folds what waits", () => {
    for (const n of [1, 2, 3, 4]) came(n);
    queue.skip();
    expect(drawn.map(kinds)).toEqual([["moved 1"], ["moved 2", "moved 3", "moved 4"]]);
    came(5);
    vi.advanceTimersByTime(100);
    expect(numbers()).toEqual([1, 4]);
  });
});

test("what waits can be amended, and all of it forgotten", () => {
  came(1);
  came(2);
  queue.amend((s) => ({ ...s, orders: "pass" }));
  vi.advanceTimersByTime(500);
  expect(drawn.map((s) => s.orders)).toEqual(["ask", "pass"]);
  came(3);
  queue.stop();
  vi.advanceTimersByTime(5000);
  expect(numbers()).toEqual([1, 2]);
  expect(queue.empty).toBe(true);
});
