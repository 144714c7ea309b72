import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import { primer } from "..";
import { fronts } from "../fronts";

test.each(fronts.map(({ name }) => name))("%s is told on one page, a picture to every step", async (name) => {
  const Primer = await primer(name);
  if (!Primer) throw new Error(`${name} has no primer`);
  const page = document.createElement("div");
  const shown = mount(Primer, { target: page });
  flushSync();
  const steps = [...page.querySelectorAll(`[data-primer=${name}] > li`)];
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.filter((step) => !step.querySelector("svg"))).toEqual([]);
  await unmount(shown);
});
