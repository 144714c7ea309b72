import { describe, expect, test, vi } from "vitest";
import recorded from "./recorded_layouts.json";
import { codeOf, cover, fault, lay, rowsOf, scatter, type Tile } from "./tiles";

vi.mock(import("../../lib/games.svelte"), async (real) => {
  const tiles = [
    [2, 3],
    [2, 2],
    [2, 2],
    [2, 3],
  ];
  // the names are asked for first
  const named = recorded.filter(({ text }) => /^[a-z]+$/.test(text));
  const layouts = named.flatMap(({ text, rows }) => (rows ? [{ id: text, rows }] : []));
  return { ...(await real()), facts: () => ({ layouts, tiles, cells: 20, columns: "abcdefghij" }) as never };
});

/** What the game says to a text that may be a board: see tests/web/record_layouts.py. */
interface Answer {
  text: string;
  rows?: string;
  code?: string;
  refused?: string;
  values?: Record<string, unknown>;
}
const answers: Answer[] = recorded;

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

describe("the page reads a layout as the game does", () => {
  test.each(answers.filter((answer) => answer.rows))("$text", ({ text, rows = "", code }) => {
    const tiles = lay(text) as Tile[];
    expect([rows, turned(rows)]).toContain(rowsOf(tiles));
    expect(fault(tiles)).toBeNull();
    expect(codeOf(rows)).toBe(code);
  });
  test.each(answers.filter((answer) => answer.refused))("no board: $text", ({ text, refused, values }) =>
    expect(lay(text)).toEqual({ id: `illegal.${refused}`, args: values }),
  );
});
