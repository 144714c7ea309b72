/** What a person has chosen about the page; kept in this browser. */
import type { Lang } from "./words";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "none" | "quick" | "usual" | "slow";
/** Standing orders for response windows: private, and independent of the hand. */
export type Orders = "ask" | "wins";

const KEY = "stajnia.settings";
const FRAME = { light: "#dff1ff", dark: "#141a33" } as const;
const PACE = { none: 0, quick: 0.5, usual: 1, slow: 2 } as const;

function kept(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

function one<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

class Settings {
  lang: Lang = $state("en");
  theme: Theme = $state("auto");
  motion: Motion = $state("auto");
  sound = $state(false);
  orders: Orders = $state("ask");
  rail = $state(true);
  #still = $state(false);

  constructor() {
    const had = kept();
    const mother: Lang = navigator.language.toLowerCase().startsWith("pl") ? "pl" : "en";
    this.lang = one(had["lang"], ["pl", "en"], mother);
    this.theme = one(had["theme"], ["auto", "light", "dark"], "auto");
    this.motion = one(had["motion"], ["auto", "none", "quick", "usual", "slow"], "auto");
    this.orders = one(had["orders"], ["ask", "wins"], "ask");
    this.sound = had["sound"] === true;
    this.rail = had["rail"] !== false;
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    this.#still = query.matches;
    query.addEventListener("change", (e) => (this.#still = e.matches));
  }

  /** 0 no motion, 0.5 quick, 1 usual, 2 slow. */
  get pace(): number {
    return this.motion === "auto" ? (this.#still ? 0 : 1) : PACE[this.motion];
  }

  /** Show the choices on the document; called from an effect. */
  apply(): void {
    const { lang, theme } = this;
    const root = document.documentElement;
    root.lang = lang;
    if (theme === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    // the browser's own frame goes with the page
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = FRAME[theme === "auto" ? (meta.media.includes("dark") ? "dark" : "light") : theme];
    }
    root.toggleAttribute("data-still", this.pace === 0);
    root.style.setProperty("--pace", String(this.pace));
  }

  /** Keep the choices; an effect of its own, so that only a choice writes over what another page has kept. */
  keep(): void {
    const { lang, theme, motion, sound, orders, rail } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ lang, theme, motion, sound, orders, rail }));
    } catch {
      // a browser that keeps nothing is still a browser to play in
    }
  }
}

export const settings = new Settings();
