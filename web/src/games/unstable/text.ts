/** What a card does, in words, as the printing of this table has it. */
import type { Host } from "../host.svelte";

type Word = Host<"unstable">["word"];

/** The word `card.KEY`, or nothing where the catalogue has none (it then answers with the key). */
function maybe(word: Word, key: string): string {
  const said = word("card", key);
  return said === key ? "" : said;
}

/** What a card does, as the edition of this table has it. */
export function textOf(word: Word, card: string, edition: string): string {
  return (edition === "first" && maybe(word, `${card}.text.first`)) || maybe(word, `${card}.text`);
}

/** A ruling on a card, if there is one, as the edition of this table needs it. */
export function noteOf(word: Word, card: string, edition: string): string {
  return (edition === "first" && maybe(word, `${card}.note.first`)) || maybe(word, `${card}.note`);
}
