import { expect, test } from "vitest";
import { plan, tabFor } from "./plan";

test("a narrow room is upright, a flat one is a phone held sideways", () => {
  expect(plan(360, 440).shape).toBe("upright");
  expect(plan(740, 900).shape).toBe("upright");
  expect(plan(740, 500).shape).toBe("wide");
  expect(plan(546, 334).shape).toBe("flat");
  expect(plan(844, 390).shape).toBe("flat");
});

test("a low window of a laptop keeps its course in sight, and no prompt turns it", () => {
  expect(plan(1006, 445).shape).toBe("wide");
  expect(plan(941, 472).shape).toBe("wide");
  expect(plan(941, 380, 472)).toMatchObject({ shape: "wide", unit: 11 });
  expect(plan(993, 395).shape).toBe("flat");
});

test("everything grows with the room, and stays large enough to be read", () => {
  const sizes = (
    [
      [344, 430],
      [944, 600],
      [1560, 880],
      [3480, 1960],
    ] as const
  ).map(([width, height]) => plan(width, height).unit);
  expect(sizes[0]).toBeGreaterThanOrEqual(14);
  expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
  expect(sizes[2]).toBeGreaterThan(22);
  expect(sizes[3]).toBe(44);
  expect([plan(344, 430), plan(374, 640)].map(({ low }) => low)).toEqual([true, false]);
});

test("what is asked for is the first to be seen", () => {
  expect(tabFor([])).toBe("course");
  expect(tabFor(["loan", "token red", "print blue"])).toBe("tokens");
  expect(tabFor(["loan", "contract GN1"])).toBe("contracts");
  expect(tabFor(["magic A+ on red", "token red"])).toBe("course");
});
