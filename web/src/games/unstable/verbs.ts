/** What would happen to a lit card, as a small sign on it; the words stand at its stable and in the prompt. */
import type { Recipe } from "../emblem/emblem";
import type { Glyph } from "../emblem/glyphs";

const SIGNS: Record<string, [Glyph, string, string]> = {
  sacrifice: ["flame", "#ff9a3d", "#ffd23f"],
  destroy: ["burst", "#f0506e", "#ffd23f"],
  steal: ["hand", "#ffd9c2", "#ff9a3d"],
  return: ["arrowdown", "#4cabec", "#4cabec"],
  move: ["swap", "#58c069", "#4cabec"],
  give: ["gift", "#58c069", "#f0506e"],
  discard: ["arrowdown", "#f0506e", "#f0506e"],
  bring: ["house", "#ffd23f", "#f0506e"],
  take: ["hand", "#ffd9c2", "#ff9a3d"],
  top: ["arrowup", "#58c069", "#58c069"],
};

export function sign(verb: string): Recipe {
  const [glyph, a, b] = SIGNS[verb] ?? ["target", "#f0506e", "#fffaf2"];
  return { a, b, layers: [{ glyph, x: 4, y: 4, scale: 0.88 }] };
}
