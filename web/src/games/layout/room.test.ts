import { describe, expect, test } from "vitest";
import { fit, share, type Shape } from "./room";

const CARD: Shape = { tall: 1.3, gap: 6, most: 160, touch: 44 };

describe("room is shared", () => {
  const needs = [
    { least: 50, likes: 100, most: 100 },
    { least: 50, likes: 150, most: 400 },
  ];
  test.each([
    [100, [50, 50]],
    [175, [75, 100]],
    [250, [100, 150]],
    [350, [100, 250]],
    [900, [100, 400]],
    [50, [25, 25]],
  ])("%i pixels", (room, given) => expect(share(room, needs)).toEqual(given));
});

describe("cards are laid out", () => {
  test("a few in one row as large as the height allows", () => {
    expect(fit(3, 900, 130, CARD)).toMatchObject({ wide: 100, rows: 1, step: 106, good: true });
  });
  test("never larger than they should be", () => {
    expect(fit(2, 3000, 900, CARD).wide).toBe(160);
  });
  test("smaller before they overlap, as long as names can be read", () => {
    const nine = fit(9, 700, 130, CARD);
    expect(nine).toMatchObject({ rows: 1, good: true });
    expect(nine.step).toBeCloseTo(nine.wide + CARD.gap);
  });
  test("overlapping before they get too small", () => {
    const twelve = fit(12, 620, 100, CARD);
    expect(twelve).toMatchObject({ rows: 1, good: true });
    expect(twelve.step).toBeLessThan(twelve.wide);
  });
  test("in two rows where one would hide them", () => {
    expect(fit(14, 370, 130, CARD)).toMatchObject({ rows: 2, good: true });
  });
  test("a little smaller where each can be touched then", () => {
    expect(fit(12, 542, 79, CARD)).toMatchObject({ rows: 1, good: true });
  });
  test("and it is told when they cannot be touched", () => {
    expect(fit(14, 200, 40, CARD).good).toBe(false);
  });
  test("nothing needs no room", () => {
    expect(fit(0, 300, 100, CARD)).toMatchObject({ rows: 1, across: 1 });
  });
  test.each([1, 5, 9, 14, 20])("%i of them stay inside the box", (n) => {
    for (const [width, height] of [
      [328, 90],
      [560, 120],
      [900, 200],
      [2400, 500],
    ] as const) {
      const { wide, rows, across, step } = fit(n, width, height, CARD);
      expect(rows * across).toBeGreaterThanOrEqual(n);
      expect((across - 1) * step + wide).toBeLessThanOrEqual(width + 0.01);
      expect(rows * wide * CARD.tall + (rows - 1) * CARD.gap).toBeLessThanOrEqual(height + 0.01);
    }
  });
});
