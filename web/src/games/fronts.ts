/** What the front page shows of each game, before anything else of it is loaded. */
import type { Catalogue, Lang } from "../lib/words";
import type { GameFront } from "./types";

const FRONTS = import.meta.glob<GameFront>("./*/front.ts", { eager: true, import: "default" });
const WORDS = import.meta.glob<Catalogue>("./*/front.*.json", { eager: true, import: "default" });

const named = (path: string): string => path.split("/")[1] ?? "";

/** The games in the order of the front page. */
export const fronts: readonly (GameFront & { name: string })[] = Object.entries(FRONTS)
  .map(([path, front]) => ({ ...front, name: named(path) }))
  .sort((a, b) => a.order - b.order);

/** The first game of the front page, where an address names none. */
export const first = fronts[0]?.name ?? "";

/** The pages that a game has beside its tables, by the first part of their address. */
export const pages = Object.assign({}, ...fronts.map((front) => front.pages ?? {})) as NonNullable<
  GameFront["pages"]
>;

/** What the front page says of the games: `game.NAME`, `game.NAME.line`, and words of their cards. */
export function frontWords(lang: Lang): Catalogue {
  const mine = Object.entries(WORDS).filter(([path]) => path.endsWith(`.${lang}.json`));
  return Object.assign({}, ...mine.map(([, words]) => words)) as Catalogue;
}
