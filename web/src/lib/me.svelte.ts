/** Who sits at this page: a guest with a name, known to the server by a cookie. */
import { api } from "./api";
import type { Lang } from "./words";

class Me {
  name = $state("");
  known = $state(false);
  #lang: Lang | null = null;

  /** Ask the server who we are; a new guest is told apart by having no name. */
  async meet(): Promise<void> {
    try {
      const person = await api.me();
      this.name = person.name;
      this.#lang = person.lang;
      this.known = true;
    } catch {
      this.known = false;
    }
  }

  /** Make sure that the server knows us, before we sit down anywhere. */
  async be(lang: Lang): Promise<void> {
    if (this.known) return;
    const person = await api.rename({ lang });
    this.name = person.name;
    this.#lang = person.lang;
    this.known = true;
  }

  /** Tell the server which language to answer in. */
  async speak(lang: Lang): Promise<void> {
    if (!this.known) await this.meet();
    if (!this.known || this.#lang === lang) return;
    this.#lang = lang;
    await api.rename({ lang }).catch(() => undefined);
  }

  async rename(name: string, lang: Lang): Promise<void> {
    const person = await api.rename({ name, lang });
    this.name = person.name;
    this.known = true;
  }
}

export const me = new Me();
