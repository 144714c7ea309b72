import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hold } from "./hold.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a hold without a number lasts until it is released", () => {
  const freed = vi.fn();
  const hold = new Hold(freed);
  const release = hold.take();
  vi.advanceTimersByTime(3_600_000);
  expect(hold.held).toBe(true);
  release();
  expect(hold.held).toBe(false);
  release();
  expect(freed).toHaveBeenCalledTimes(1);
});

test("the longest of several holds counts", () => {
  const freed = vi.fn();
  const hold = new Hold(freed);
  hold.take(100);
  hold.take(300);
  vi.advanceTimersByTime(299);
  expect(hold.held).toBe(true);
  vi.advanceTimersByTime(1);
  expect(hold.held).toBe(false);
  expect(freed).toHaveBeenCalledTimes(1);
});

test("what was ended does not end what is held later", () => {
  const hold = new Hold();
  const old = hold.take(100);
  hold.end();
  hold.take();
  old();
  vi.advanceTimersByTime(1000);
  expect(hold.held).toBe(true);
});
