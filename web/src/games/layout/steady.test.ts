import { expect, test } from "vitest";
import { steady } from "./steady";

test("a height is kept until the window or the width changes", () => {
  const kept = steady();
  expect(kept(300, 0)).toBe(0);
  expect(kept(300, 500)).toBe(500);
  expect(kept(300, 400)).toBe(500);
  expect(kept(320, 400)).toBe(400);
  window.innerHeight += 10;
  expect(kept(320, 410)).toBe(410);
});
