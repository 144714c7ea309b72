/** The geometry of a board: cells by name, knight's jumps, the cloud's outline. */
export interface Cell {
  name: string;
  x: number;
  y: number;
}

const COLUMNS = "abcdefghijklmnopqrst";
const JUMPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const;

export function at(name: string): { x: number; y: number } {
  return { x: COLUMNS.indexOf(name[0] ?? "a"), y: Number(name.slice(1)) - 1 };
}

export function cells(rows: string): Cell[] {
  return rows
    .split("/")
    .flatMap((row, y) =>
      [...row].flatMap((sign, x) => (sign === "#" ? [{ name: `${COLUMNS[x]}${y + 1}`, x, y }] : [])),
    );
}

/** Where a unicorn on this cell could jump on the empty board. */
export function jumps(from: string, board: readonly Cell[]): string[] {
  const { x, y } = at(from);
  return board.filter((c) => JUMPS.some(([dx, dy]) => c.x === x + dx && c.y === y + dy)).map((c) => c.name);
}

/** The way of a jump: two cells one way, then one sideways, through the middles of the cells. */
export function path(from: string, to: string): [number, number][] {
  const a = at(from);
  const b = at(to);
  const long = Math.abs(b.x - a.x) === 2;
  return [
    [a.x + 0.5, a.y + 0.5],
    long ? [b.x + 0.5, a.y + 0.5] : [a.x + 0.5, b.y + 0.5],
    [b.x + 0.5, b.y + 0.5],
  ];
}

/** A puffy square in a box of 100: the outline of one cloud cell. */
export const CLOUD = ((): string => {
  const points = Array.from({ length: 12 }, (_, n) => {
    const angle = ((n * 30 + 15) * Math.PI) / 180;
    const puff = (v: number): number => 50 + 39 * Math.sign(v) * Math.abs(v) ** 0.55;
    return [puff(Math.cos(angle)), puff(Math.sin(angle))] as const;
  });
  const round = (v: number): string => v.toFixed(1);
  return points
    .map(([x, y], n) => {
      if (n === 0) return `M${round(x)} ${round(y)}`;
      const [px, py] = points[n - 1] ?? [x, y];
      const r = round(Math.hypot(x - px, y - py) * 0.58);
      return `A${r} ${r} 0 0 1 ${round(x)} ${round(y)}`;
    })
    .concat([
      ((): string => {
        const [x, y] = points[0] ?? [0, 0];
        const [px, py] = points[11] ?? [0, 0];
        const r = round(Math.hypot(x - px, y - py) * 0.58);
        return `A${r} ${r} 0 0 1 ${round(x)} ${round(y)}z`;
      })(),
    ])
    .join("");
})();

/** The boards that have a name; the server knows the same ones. */
export const NAMED: Record<string, string> = {
  rectangle: "#####/#####/#####/#####",
  stairs: "#####../#####../..#####/..#####",
  step: "#####./#####./.#####/.#####",
  gate: "######/######/##..##/##..##",
  crown: "##..##/##..##/.####./.####./.####.",
  pinwheel: ".##.../.#####/######/#####./...##.",
  window: "#####/#####/##.##/####./..##.",
  butterfly: "##.##./##.##./.####./.##.##/.##.##",
  mushroom: "######/######/.####./.####.",
};
