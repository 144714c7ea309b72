/**
 * The four tiles: where they lie, what board they make, its share code. The builder answers while one draws, so texts are
 * read here as the server reads them; recorded_layouts.json holds both to the same answers.
 */
import { facts } from "../../lib/games.svelte";
import { cells } from "./board";

export interface Tile {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The table on which the tiles are laid: room for all four in a row. */
export const WIDE = 10;
export const HIGH = 8;

/** Width and height of the tiles, as they lie unturned. */
const sizes = (): [w: number, h: number][] => facts("duel").tiles.map(([high, wide]) => [wide, high]);

/** How many tiles lie on each spot. */
export function cover(tiles: readonly Tile[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const tile of tiles)
    for (let y = tile.y; y < tile.y + tile.h; y++)
      for (let x = tile.x; x < tile.x + tile.w; x++)
        count.set(`${x},${y}`, (count.get(`${x},${y}`) ?? 0) + 1);
  return count;
}

const spots = (there: Iterable<string>): [number, number][] =>
  [...there].map((k) => k.split(",").map(Number) as [number, number]);

/** The board as rows, trimmed to its edges. */
export function rowsOf(tiles: readonly Tile[]): string {
  const there = cover(tiles);
  const all = spots(there.keys());
  const left = Math.min(...all.map(([x]) => x));
  const top = Math.min(...all.map(([, y]) => y));
  const wide = Math.max(...all.map(([x]) => x)) - left + 1;
  const high = Math.max(...all.map(([, y]) => y)) - top + 1;
  return Array.from({ length: high }, (_, y) =>
    Array.from({ length: wide }, (_, x) => (there.has(`${x + left},${y + top}`) ? "#" : ".")).join(""),
  ).join("/");
}

/** What is wrong with it: tiles on top of each other, or a board that falls apart. */
export function fault(tiles: readonly Tile[]): "over" | "apart" | null {
  const there = cover(tiles);
  if ([...there.values()].some((n) => n > 1)) return "over";
  return joined(new Set(there.keys())) ? null : "apart";
}

function joined(there: ReadonlySet<string>): boolean {
  const todo = [...there].slice(0, 1);
  const seen = new Set(todo);
  for (let spot = todo.pop(); spot !== undefined; spot = todo.pop()) {
    const [x = 0, y = 0] = spot.split(",").map(Number);
    for (const next of [`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`])
      if (there.has(next) && !seen.has(next)) {
        seen.add(next);
        todo.push(next);
      }
  }
  return seen.size === there.size;
}

/** Some board laid by chance. */
export function scatter(): Tile[] {
  const some = (n: number): number => Math.floor(Math.random() * n);
  for (;;) {
    const tiles = sizes().map(([w, h]) => {
      const [a, b] = Math.random() < 0.5 ? [w, h] : [h, w];
      return { x: 2 + some(6 - a), y: 1 + some(7 - b), w: a, h: b };
    });
    if (fault(tiles) === null) return tiles;
  }
}

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short code for a board, to keep or to send. */
export function codeOf(rows: string): string {
  const wide = rows.includes("/") ? rows.indexOf("/") : rows.length;
  const bits = [...rows.replaceAll("/", "")].map((sign) => (sign === "#" ? "1" : "0")).join("");
  let number = BigInt(`0b1${bits}`);
  let digits = "";
  for (; number > 0n; number /= 32n) digits = (DIGITS[Number(number % 32n)] ?? "") + digits;
  return `${DIGITS[wide]}-${digits}`;
}

function decode(code: string): string | null {
  const [, width = "", digits = ""] = /^(\w)-(\w{1,82})$/.exec(code.trim().toLowerCase()) ?? [];
  if (!digits || [...width, ...digits].some((d) => !DIGITS.includes(d))) return null;
  const wide = DIGITS.indexOf(width);
  let number = 0n;
  for (const d of digits) number = number * 32n + BigInt(DIGITS.indexOf(d));
  const signs = number.toString(2).slice(1).replaceAll("1", "#").replaceAll("0", ".");
  if (!wide || signs.length % wide || !signs.includes("#")) return null;
  return signs.match(new RegExp(`.{${wide}}`, "g"))?.join("/") ?? null;
}

/** Why a text is no board, as the server says it: the id of the sentence and its values. */
export interface Refused {
  id: string;
  args: Record<string, unknown>;
}

/** The tiles of a board given by its name, as a code or as rows, in the middle of the table. */
export function lay(text: string): Tile[] | Refused {
  const { layouts, cells: size } = facts("duel");
  const named = layouts.find((layout) => layout.id === text.trim().toLowerCase())?.rows;
  const rows = named ?? (text.includes("#") ? text.trim() : decode(text));
  if (!rows) {
    const known = layouts.map((layout) => layout.id).sort();
    return { id: "illegal.layout_unknown", args: { layout: text.trim(), known } };
  }
  if (/[^#./ ]/.test(rows)) return { id: "illegal.layout_signs", args: { layout: rows } };
  const there = new Set(cells(rows).map((c) => `${c.x},${c.y}`));
  if (there.size !== size) return { id: "illegal.layout_count", args: { count: there.size } };
  if (!joined(there)) return { id: "illegal.layout_apart", args: {} };
  const tiles = fill(there, sizes());
  if (!tiles) return { id: "illegal.layout_tiles", args: {} };
  const high = Math.max(...tiles.map((tile) => tile.y + tile.h));
  return centred(
    high <= HIGH ? tiles : tiles.map(({ x, y, w, h }) => ({ x: y, y: x, w: h, h: w })), // a board stays the same turned
  );
}

function fill(left: ReadonlySet<string>, sizes: readonly (readonly [number, number])[]): Tile[] | null {
  const first = spots(left).sort(([ax, ay], [bx, by]) => ay - by || ax - bx)[0];
  if (!first) return [];
  const [x, y] = first;
  for (const [n, size] of sizes.entries())
    for (const [w, h] of [size, [size[1], size[0]] as const]) {
      const tile = { x, y, w, h };
      const own = [...cover([tile]).keys()];
      if (!own.every((spot) => left.has(spot))) continue;
      const rest = fill(
        new Set([...left].filter((spot) => !own.includes(spot))),
        sizes.filter((_, k) => k !== n),
      );
      if (rest) return [tile, ...rest];
    }
  return null;
}

function centred(tiles: Tile[]): Tile[] {
  const left = Math.min(...tiles.map((tile) => tile.x));
  const top = Math.min(...tiles.map((tile) => tile.y));
  const wide = Math.max(...tiles.map((tile) => tile.x + tile.w)) - left;
  const high = Math.max(...tiles.map((tile) => tile.y + tile.h)) - top;
  const dx = Math.floor((WIDE - wide) / 2) - left;
  const dy = Math.floor((HIGH - high) / 2) - top;
  return tiles.map((tile) => ({ ...tile, x: tile.x + dx, y: tile.y + dy }));
}
