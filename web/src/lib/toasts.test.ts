import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "./toasts.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { key } of toasts.list) toasts.drop(key);
  vi.useRealTimers();
});

test("news go by themselves, unless something is to be answered", () => {
  toasts.add({ key: "undo", text: "No." });
  toasts.add({ key: "rematch", text: "Again?", action: { label: "Yes", go: vi.fn() } });
  vi.advanceTimersByTime(8000);
  expect(toasts.list.map((t) => t.key)).toEqual(["rematch"]);
});

test("newer news of the same kind replace the older, and stay as long as new ones", () => {
  toasts.add({ key: "undo", text: "old" });
  vi.advanceTimersByTime(7000);
  toasts.add({ key: "undo", text: "new" });
  vi.advanceTimersByTime(7000);
  expect(toasts.list.map((t) => t.text)).toEqual(["new"]);
});
