/**
 * Where things lie on this table: the ruler above, and the own garden as large as it gets with the others' gardens beside
 * or below it; on a phone held sideways the garden stands left of everything. All in units.
 */

export const GAP = 8;
const SLOT = 44; // of the ruler, what a finger needs
const EDGES = 28; // of a garden
const ROOMY = 64; // and what it gets where there is room
const HEAD = 54; // whose garden it is, and the clover in hand
const TASK = 92; // the two lines above a task
const PILE = 80;
const NAME = 39; // a name above a small garden, and its frame
const FRAME = 12;
const FOOT = 12; // the ladybug sits on the edge of the garden
const NAMES = 80; // the width of a name alone
const SMALL = 60; // a small garden that can still be read
const LARGE = 440;
const LARGEST = 900;
const LOW = 420; // a box so low is that of a phone held sideways

export interface Asked {
  width: number;
  height: number;
  /** Gardens beside the large one, and the score sheet of a tournament. */
  others: number;
  task: boolean;
  /** Cells in a row of a garden, and the highest number on the ruler. */
  line: number;
  highest: number;
}

export interface Plan {
  /** `beside`: the others stand right of the garden; `below`: under it; `left`: the garden left of everything. */
  way: "beside" | "below" | "left";
  /** The side of the large garden, and of a small one; 0: only names, to be touched. */
  own: number;
  side: number;
  /** How many small ones stand in a row. */
  across: number;
  /** How many rows the ruler is laid in, and how high a row is. */
  lines: 1 | 2 | 3 | 4;
  row: number;
}

/** The plan in which the own garden is large and the others can be read. */
export function plan(asked: Asked): Plan {
  const all = [...beside(asked), ...below(asked), ...left(asked)];
  return all.reduce((best, one) => (worth(one, asked) > worth(best, asked) ? one : best));
}

/** A garden whose cells a finger can touch. */
const least = ({ line }: Asked): number => line * SLOT + EDGES;

/** The own garden counts, then the others; small ones that cannot be read are as good as none. */
function worth({ own, side }: Plan, asked: Asked): number {
  const touched = own < least(asked) ? -2000 : 0;
  if (!asked.others) return own + touched;
  if (side < SMALL) return own + touched - (side === 0 ? 60 : 1000);
  return own + touched + 0.5 * Math.min(side, own / 2);
}

/** How the ruler is laid into a width; a task has none. */
function ruler({ width, height, task, highest }: Asked): Pick<Plan, "lines" | "row"> & { high: number } {
  if (task) return { lines: 1, row: 0, high: TASK };
  const fits = (lines: number): boolean => width >= Math.ceil(highest / lines) * SLOT + PILE + 30;
  const lines = fits(1) ? 1 : fits(2) ? 2 : 3;
  const row = lines === 1 && height > 460 ? ROOMY : Math.max(SLOT, Math.min(50, height * 0.08));
  return { lines, row, high: lines * row + 16 };
}

/** From one length to another, and the last one itself. */
const some = (from: number, to: number, step: number): number[] => [
  ...Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, k) => from + k * step),
  to,
];

function* beside(asked: Asked): Generator<Plan> {
  const { width, height, others, task } = asked;
  const { lines, row, high } = ruler(asked);
  const rest = height - high - GAP - FOOT;
  const most = Math.min(rest - (task ? 0 : HEAD), width, LARGEST);
  for (const own of some(Math.min(most, least(asked)), most, 4)) {
    for (const across of others ? [1, 2, 3] : [1]) {
      const rows = Math.ceil(others / across);
      const wide = (width - own - 2 * GAP - (across - 1) * GAP) / across - FRAME;
      const tall = (rest - (rows - 1) * GAP) / Math.max(1, rows) - NAME;
      const side = others ? Math.min(wide, tall, LARGE) : 0;
      if (others && side < SMALL && across === 1 && wide >= NAMES)
        yield { way: "beside", own, side: 0, across, lines, row };
      else yield { way: "beside", own, side: others ? Math.max(1, side) : 0, across, lines, row };
    }
  }
}

function* below(asked: Asked): Generator<Plan> {
  const { width, height, others, task } = asked;
  if (!others || task) return;
  const { lines, row, high } = ruler(asked);
  const widest = (width - (others - 1) * GAP) / others - FRAME;
  for (const side of some(SMALL, Math.min(widest, LARGE), 4)) {
    const own = Math.min(width, height - high - HEAD - side - NAME - 3 * GAP - FOOT, LARGEST);
    yield { way: "below", own, side: Math.min(side, widest), across: others, lines, row };
  }
}

function* left({ width, height, others, task, highest }: Asked): Generator<Plan> {
  if (height > LOW || width < height * 1.2) return;
  const lines = 4;
  const column = task ? 200 : Math.ceil(highest / lines) * SLOT + 12;
  const own = Math.min(height - FOOT, width - column - GAP, LARGEST);
  const rest = width - own - GAP;
  const row = SLOT;
  const high = height - (task ? TASK : lines * row + 14 + HEAD) - 2 * GAP;
  const side = others ? Math.min(high - NAME, (rest - (others - 1) * GAP) / others - FRAME, LARGE) : 0;
  yield { way: "left", own, side: side < SMALL ? 0 : side, across: Math.max(1, others), lines, row };
}
