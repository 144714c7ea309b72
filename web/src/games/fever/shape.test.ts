import { expect, test } from "vitest";
import { shapeOf, tabFor, unitOf } from "./shape";

test("a narrow room is upright, a flat one is a phone held sideways", () => {
  expect(shapeOf(360, 440)).toBe("upright");
  expect(shapeOf(740, 900)).toBe("upright");
  expect(shapeOf(740, 500)).toBe("wide");
  expect(shapeOf(546, 334)).toBe("flat");
  expect(shapeOf(844, 390)).toBe("flat");
});

test("everything grows with the room, and stays large enough to be read", () => {
  const sizes = [unitOf(344, 430), unitOf(944, 600), unitOf(1560, 880), unitOf(3480, 1960)];
  expect(sizes[0]).toBeGreaterThanOrEqual(14);
  expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
  expect(sizes[2]).toBeGreaterThan(22);
  expect(sizes[3]).toBe(44);
});

test("what is asked for is the first to be seen", () => {
  expect(tabFor([])).toBe("course");
  expect(tabFor(["loan", "token red", "print blue"])).toBe("tokens");
  expect(tabFor(["loan", "contract GN1"])).toBe("contracts");
  expect(tabFor(["magic A+ on red", "token red"])).toBe("course");
});
