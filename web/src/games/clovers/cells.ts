/** The cells of a garden by name, row by row: a1 b1 c1 d1 a2 ... d4. */
export const CELLS: readonly string[] = [1, 2, 3, 4].flatMap((row) =>
  ["a", "b", "c", "d"].map((col) => `${col}${row}`),
);

/** Which neighbours do not rise yet: `b2>` to the right of b2, `b2v` below it. */
export function faults(cells: readonly number[]): Set<string> {
  const wrong = new Set<string>();
  CELLS.forEach((cell, n) => {
    const here = cells[n] ?? 0;
    const right = n % 4 < 3 ? (cells[n + 1] ?? 0) : 0;
    const below = n < 12 ? (cells[n + 4] ?? 0) : 0;
    if (here && right && here >= right) wrong.add(`${cell}>`);
    if (here && below && here >= below) wrong.add(`${cell}v`);
  });
  return wrong;
}

/** What could lie on a cell so that its row and its column still rise; `low` above `high`: nothing. */
export function range(cells: readonly number[], n: number): { low: number; high: number } {
  let low = 1;
  let high = 20;
  CELLS.forEach((_, k) => {
    const number = cells[k] ?? 0;
    const line = Math.floor(k / 4) === Math.floor(n / 4) || k % 4 === n % 4;
    if (!number || k === n || !line) return;
    if (k < n) low = Math.max(low, number + 1);
    else high = Math.min(high, number - 1);
  });
  return { low, high };
}

const KEY = "stajnia.flowers";

/** The best result of each solo task in this browser: 1 solved, 2 within the allowed swaps, 3 in the fewest. */
export function flowers(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

export function bloom(task: string, stars: number): void {
  const all = flowers();
  if ((all[task] ?? 0) >= stars) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [task]: stars }));
  } catch {
    // a browser that keeps nothing forgets its flowers
  }
}

export function stars(task: { solved: boolean; moves: number; allowed: number; shortest: number }): number {
  if (!task.solved) return 0;
  return task.moves <= task.shortest ? 3 : task.moves <= task.allowed ? 2 : 1;
}

export function taskKey(task: { kind: string; number: number; name: string }): string {
  return task.kind === "book" ? `book.${task.number}` : `${task.kind}.${task.name}`;
}

/** The colours of the seats, each with its sign. */
export const COLOURS: readonly { token: string; mark: string }[] = [
  { token: "green", mark: "♣" },
  { token: "orange", mark: "▲" },
  { token: "blue", mark: "◆" },
  { token: "purple", mark: "☾" },
];
