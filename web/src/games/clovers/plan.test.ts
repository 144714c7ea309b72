import { describe, expect, test } from "vitest";
import { GAP, plan } from "./plan";

const GAME = { line: 4, highest: 20 };
const BOXES = [
  [352, 430],
  [382, 620],
  [560, 326],
  [752, 800],
  [930, 600],
  [1440, 880],
  [2400, 1900],
] as const;

describe.each(BOXES)("a box of %i by %i", (width, height) => {
  test.each([0, 1, 2, 3, 4])("with %i others nothing leaves it", (others) => {
    const { way, own, side, across } = plan({ width, height, others, task: false, ...GAME });
    expect(own).toBeLessThanOrEqual(Math.min(width, height));
    expect(own).toBeGreaterThanOrEqual(4 * 44 + 28);
    if (side) expect(side).toBeGreaterThanOrEqual(60);
    if (others && way === "beside") expect(own + GAP + across * side).toBeLessThanOrEqual(width);
    if (others && way === "below") expect(own + side).toBeLessThanOrEqual(height);
  });
  test("a task has the room to itself", () => {
    expect(plan({ width, height, others: 0, task: true, ...GAME }).own).toBeGreaterThanOrEqual(
      Math.min(width, height - 112, 700),
    );
  });
});

test("held upright the garden is the largest thing, however low the box", () => {
  const { way, own } = plan({ width: 352, height: 414, others: 3, task: false, ...GAME });
  expect(way).not.toBe("left");
  expect(own).toBeGreaterThan(180);
});

test("held sideways the garden takes the height", () => {
  expect(plan({ width: 560, height: 326, others: 1, task: false, ...GAME })).toMatchObject({ way: "left" });
  expect(plan({ width: 560, height: 326, others: 1, task: false, ...GAME }).own).toBeGreaterThan(300);
});
