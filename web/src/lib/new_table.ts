/** Ways to sit down at a table. */
import { api, Refusal } from "./api";
import { guest } from "./guest.svelte";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { sayOf, i18n, t } from "./i18n.svelte";
import type { NewTable } from "./wire.gen";

/** How many seats a quick game has. */
export const USUAL: Record<string, number> = { duel: 2, clovers: 2, fever: 4, unstable: 4 };
export const MOST: Record<string, [low: number, high: number, minutes: number]> = {
  duel: [2, 2, 10],
  clovers: [1, 4, 20],
  fever: [2, 6, 60],
  unstable: [2, 8, 40],
};

/** Me against bots, at once. */
export function against(game: string, options: Record<string, unknown> = {}): Promise<void> {
  const seats: NewTable["seats"] = [{ kind: "me" }];
  while (seats.length < (USUAL[game] ?? 2)) seats.push({ kind: "bot" });
  return sit({ game, seats, options, start: true });
}

/** A table with open seats, to be filled by friends who get its link. */
export function invite(game: string): Promise<void> {
  const seats: NewTable["seats"] = [{ kind: "me" }];
  while (seats.length < (USUAL[game] ?? 2)) seats.push({ kind: "open" });
  return sit({ game, seats });
}

export async function sit(table: NewTable): Promise<void> {
  await guest.be(settings.lang);
  const info = await api.create(table);
  router.go(`/t/${info.id}`);
}

/** A refusal of the server as a sentence in the language of the page. */
export function faultText(e: unknown, game = ""): string {
  if (!(e instanceof Refusal)) return t("error.unknown");
  if (e.code === "offline") return t("error.offline");
  if (e.said && game && i18n.knows(game)) return sayOf(game, e.said);
  return e.message || t("error.unknown");
}
