/** What a seat's moves were worth: how it is drawn and which of it is told. */
import { LEAST_MISTAKE, TOLD_MISTAKES, type Judged } from "./wire.gen";
import type { Message } from "./words";

/** The largest mistakes, the largest first, as in bots/analysis.py. */
export function mistakes(judged: readonly Judged[]): Judged[] {
  const lost = (x: Judged): number => x.best - x.expected;
  return judged
    .filter((x) => lost(x) >= LEAST_MISTAKE)
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, TOLD_MISTAKES);
}

export const percent = (chance: number): number => Math.round(100 * chance);

/** What a mistake was, in the words of the game; the better action follows it. */
export function told({ n, expected, best }: Judged): Message {
  if (expected === 0 && best === 1) return { id: "mistake.lost", args: { n } };
  return { id: "mistake", args: { n, expected: percent(expected), best: percent(best) } };
}

/** The judged move nearest to a place between the beginning (0) and the end (1) of the match. */
export function nearest(judged: readonly Judged[], place: number, moves: number): Judged | undefined {
  const away = (x: Judged): number => Math.abs(x.n - place * moves);
  return judged.reduce<Judged | undefined>(
    (best, x) => (!best || away(x) < away(best) ? x : best),
    undefined,
  );
}

/** The whole analysis of a seat, as it comes: each step says what there is so far, and from where one asks on. */
export async function* asked(
  ask: (n: number) => Promise<{ judged: Judged[]; next: number | null }>,
  before: readonly Judged[] = [],
  from: number | null = 0,
): AsyncGenerator<{ judged: Judged[]; next: number | null }> {
  let judged = [...before];
  let next = from;
  while (next !== null) {
    const more = await ask(next);
    judged = [...judged, ...more.judged];
    next = more.next;
    yield { judged, next };
  }
}
