/**
 * What a person means by a typed move: the action itself, its number in the list, or words of what it is called, in
 * any order, without Polish signs and endings if need be ("blue", "wymiana 7").
 */
export interface Choice {
  /** The action as it is played. */
  text: string;
  /** What it is called on the page. */
  label: string;
}

const plainly = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Little words that people say around what they mean, and labels leave out. */
const LITTLE = new Set(
  (
    "a an and at for from i in into it my of on please the then to with " +
    "dla do ja mam moj na od po prosze sie ta te ten to w z ze"
  ).split(" "),
);

type Fits = (word: string, token: string) => boolean;
const is: Fits = (word, token) => word === token;
/** An unfinished word; numbers and cells are never that. */
const begins: Fits = (word, token) => is(word, token) || (/^\p{L}+$/u.test(token) && word.startsWith(token));
/** The same word with another ending. */
const bends: Fits = (word, token) => {
  const [shorter = 0, longer = 0] = [word.length, token.length].sort((a, b) => a - b);
  let same = 0;
  while (same < shorter && word[same] === token[same]) same++;
  return begins(word, token) || same >= Math.max(3, Math.min(4, shorter), shorter - 3, longer - 4);
};

/** The choices that were meant: one is to be played, several are to be chosen from, none is for the server to read. */
export function meant(typed: string, choices: readonly Choice[]): Choice[] {
  const plain = typed.trim().toLowerCase();
  const said = plainly(typed);
  const same = choices.filter((c) => c.text.toLowerCase() === plain);
  if (same.length || !said.length) return same;
  const exact = choices.filter((c) => plainly(c.label).join(" ") === said.join(" "));
  if (exact.length === 1) return exact;
  const words = choices.map((c) => [...plainly(c.label), ...plainly(c.text)]);
  const fitting = (tokens: string[], fits: Fits): Choice[] =>
    choices.filter((_, n) => tokens.every((t) => words[n]?.some((w) => fits(w, t))));
  const spoken = fitting(said, is);
  if (spoken.length) return spoken;
  const numbered = /^\d+$/.test(plain) ? choices[Number(plain) - 1] : undefined;
  if (numbered) return [numbered];
  const needed = said.filter((t) => !LITTLE.has(t));
  for (const tokens of needed.length ? [said, needed] : [said])
    for (const fits of [is, begins, bends]) {
      const found = fitting(tokens, fits);
      if (found.length) return found;
    }
  return [];
}
