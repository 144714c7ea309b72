/**
 * The page's words and every game's, in the language of the moment.
 *
 * `t` says what the shell says: `text/shell.*.json` with a few words of `src/stajnia/core` (vite.config.ts adds them),
 * and each game's `front.*.json`. Everything of a game (events, questions, labels, rules, and the phrases of its board
 * under `page.*`) is in the one catalogue of the game, which comes from the server: `of`.
 */
import { frontWords } from "../games/fronts";
import { api, Refusal } from "./api";
import { settings } from "./settings.svelte";
import type { SeatInfo } from "./wire.gen";
import { type Catalogue, type Lang, type Message, Words } from "./words";

/** A Polish line does not end with a word of one letter: it goes with the next one. */
function bound(words: Catalogue, lang: Lang): Catalogue {
  if (lang !== "pl") return words;
  const bind = (text: string): string => text.replace(/(?<=^|[\s(„])([aiouwz]) /gi, "$1\u00a0");
  return Object.fromEntries(Object.entries(words).map(([id, text]) => [id, bind(text)]));
}

const AGAIN = 2000; // ms before words that did not come are asked for again
const SHELL = import.meta.glob<{ default: Catalogue }>("../text/shell.*.json");

export class I18n {
  #shell: Partial<Record<Lang, Catalogue>> = $state.raw({});
  #games: Record<string, Catalogue> = $state.raw({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen depends on it
  #asked = new Set<string>();

  /** Fetch the page's own words of a language. */
  async learn(lang: Lang): Promise<void> {
    if (this.#shell[lang]) return;
    const load = SHELL[`../text/shell.${lang}.json`];
    if (load) {
      const words = (await load()).default;
      this.#shell = { ...this.#shell, [lang]: bound({ ...words, ...frontWords(lang) }, lang) };
    }
  }

  get ready(): boolean {
    return this.#shell[settings.lang] !== undefined;
  }

  #words = $derived(new Words(settings.lang, this.#shell[settings.lang] ?? this.#shell.en ?? {}));

  /** A word of the page itself. */
  t = (id: string, args: Record<string, unknown> = {}): string => this.#words.say({ id, args });
  has = (id: string): boolean => this.#words.has(id);

  /** Make sure that a game's words in the page's language are here or on the way. */
  async study(game: string, lang: Lang = settings.lang): Promise<void> {
    const key = `${game}.${lang}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const words = await api.words(game, lang);
      this.#games = { ...this.#games, [key]: bound(words, lang) };
    } catch (e) {
      this.#asked.delete(key);
      if (!(e instanceof Refusal && e.code === "no_game"))
        setTimeout(() => void this.study(game, lang), AGAIN);
    }
  }

  knows(game: string): boolean {
    return this.#games[`${game}.${settings.lang}`] !== undefined;
  }

  /** The words of a game over those of the page. */
  of(game: string): Words {
    const shell = this.#shell[settings.lang] ?? {};
    return new Words(settings.lang, { ...shell, ...this.#games[`${game}.${settings.lang}`] });
  }
}

export const i18n = new I18n();
export const t = i18n.t;

/** What people without a name are called, in all languages; the reader hears it in one. */
declare const NAMELESS: readonly string[]; // by vite.config.ts
export const isNameless = (name: string): boolean => !name || NAMELESS.includes(name);
export const called = (name: string): string => (isNameless(name) ? t("guest") : name);

/** The names of the people at a table; bots get names of our own. No two are alike: a second Guest is Guest 2. */
export function names(seats: readonly Pick<SeatInfo, "kind" | "name">[]): string[] {
  const named = seats.map((seat, n) => {
    if (seat.name) return called(seat.name);
    if (seat.kind === "bot") return t(`bot.${n % 8}`);
    return t("seat.empty", { n: n + 1 });
  });
  return named.map((name, n) => {
    const before = named.slice(0, n).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

/** A game's message as text for this page, e.g. of a refusal that came by HTTP. */
export function sayOf(game: string, message: Message, people: readonly string[] = []): string {
  return i18n.of(game).say(message, people);
}
