/** What the page computes of a garden: its numbers row by row, as the cells of the game's facts. */
import { facts } from "../../lib/games.svelte";

/** How many cells a row and a column have. */
export const side = (): number => Math.sqrt(facts("clovers").cells.length);

/** The cell beside one of this number, or none at the edge: one step right and down may be negative. */
export function neighbour(n: number, right: number, down: number): number | null {
  const [x, y] = [(n % side()) + right, Math.floor(n / side()) + down];
  return Math.min(x, y) >= 0 && Math.max(x, y) < side() ? y * side() + x : null;
}

/** Which neighbours do not rise yet: `b2>` to the right of b2, `b2v` below it. */
export function faults(numbers: readonly number[]): Set<string> {
  const { cells, higher } = facts("clovers");
  const wrong = new Set<string>();
  cells.forEach((cell, n) => {
    const here = numbers[n] ?? 0;
    const falls = (to: number | null): boolean =>
      to !== null && higher[n]?.includes(to) === true && here >= (numbers[to] || Infinity);
    if (falls(neighbour(n, 1, 0))) wrong.add(`${cell}>`);
    if (falls(neighbour(n, 0, 1))) wrong.add(`${cell}v`);
  });
  return wrong;
}

/** What could lie on a cell so that its row and its column still rise; `low` above `high`: nothing. */
export function range(numbers: readonly number[], n: number): { low: number; high: number } {
  const { lower, higher, highest } = facts("clovers");
  const on = (cells: readonly number[] = []): number[] =>
    cells.map((cell) => numbers[cell] ?? 0).filter(Boolean);
  return { low: Math.max(0, ...on(lower[n])) + 1, high: Math.min(highest + 1, ...on(higher[n])) - 1 };
}

/** A garden as text for the server: "2 16 3 5/4 6 11 12/13 14 15 17/9 1 18 19". */
export function asText(numbers: readonly (number | string | undefined)[]): string {
  const rows = Array.from({ length: side() }, (_, y) => numbers.slice(y * side(), (y + 1) * side()));
  return rows.map((row) => row.join(" ")).join("/");
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

/** What a solved task is worth: in the fewest swaps 3, in the allowed ones 2; every hint costs one, the first stays. */
export function stars(
  task: { solved: boolean; moves: number; allowed: number; shortest: number },
  hints = 0,
): number {
  if (!task.solved) return 0;
  const most = task.moves <= task.shortest ? 3 : task.moves <= task.allowed ? 2 : 1;
  return Math.max(1, most - hints);
}

/** How many hints were taken at this table: they are remembered when the page is loaded again. */
export function hintsTaken(table: string): number {
  try {
    return Number(sessionStorage.getItem(`stajnia.hints.${table}`) ?? 0);
  } catch {
    return 0;
  }
}
export function takeHint(table: string): number {
  const taken = hintsTaken(table) + 1;
  try {
    sessionStorage.setItem(`stajnia.hints.${table}`, String(taken));
  } catch {
    // a browser that keeps nothing forgives them
  }
  return taken;
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
