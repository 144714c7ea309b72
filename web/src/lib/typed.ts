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

const begins = (word: string, token: string): boolean => word.startsWith(token);
/** The same word with another ending. */
function bends(word: string, token: string): boolean {
  const stem = token.slice(0, Math.max(4, token.length - 3));
  return token.length > 3 && Number.isNaN(Number(token)) && word.startsWith(stem);
}

/** The choices that were meant: one is to be played, several are to be chosen from, none is for the server to read. */
export function meant(typed: string, choices: readonly Choice[]): Choice[] {
  const tokens = plainly(typed);
  const same = choices.filter((c) => c.text === typed.trim().toLowerCase());
  if (same.length || !tokens.length) return same;
  const numbered = /^\d+$/.test(typed.trim()) ? choices[Number(typed) - 1] : undefined;
  const words = choices.map((c) => [...plainly(c.label), ...plainly(c.text)]);
  for (const fits of [(w: string, t: string) => w === t, begins, bends]) {
    const found = choices.filter((_, n) => tokens.every((t) => words[n]?.some((w) => fits(w, t))));
    const exact = found.filter((c) => plainly(c.label).join(" ") === tokens.join(" "));
    if (exact.length === 1) return exact;
    if (found.length) return found;
    if (numbered) return [numbered];
  }
  return [];
}
