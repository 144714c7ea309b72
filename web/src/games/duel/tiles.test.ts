import { describe, expect, test, vi } from "vitest";
import { codeOf, cover, fault, lay, rowsOf, scatter, type Tile } from "./tiles";

vi.mock(import("../../lib/games.svelte"), async (real) => {
  const tiles = [
    [2, 3],
    [2, 2],
    [2, 2],
    [2, 3],
  ];
  const layouts = [{ id: "stairs", rows: "#####../#####../..#####/..#####" }];
  return { ...(await real()), facts: () => ({ layouts, tiles, cells: 20, pawns: 3 }) as never };
});

const ROW: Tile[] = [
  { x: 0, y: 0, w: 3, h: 2 },
  { x: 3, y: 0, w: 2, h: 2 },
  { x: 5, y: 0, w: 2, h: 2 },
  { x: 7, y: 0, w: 3, h: 2 },
];

test("tiles side by side make one board, trimmed to its edges", () => {
  expect(rowsOf(ROW)).toBe("##########/##########");
  expect(rowsOf(ROW.map((tile) => ({ ...tile, x: tile.x + 1, y: tile.y + 3 })))).toBe(rowsOf(ROW));
  expect(fault(ROW)).toBeNull();
});

test("tiles on top of each other and a board that falls apart are told apart", () => {
  expect(fault([{ ...ROW[0]!, x: 1 }, ...ROW.slice(1)])).toBe("over"); // eslint-disable-line @typescript-eslint/no-non-null-assertion
  expect(fault(ROW.map((tile, n) => (n < 3 ? tile : { ...tile, y: 4 })))).toBe("apart");
});

test("a board laid by chance is a board, and its code gives it back", () => {
  for (let n = 0; n < 50; n++) {
    const rows = rowsOf(scatter());
    const again = lay(codeOf(rows));
    expect(Array.isArray(again), rows).toBe(true);
    const tiles = again as Tile[];
    expect(cover(tiles).size).toBe(20);
    expect([rows, turned(rows)]).toContain(rowsOf(tiles));
  }
});

/** The same board with rows and columns exchanged. */
function turned(rows: string): string {
  const lines = rows.split("/");
  return [...(lines[0] ?? "")].map((_, x) => lines.map((line) => line[x]).join("")).join("/");
}

describe("what is no board is refused as the server does it", () => {
  test.each([
    ["x", "layout_unknown"],
    ["a-u!", "layout_unknown"],
    ["###/#x#", "layout_signs"],
    ["####/####", "layout_count"],
    ["##########/............/##########", "layout_apart"],
    ["####################", "layout_tiles"],
  ])("%s", (text, id) => expect(lay(text)).toMatchObject({ id: `illegal.${id}` }));
});
