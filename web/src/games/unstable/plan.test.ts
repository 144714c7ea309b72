import { describe, expect, test } from "vitest";
import { fit } from "../layout/room";
import { type Asked, type Plan, plan } from "./plan";

const table = (width: number, height: number, change: Partial<Asked> = {}): Asked => ({
  width,
  height,
  rivals: 3,
  most: 6,
  mine: 6,
  hand: 7,
  asksMine: false,
  asksHand: true,
  watched: false,
  ...change,
});
const sum = (all: number[]): number => all.reduce((a, b) => a + b, 0);

describe("all regions together are as high as the table", () => {
  test.each([
    [920, 590],
    [1500, 880],
    [370, 590],
    [340, 380],
    [556, 314],
    [2900, 1900],
  ])("%i by %i", (width, height) => {
    for (const rivals of [1, 3, 7])
      for (const n of [0, 5, 14]) {
        const { rows } = plan(table(width, height, { rivals, most: n, mine: n, hand: Math.min(n, 12) }));
        expect(sum(rows)).toBeLessThanOrEqual(height + 0.01);
        expect(Math.min(...rows)).toBeGreaterThan(20);
      }
  });
});

test("a wide table shows the cards of rivals, a narrow one summaries", () => {
  expect(plan(table(920, 590)).open).toBe(true);
  expect(plan(table(370, 590)).open).toBe(false);
  expect(plan(table(920, 590, { rivals: 7 })).open).toBe(false);
});

test("cards grow with the room there is", () => {
  const hand = (width: number, height: number): number => {
    const { rows, shapes, beside } = plan(table(width, height));
    return beside ? 0 : fit(7, width - 14, (rows[3] ?? 0) - 14, shapes.hand).wide;
  };
  expect(hand(1500, 880)).toBeGreaterThan(hand(920, 590) * 1.2);
});

test("on a phone held sideways the own cards come before the rest", () => {
  const { rows, shapes, above } = plan(table(544, 316));
  expect(above).toBe(false);
  expect(fit(7, 530, (rows[3] ?? 0) - 14, shapes.hand).wide).toBeGreaterThan(54);
});

test("where not everything can be touched, what is asked for can", () => {
  const full = table(556, 314, { most: 14, mine: 14, hand: 12 });
  const { rows, shapes, beside, part } = plan(full);
  const width = beside ? 556 * (1 - part) - 14 : 542;
  expect(fit(12, width, (beside ? rows[2] : rows[3])! - 14, shapes.hand).good).toBe(true); // eslint-disable-line @typescript-eslint/no-non-null-assertion
});

test("where nothing is asked for, all cards of a full hand can be read", () => {
  const full = table(556, 314, { most: 14, mine: 11, hand: 11, asksHand: false });
  const { rows, shapes, beside, part } = plan(full);
  const width = beside ? 556 * (1 - part) - 14 : 542;
  expect(fit(11, width, ((beside ? rows[2] : rows[3]) ?? 0) - 14, shapes.hand).good).toBe(true);
});

test("who looks on sees all stables, in two lines where they are many", () => {
  const seen = (width: number, height: number, rivals: number): Plan =>
    plan(table(width, height, { rivals, mine: 0, hand: 0, asksHand: false, watched: true }));
  expect(seen(1232, 500, 8)).toMatchObject({ lines: 2, open: true });
  expect(seen(1232, 500, 2)).toMatchObject({ lines: 1, open: true });
  for (const [width, height] of [[1232, 500] as const, [360, 500] as const, [556, 314] as const]) {
    const { rows } = seen(width, height, 8);
    expect(rows).toHaveLength(2);
    expect(sum(rows)).toBeCloseTo(height - 8, 0);
  }
});
