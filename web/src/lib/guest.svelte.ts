/** Who sits at this page: a guest with a name, known to the server by a cookie. */
import { api } from "./api";
import { url } from "./base";
import { isNameless } from "./i18n.svelte";
import type { Person } from "./wire.gen";
import type { Lang } from "./words";

const MET = "stajnia.met"; // the server has seen this browser before: it is worth asking who we are

function met(): boolean {
  try {
    return localStorage.getItem(MET) !== null;
  } catch {
    return true;
  }
}

class Guest {
  name = $state("");
  /** The name as it stands in a field, saved or not: who sits down is called like this. */
  draft = $derived(this.name);
  known = $state(false);
  #lang: Lang | null = null;

  /** Ask the server who we are; a new guest is told apart by having no name. */
  async meet(): Promise<void> {
    if (!met()) return;
    try {
      this.#is(await api.me());
    } catch {
      this.known = false;
    }
  }

  /** Make sure that the server knows us, before we sit down anywhere. */
  async be(lang: Lang): Promise<void> {
    const name = this.draft.trim();
    if (name && name !== this.name) await this.rename(name, lang);
    else if (!this.known) this.#is(await api.rename({ lang }));
  }

  #is(person: Person): void {
    this.name = isNameless(person.name) ? "" : person.name;
    this.#lang = person.lang;
    this.known = true;
    try {
      localStorage.setItem(MET, "1");
    } catch {
      // then we are asked anew each time
    }
  }

  /** Tell the server which language to answer in. */
  async speak(lang: Lang): Promise<void> {
    if (!this.known) await this.meet();
    if (!this.known || this.#lang === lang) return;
    this.#lang = lang;
    await api.rename({ lang }).catch(() => undefined);
  }

  async rename(name: string, lang: Lang): Promise<void> {
    this.#is(await api.rename({ name, lang }));
  }

  /** Be nobody here, or nobody at all; the page begins anew. */
  async leave(how: "logout" | "forget"): Promise<void> {
    await api[how]();
    try {
      localStorage.removeItem(MET);
    } catch {
      // then we are asked once more, and told so
    }
    location.assign(url("/"));
  }
}

export const guest = new Guest();
