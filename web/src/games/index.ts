/** The boards of the games, each loaded when a table of it is opened for the first time. */
import type { Component } from "svelte";
import { games } from "../lib/games.svelte";
import type { GameModule } from "./types";

const BOARDS = import.meta.glob<{ default: GameModule }>("./*/index.ts");

const PRIMERS = import.meta.glob<{ default: Component }>("./*/Primer.svelte");

/** A game on one illustrated page; null where it has none. */
export async function primer(name: string): Promise<Component | null> {
  const load = PRIMERS[`./${name}/Primer.svelte`];
  return load ? (await load()).default : null;
}

/** The board of a game, when the game's facts are known as well; null where the page has none yet (it can still be played by buttons and text). */
export async function board(name: string): Promise<GameModule | null> {
  const load = BOARDS[`./${name}/index.ts`];
  if (!load) return null;
  const [module] = await Promise.all([load(), games.load()]);
  return module.default;
}
