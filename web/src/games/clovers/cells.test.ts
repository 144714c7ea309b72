import { expect, test } from "vitest";
import { hintsTaken, stars, takeHint } from "./cells";

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
