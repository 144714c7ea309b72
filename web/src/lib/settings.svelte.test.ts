import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

const browser = vi.hoisted(() => {
  const said = { still: (_: { matches: boolean }): void => undefined };
  const query = {
    matches: false,
    addEventListener: (_: string, heard: typeof said.still) => (said.still = heard),
  };
  vi.stubGlobal("matchMedia", () => query);
  return said;
});
const { settings } = await import("./settings.svelte");

test("a browser that asks for less motion shows it and writes over nothing that another page has kept", () => {
  const stop = $effect.root(() => {
    $effect(() => settings.apply());
    $effect(() => settings.keep());
  });
  flushSync();
  localStorage.setItem("stajnia.settings", '{"lang":"pl"}');
  browser.still({ matches: true });
  flushSync();
  expect(document.documentElement.hasAttribute("data-still")).toBe(true);
  expect(localStorage.getItem("stajnia.settings")).toBe('{"lang":"pl"}');
  settings.sound = true;
  flushSync();
  expect(localStorage.getItem("stajnia.settings")).toContain('"sound":true');
  stop();
});
