import type { Glyph } from "./glyphs";

/** One layer of an emblem: a glyph at a place (0..64), with a scale and a turn in degrees. */
export interface Layer {
  glyph: Glyph;
  x?: number;
  y?: number;
  scale?: number;
  turn?: number;
}

/** An emblem: colours a, b, c and layers from back to front. `bg` names the pattern behind it. */
export interface Recipe {
  a: string;
  b: string;
  c?: string;
  bg?: Pattern;
  layers: Layer[];
}

export type Pattern = "dots" | "rays" | "stripes" | "waves" | "stars" | "plain";
export const PATTERNS: Pattern[] = ["dots", "rays", "stripes", "waves", "stars"];

/** A small stable hash: the same card id gives the same number everywhere. */
export function hash(id: string): number {
  let h = 2166136261;
  for (let i = 0; i < id.length; i += 1) h = Math.imul(h ^ id.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 15), 2246822507);
  return (h ^ (h >>> 13)) >>> 0;
}

export function pick<T>(list: readonly T[], n: number): T {
  return list[n % list.length] as T;
}

const HUES = [
  "var(--paint-raspberry)",
  "var(--paint-orange)",
  "var(--paint-yellow)",
  "var(--paint-leaf)",
  "var(--paint-azure)",
  "var(--paint-violet)",
  "var(--paint-orchid)",
  "var(--paint-teal)",
];

/** Anything not curated: two glyphs and a pair of colours from the id alone. */
export function generated(id: string, glyphs: readonly Glyph[]): Recipe {
  const h = hash(id);
  const i = h % HUES.length;
  const j = (i + 2 + ((h >>> 5) % 4)) % HUES.length;
  return {
    a: HUES[i] as string,
    b: HUES[j] as string,
    bg: pick(PATTERNS, h >>> 9),
    layers: [
      { glyph: pick(glyphs, h >>> 3), x: 4, y: 4, scale: 0.8 },
      { glyph: pick(glyphs, h >>> 11), x: 36, y: 36, scale: 0.44 },
    ],
  };
}
