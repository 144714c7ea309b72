/** What would happen to a lit card, as a small sign on it; the words stand at its stable and in the prompt. */
import type { Recipe } from "../emblem/emblem";
import type { Glyph } from "../emblem/glyphs";

const SIGNS: Record<string, [Glyph, string, string]> = {
  sacrifice: ["flame", "var(--paint-orange)", "var(--paint-yellow)"],
  destroy: ["burst", "var(--paint-red)", "var(--paint-yellow)"],
  steal: ["hand", "var(--paint-skin)", "var(--paint-orange)"],
  return: ["arrowdown", "var(--paint-blue)", "var(--paint-blue)"],
  move: ["swap", "var(--paint-green)", "var(--paint-blue)"],
  give: ["gift", "var(--paint-green)", "var(--paint-red)"],
  discard: ["arrowdown", "var(--paint-red)", "var(--paint-red)"],
  bring: ["house", "var(--paint-yellow)", "var(--paint-red)"],
  take: ["hand", "var(--paint-skin)", "var(--paint-orange)"],
  top: ["arrowup", "var(--paint-green)", "var(--paint-green)"],
};

export function sign(verb: string): Recipe {
  const [glyph, a, b] = SIGNS[verb] ?? ["target", "var(--paint-red)", "var(--paint-paper)"];
  return { a, b, layers: [{ glyph, x: 4, y: 4, scale: 0.88 }] };
}
