import { afterEach, expect, test, vi } from "vitest";
import { today } from "./day";

afterEach(() => vi.unstubAllEnvs());

test("it is the day of who looks, not that of Greenwich", () => {
  for (const [zone, time, day] of [
    ["Europe/Warsaw", "2026-07-31T22:30:00Z", "2026-08-01"],
    ["America/New_York", "2026-08-01T02:00:00Z", "2026-07-31"],
    ["UTC", "2026-01-02T23:59:00Z", "2026-01-02"],
  ] as const) {
    vi.stubEnv("TZ", zone);
    expect(today(new Date(time))).toBe(day);
  }
});
