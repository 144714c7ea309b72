import { expect, test } from "vitest";
import { place } from "./tip_place";

const SCREEN = { width: 800, height: 600 };
const TIP = { width: 200, height: 50 };
const cell = (left: number, top: number) => ({ left, top, width: 60, height: 60 });

test("above, where nothing is in the way", () => {
  expect(place(cell(400, 300), TIP, [], SCREEN)).toEqual({ left: 330, top: 244 });
});
test("below at the upper edge of the window", () => {
  expect(place(cell(400, 10), TIP, [], SCREEN).top).toBe(76);
});
test("not over its neighbours, if there is another side", () => {
  const row = [cell(330, 230), cell(400, 230), cell(470, 230)];
  expect(place(cell(400, 300), TIP, row, SCREEN).top).toBe(366);
});
test("beside a column of cells", () => {
  const column = [cell(400, 230), cell(400, 370)];
  expect(place(cell(400, 300), TIP, column, SCREEN)).toEqual({ left: 466, top: 305 });
});
test("always inside the window", () => {
  const { left, top } = place(cell(780, 580), TIP, [], SCREEN);
  expect(left).toBeLessThanOrEqual(592);
  expect(top).toBeLessThanOrEqual(542);
});
