/** Ways to sit down at a table. */
import { api } from "./api";
import { games } from "./games.svelte";
import { guest } from "./guest.svelte";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import type { NewTable } from "./wire.gen";

/** Me, and as many others as a quick game has. */
async function usual(game: string, other: "bot" | "open"): Promise<NewTable["seats"]> {
  await games.load();
  const others = (games.of(game)?.usual_seats ?? 2) - 1;
  return [{ kind: "me" }, ...Array.from({ length: others }, () => ({ kind: other }))];
}

/** Me against bots, at once. */
export async function against(game: string, options: Record<string, unknown> = {}): Promise<void> {
  return sit({ game, seats: await usual(game, "bot"), options, start: true });
}

/** A table with open seats, to be filled by friends who get its link. */
export async function invite(game: string): Promise<void> {
  return sit({ game, seats: await usual(game, "open") });
}

export async function sit(table: NewTable): Promise<void> {
  await guest.be(settings.lang);
  const info = await api.create(table);
  router.go(`/t/${info.id}`);
}
