import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Refusal } from "./api";
import { called, i18n as ours, I18n, names } from "./i18n.svelte";
import recorded from "./recorded_names.json";
import { settings } from "./settings.svelte";
import type { Lang } from "./wire.gen";

let i18n: I18n;

beforeEach(async () => {
  vi.useFakeTimers();
  settings.lang = "en";
  i18n = new I18n();
  await i18n.learn("en");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  settings.lang = "en";
});

test("the page speaks when the words of its language are here", async () => {
  expect(new I18n().ready).toBe(false);
  expect(i18n.ready).toBe(true);
  expect(i18n.t("front.free", { n: 1 })).toBe("1 free seat");
  settings.lang = "pl";
  expect(i18n.ready).toBe(false);
  expect(i18n.t("close")).toBe("Close"); // rather another language than nothing
  await i18n.learn("pl");
  expect(i18n.t("close")).toBe("Zamknij");
});

test("a Polish word of one letter goes with the next one", async () => {
  vi.spyOn(api, "words").mockResolvedValue({ "event.x": "Idź z nim w las i wróć", "event.y": "A to" });
  await i18n.study("duel", "pl");
  settings.lang = "pl";
  expect(i18n.of("duel").say({ id: "event.x" })).toBe("Idź z\u00a0nim w\u00a0las i\u00a0wróć");
  expect(i18n.of("duel").say({ id: "event.y" })).toBe("A\u00a0to");
});

test("a game's words lie over the page's, and are asked for once", async () => {
  const words = vi.spyOn(api, "words").mockResolvedValue({ close: "Shut", "event.jump": "Hop" });
  expect(i18n.knows("duel")).toBe(false);
  await Promise.all([i18n.study("duel"), i18n.study("duel")]);
  expect(words).toHaveBeenCalledTimes(1);
  expect(i18n.knows("duel")).toBe(true);
  expect(i18n.of("duel").say({ id: "close" })).toBe("Shut");
  expect(i18n.of("duel").say({ id: "save" })).toBe("Save");
});

test("words that did not come are asked for again, but not those of no game", async () => {
  const words = vi.spyOn(api, "words").mockRejectedValueOnce(new Refusal("offline", "", null));
  words.mockResolvedValue({ "event.jump": "Hop" });
  await i18n.study("duel");
  expect(i18n.knows("duel")).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(i18n.knows("duel")).toBe(true);
  words.mockReset().mockRejectedValue(new Refusal("no_game", "", null));
  await i18n.study("chess");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(words).toHaveBeenCalledTimes(1);
});

test("those at a table are called as the server calls them, no two alike", async () => {
  await Promise.all([ours.learn("en"), ours.learn("pl")]);
  const lists = recorded as { seats: Parameters<typeof names>[0]; names: Record<Lang, string[]> }[];
  for (const lang of ["en", "pl"] as const) {
    settings.lang = lang;
    for (const { seats, names: said } of lists) expect(names(seats)).toEqual(said[lang]);
  }
});

test("people without a name are called in the language of the reader", async () => {
  await Promise.all([ours.learn("en"), ours.learn("pl")]);
  expect(["Gość", "Guest", "", "Ala"].map(called)).toEqual(["Guest", "Guest", "Guest", "Ala"]);
  settings.lang = "pl";
  expect(["Gość", "Guest", "", "Ala"].map(called)).toEqual(["Gość", "Gość", "Gość", "Ala"]);
});
