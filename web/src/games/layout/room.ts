/**
 * How the room of a table is given away. A board has regions (rivals, middle, mine, hand); each says how little it can
 * live with and how much it likes, and what lies in it is sized by what it gets. Lengths are
 * units (`unit.svelte.ts`): pixels, larger ones on a very large window. Nothing here knows a game or the page.
 */

/** What a region wants of a length. */
export interface Need {
  /** It cannot do with less. */
  least: number;
  /** With this everything is well seen. */
  likes: number;
  /** More than this is of no use. */
  most: number;
}

/** Share a length: first what each cannot do without, then what it likes, then what it can use. */
export function share(room: number, needs: readonly Need[]): number[] {
  const least = sum(needs.map((need) => need.least));
  if (room <= least) return needs.map((need) => (need.least * room) / Math.max(1, least));
  const given = needs.map((need) => need.least);
  let left = room - least;
  for (const goal of ["likes", "most"] as const) {
    const wants = needs.map((need, i) => Math.max(0, need[goal] - (given[i] ?? 0)));
    const part = Math.min(1, left / Math.max(1, sum(wants)));
    wants.forEach((want, i) => (given[i] = (given[i] ?? 0) + want * part));
    left -= sum(wants) * part;
  }
  return given;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** Things of one shape laid out in a box. */
export interface Fit {
  /** How wide each is. */
  wide: number;
  rows: number;
  /** How many lie in the fullest row. */
  across: number;
  /** From the edge of one to the edge of the next; less than `wide`: they overlap. */
  step: number;
  /** Each can be touched: enough of it is to be seen. */
  good: boolean;
}

export interface Shape {
  /** Height by width. */
  tall: number;
  gap: number;
  /** Not wider, however much room there is. */
  most: number;
  /** So much of each must be seen to be touched. */
  touch: number;
}

/** The largest way to lay `n` things into a box, in up to four rows, overlapping where it must be. */
export function fit(n: number, width: number, height: number, shape: Shape): Fit {
  let best: Fit | null = null;
  for (let rows = 1; rows <= Math.min(4, Math.max(1, n)); rows++) {
    const one = laid(n, rows, width, height, shape);
    if (!best || worth(one) > worth(best)) best = one;
  }
  return best as Fit;
}

function laid(
  n: number,
  rows: number,
  width: number,
  height: number,
  { tall, gap, most, touch }: Shape,
): Fit {
  const across = Math.ceil(Math.max(1, n) / rows);
  const high = Math.max(0, Math.min(most, width, (height - (rows - 1) * gap) / rows / tall));
  const apart = (width - (across - 1) * gap) / across; // so wide that none lies on another
  // rather whole and smaller, as long as its name can be read; then each lies a third on the next
  const whole = high <= apart || apart >= READABLE;
  const third = (width / (across + 0.5)) * 1.5;
  const shown = width - touch * (across - 1); // so wide that enough of each is seen
  const wide = Math.min(high, whole ? apart : shown >= touch ? Math.min(third, shown) : third);
  const step = across < 2 ? wide + gap : Math.min(wide + gap, (width - wide) / (across - 1));
  return { wide, rows, across, step, good: Math.min(step, wide) >= touch && wide * tall >= touch };
}

/** So much of a card is needed to read its name. */
export const READABLE = 66;
export const readable = ({ wide, step }: Fit): boolean => wide >= READABLE && step >= wide;

/** Large is good, and so is to be seen whole and read; what cannot be touched is worth less than anything that can. */
export function worth(one: Fit): number {
  const size = Math.min(one.wide, one.step) * 0.7 + one.wide * 0.3;
  return size * (readable(one) ? 1.25 : 1) + (one.good ? 10_000 : 0);
}
