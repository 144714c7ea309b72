import { generated, type Layer, type Recipe } from "../emblem/emblem";
import type { Glyph } from "../emblem/glyphs";

const at = (glyph: Glyph, x = 4, y = 4, scale = 0.88, turn = 0): Layer => ({ glyph, x, y, scale, turn });
const one = (a: string, b: string, ...layers: Layer[]): Recipe => ({ a, b, layers });

const RED = "var(--paint-red)";
const AMBER = "var(--paint-orange)";
const GOLD = "var(--paint-yellow)";
const GREEN = "var(--paint-green)";
const BLUE = "var(--paint-blue)";
const VIOLET = "var(--paint-purple)";
const PINK = "var(--paint-rose)";
const STEEL = "var(--paint-grey)";
const CREAM = "var(--paint-cream)";

const STAMPS = one(GREEN, GREEN, at("stamp", -2, 0, 0.7), at("stamp", 28, 26, 0.56));
const CARDS: Record<string, Recipe> = {
  contract: STAMPS, // any of them
  "A+": one(RED, GREEN, at("pepper")),
  "A-": one(STEEL, STEEL, at("ball")),
  "B+": one(AMBER, GREEN, at("carrot")),
  "B-": one("var(--paint-slime)", GREEN, at("puddle")),
  "C+": one(BLUE, CREAM, at("hoof", -2, 14, 0.7), at("fizz", 26, 4, 0.62)),
  "C-": one(STEEL, STEEL, at("shoe")),
  "D+": one(GOLD, GOLD, at("pot", 4, 14, 0.8), at("arrowup", 38, -6, 0.4)),
  "D-": one("var(--paint-ice)", BLUE, at("ice")),
  "E+": one(GOLD, GOLD, at("horn")),
  "E-": one(CREAM, CREAM, at("leg")),
  "F+": one(BLUE, BLUE, at("wind")),
  "F-": one(RED, CREAM, at("soda")),
  "G+": one(RED, BLUE, at("seal")),
  "G-": one("var(--paint-lime)", GREEN, at("toot")),
  "H+": one("var(--paint-skin)", PINK, at("whisper")),
  "H-": one(CREAM, STEEL, at("news")),
  FA1: one(RED, PINK, at("heart", 0, 0, 0.76), at("heart", 30, 30, 0.52)),
  FA2: one(PINK, PINK, at("wings", 0, 0, 1), at("bolt", 20, 20, 0.5)),
  FA3: one(PINK, RED, at("dice", 0, 10, 0.7), at("dice", 32, -4, 0.5)),
  FA4: one(GOLD, PINK, at("wings", -2, 2, 1.04), at("star", 18, 16, 0.5)),
  FA5: one(GOLD, PINK, at("medal", 0, 0, 0.84), at("heart", 38, 38, 0.4)),
  FA6: one(PINK, PINK, at("coin", 0, 6, 0.76), at("arrowup", 36, 0, 0.46)),
  FA7: one(PINK, PINK, at("sparkle"), at("hand", 34, 34, 0.48)),
  FA8: one(PINK, PINK, at("wand", 10, 10, 0.76), at("star", -4, -4, 0.42), at("star", 26, -8, 0.34)),
  GO1: one(GREEN, "var(--paint-lime)", at("bag", 0, 0, 0.8), at("minus", 36, 40, 0.42)),
  GO2: one("var(--paint-straw)", GREEN, at("bowl")),
  GO3: one(GREEN, RED, at("gift")),
  GO4: one(STEEL, STEEL, at("gear", 0, 0, 0.7), at("gear", 32, 30, 0.5)),
  GO5: one("var(--paint-lime)", GREEN, at("hat", 4, -6, 0.62), at("stamp", 22, 26, 0.6)),
  GO6: STAMPS,
  GO7: one(GREEN, "var(--paint-straw)", at("door")),
  GO8: one("var(--paint-lime)", CREAM, at("book", 0, 6, 0.84), at("minus", 40, 44, 0.34)),
  GN1: one(GOLD, GOLD, at("shoe", 0, 0, 0.84), at("coin", 36, 36, 0.44)),
  GN2: one(CREAM, RED, at("head", 0, 0, 0.8), at("medal", 36, 30, 0.5)),
  GN3: one(AMBER, AMBER, at("bag")),
  GN4: one(STEEL, BLUE, at("shark", 0, 0, 0.9), at("coin", 36, 40, 0.38)),
  GN5: one(PINK, PINK, at("pig")),
  GN6: one(STEEL, STEEL, at("pick", 0, 0, 0.88), at("moon", 38, 36, 0.42)),
  GN7: one(RED, CREAM, at("baton")),
  GN8: one("var(--paint-caramel)", AMBER, at("statue")),
  LE1: one(RED, RED, at("gem", 2, 2, 0.9)),
  LE2: one(AMBER, AMBER, at("gem", 2, 2, 0.9)),
  LE3: one(GOLD, GOLD, at("gem", 2, 2, 0.9)),
  LE4: one(GREEN, GREEN, at("gem", 2, 2, 0.9)),
  LE5: one(BLUE, BLUE, at("gem", 2, 2, 0.9)),
  LE6: one(VIOLET, VIOLET, at("gem", 2, 2, 0.9)),
  LE7: one("var(--paint-dark)", "var(--paint-night)", at("head", 0, 0, 0.86), at("clover", 38, 38, 0.42)),
  LE8: one(CREAM, GREEN, at("dice", 0, 4, 0.8), at("clover", 36, -4, 0.44)),
  WI1: one(VIOLET, VIOLET, at("hand", 0, 6, 0.76), at("plus", 38, 0, 0.38)),
  WI2: one(VIOLET, GREEN, at("cauldron")),
  WI3: one(VIOLET, BLUE, at("orb")),
  WI4: one(GREEN, GREEN, at("leaf", 0, 0, 0.8), at("coin", 38, 38, 0.4)),
  WI5: one(VIOLET, GOLD, at("moon", 0, -4, 0.86), at("broom", 18, 22, 0.66)),
  WI6: one(VIOLET, CREAM, at("cauldron", -2, 16, 0.68), at("cards", 30, -4, 0.5)),
  WI7: one(GOLD, VIOLET, at("ring")),
  WI8: one(VIOLET, PINK, at("bag", 0, 4, 0.74), at("wand", 34, -4, 0.48)),
};

const SPARE: Glyph[] = ["star", "gem", "leaf", "moon", "ring", "seal", "medal", "bolt"];

/** The emblem of a magic card (`A+`) or a contract (`FA1`). */
export function emblem(id: string): Recipe {
  return CARDS[id] ?? generated(id, SPARE);
}
