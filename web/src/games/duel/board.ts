/** The geometry of a board: cells by name, knight's jumps, the cloud's outline. */
import { facts } from "../../lib/games.svelte";

export interface Cell {
  name: string;
  x: number;
  y: number;
}

export function at(name: string): { x: number; y: number } {
  return { x: facts("duel").columns.indexOf(name[0] ?? ""), y: Number(name.slice(1)) - 1 };
}

export function cells(rows: string): Cell[] {
  const { columns } = facts("duel");
  return rows
    .split("/")
    .flatMap((row, y) =>
      [...row].flatMap((sign, x) => (sign === "#" ? [{ name: `${columns[x]}${y + 1}`, x, y }] : [])),
    );
}

/** Where a unicorn on this cell could jump on the empty board. */
export function jumps(from: string, board: readonly Cell[]): string[] {
  const { x, y } = at(from);
  const reached = ([down, right]: [number, number]): Cell[] =>
    board.filter((cell) => cell.x === x + right && cell.y === y + down);
  return facts("duel")
    .jumps.flatMap(reached)
    .map((cell) => cell.name);
}

/** The way of a jump: the longer way first, then sideways, through the middles of the cells. */
export function path(from: string, to: string): [number, number][] {
  const a = at(from);
  const b = at(to);
  const long = Math.abs(b.x - a.x) > Math.abs(b.y - a.y);
  return [
    [a.x + 0.5, a.y + 0.5],
    long ? [b.x + 0.5, a.y + 0.5] : [a.x + 0.5, b.y + 0.5],
    [b.x + 0.5, b.y + 0.5],
  ];
}

/** A unicorn that keeps its identity while it jumps, so that it can be seen travelling. */
export interface Pawn {
  id: number;
  who: number;
  cell: string;
}

/** The unicorns as they stand now: those that stayed are the same, one that moved is the one that is missing. */
export function follow(had: readonly Pawn[], now: readonly (readonly string[])[]): Pawn[] {
  let count = Math.max(-1, ...had.map((p) => p.id));
  const next: Pawn[] = [];
  now.forEach((cells, who) => {
    const stay = had.filter((p) => p.who === who && cells.includes(p.cell));
    const gone = had.filter((p) => p.who === who && !cells.includes(p.cell));
    next.push(...stay);
    for (const cell of cells) {
      if (stay.some((p) => p.cell === cell)) continue;
      const moved = gone.shift();
      next.push(moved ? { ...moved, cell } : { id: ++count, who, cell });
    }
  });
  return next.sort((a, b) => a.id - b.id);
}

/** The outline of one cloud cell in a box of 100. */
export const CLOUD =
  "M27 91A19 19 0 0 1 9 68A19 19 0 0 1 10 38A21 21 0 0 1 35 13A21 21 0 0 1 67 11A22 22 0 0 1 91 37A19 19 0 0 1 91 68A19 19 0 0 1 74 91A36 36 0 0 1 50 94A36 36 0 0 1 27 91z";
