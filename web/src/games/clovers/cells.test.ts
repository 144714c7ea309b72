import { expect, test, vi } from "vitest";
import { faults, hintsTaken, range, stars, takeHint } from "./cells";

// a garden of four: a1 b1 above a2 b2
vi.mock(import("../../lib/games.svelte"), async (real) => ({
  ...(await real()),
  facts: () =>
    ({
      highest: 20,
      cells: ["a1", "b1", "a2", "b2"],
      lower: [[], [0], [0], [2, 1]],
      higher: [[1, 2], [3], [3], []],
    }) as never,
}));

test("neighbours that do not rise are found where the game says that they must", () => {
  expect([...faults([1, 2, 3, 4])]).toEqual([]);
  expect([...faults([5, 2, 3, 3])]).toEqual(["a1>", "a1v", "a2>"]);
  expect([...faults([5, 0, 6, 0])]).toEqual([]);
});

test("what could lie on a cell stands between those before and after it", () => {
  expect(range([0, 0, 0, 0], 1)).toEqual({ low: 1, high: 20 });
  expect(range([5, 0, 0, 9], 1)).toEqual({ low: 6, high: 8 });
  expect(range([9, 7, 0, 9], 1)).toEqual({ low: 10, high: 8 });
});

const task = { solved: true, moves: 5, allowed: 6, shortest: 5 };

test.each([
  ["in the fewest swaps", task, 0, 3],
  ["within what is allowed", { ...task, moves: 6 }, 0, 2],
  ["at all", { ...task, moves: 9 }, 0, 1],
  ["not yet", { ...task, solved: false }, 0, 0],
  ["with one hint", task, 1, 2],
  ["with many hints", task, 7, 1],
])("solved %s", (_, one, hints, n) => expect(stars(one, hints)).toBe(n));

test("hints are counted by the table", () => {
  expect(hintsTaken("/t/a")).toBe(0);
  takeHint("/t/a");
  expect(takeHint("/t/a")).toBe(2);
  expect(hintsTaken("/t/a")).toBe(2);
  expect(hintsTaken("/t/b")).toBe(0);
});
