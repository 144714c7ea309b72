/**
 * Words: message ids into sentences. The twin of src/stajnia/core/words.py.
 *
 * A template holds `{name}` (the value), `{name:kind}` (the word `kind.VALUE` of the catalogue; `{name:player}` a
 * person's name at that seat) and `{n|one|few|many}` (a plural form after a number; English uses one|many).
 * A list is joined with commas, a message within is said too.
 */
import type { Lang, Message } from "./wire.gen";

export type { Lang, Message };
export type Catalogue = Record<string, string>;

const SLOT = /\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}/g;

/** The form that goes with n: Polish 1 / 2-4 / the rest, English 1 / the rest. */
export function plural(lang: Lang, n: number, forms: readonly string[]): string {
  const size = Math.abs(n);
  if (size === 1) return forms[0] ?? "";
  if (lang === "pl" && forms.length === 3) {
    const few = [2, 3, 4].includes(size % 10) && ![12, 13, 14].includes(size % 100);
    return forms[few ? 1 : 2] ?? "";
  }
  return forms[forms.length - 1] ?? "";
}

export class Words {
  constructor(
    readonly lang: Lang,
    readonly catalogue: Catalogue,
  ) {}

  /** A message as a sentence; an unknown id is shown as it is, so that nothing is ever silent. */
  say(message: Message, names: readonly string[] = []): string {
    const template = this.catalogue[message.id];
    const args = message.args ?? {};
    if (template === undefined) {
      const inside = Object.entries(args).map(([k, v]) => `${k}=${plain(v)}`);
      return inside.length ? `${message.id}(${inside.join(", ")})` : message.id;
    }
    return this.fill(template, args, names);
  }

  fill(template: string, args: Record<string, unknown>, names: readonly string[] = []): string {
    return template.replace(SLOT, (_, name: string, kind?: string, forms?: string) => {
      const value = args[name];
      if (forms) return plural(this.lang, Math.trunc(Number(value ?? 0)), forms.slice(1).split("|"));
      return this.word(kind, value, names);
    });
  }

  word(kind: string | undefined, value: unknown, names: readonly string[] = []): string {
    if (Array.isArray(value)) return value.map((v) => this.word(kind, v, names)).join(", ");
    if (isMessage(value)) return this.say(value, names);
    if (kind === "player") {
      if (typeof value !== "number") return plain(value);
      return names[value] ?? this.fill(this.catalogue["player"] ?? "{n}", { n: value + 1 });
    }
    if (kind !== undefined) return this.catalogue[`${kind}.${plain(value)}`] ?? plain(value);
    return plain(value);
  }

  has(id: string): boolean {
    return id in this.catalogue;
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "id" in value;

/** A value as Python's `str` writes it, for the kinds of values that events carry. */
function plain(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null || value === undefined) return "None";
  return String(value);
}
