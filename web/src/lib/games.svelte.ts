/** What the server says of each game: seats, options, bots, and the facts that are the same in every match. */
import { api } from "./api";
import type { FactsOf, GameInfo } from "./wire.gen";

const AGAIN = 2000; // ms before it is asked again when no answer came

class Games {
  #all: readonly GameInfo[] = $state.raw([]);
  #asked: Promise<void> | null = null;

  /** Everything is here when this is done; asked once, and again as long as the server cannot be reached. */
  load(): Promise<void> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<void> {
    for (;;)
      try {
        this.#all = await api.games();
        return;
      } catch {
        await new Promise((done) => setTimeout(done, AGAIN));
      }
  }

  of(name: string): GameInfo | undefined {
    return this.#all.find((game) => game.name === name);
  }
}

export const games = new Games();

/** The facts of a game; to be asked for when `games.load()` is done, as it is wherever a board is drawn. */
export function facts<G extends keyof FactsOf>(game: G): FactsOf[G] {
  const info = games.of(game);
  if (!info) throw new Error(`nothing is known of ${game} yet`);
  return info.facts as FactsOf[G];
}
