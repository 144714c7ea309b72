import { generated, type Layer, type Recipe } from "../emblem/emblem";
import type { Glyph } from "../emblem/glyphs";

/** Every card has its own picture: a creature or a thing, its colours, and what tells it from its sisters. */
const PAPER = "var(--paint-paper)";
const GREY = "var(--paint-grey)";
const DARK = "var(--paint-dark)";
const RED = "var(--paint-red)";
const ORANGE = "var(--paint-orange)";
const YELLOW = "var(--paint-yellow)";
const GREEN = "var(--paint-green)";
const BLUE = "var(--paint-blue)";
const INDIGO = "var(--paint-indigo)";
const PURPLE = "var(--paint-purple)";
const PINK = "var(--paint-pink)";
const BROWN = "var(--paint-brown)";
const TEAL = "var(--paint-teal)";

const at = (glyph: Glyph, x: number, y: number, scale: number, turn = 0): Layer => ({
  glyph,
  x,
  y,
  scale,
  turn,
});
/** What a creature carries lies in the lower right corner. */
const token = (glyph: Glyph, turn = 0): Layer => at(glyph, 34, 34, 0.52, turn);

const unicorn = (a: string, b: string, bg: Recipe["bg"], ...more: Layer[]): Recipe => ({
  a,
  b,
  bg,
  layers: [at("head", 2, 3, 0.9), ...more],
});
const flyer = (b: string, bg: Recipe["bg"], glyph: Glyph): Recipe => ({
  a: PAPER,
  b,
  bg,
  layers: [at("wings", -8, 4, 1.2), at("head", 8, 8, 0.72), at(glyph, 38, 38, 0.46)],
});
const narwhal = (a: string, b: string, bg: Recipe["bg"], ...more: Layer[]): Recipe => ({
  a,
  b,
  bg,
  layers: [at("narwhal", 0, 0, 0.95), ...more],
});
const thing = (glyph: Glyph, a: string, b: string, bg: Recipe["bg"], ...more: Layer[]): Recipe => ({
  a,
  b,
  bg,
  layers: [at(glyph, 4, 4, 0.88), ...more],
});

const MANES: Record<string, string> = {
  red: RED,
  pink: PINK,
  orange: ORANGE,
  yellow: YELLOW,
  green: GREEN,
  blue: BLUE,
  indigo: INDIGO,
  purple: PURPLE,
  black: "var(--paint-coal)",
  white: "var(--paint-snow)",
  brown: BROWN,
  rainbow: PINK,
  death: GREY,
};

/** A shape beside the colour, so that the colour never speaks alone. */
const SIGNS: Record<string, Glyph> = {
  red: "heart",
  pink: "lips",
  orange: "flame",
  yellow: "star",
  green: "clover",
  blue: "fizz",
  indigo: "moon",
  purple: "spiral",
  black: "hat",
  white: "egg",
  brown: "bone",
};

const CURATED: Record<string, Recipe> = {
  baby_unicorn_rainbow: {
    a: PAPER,
    b: PINK,
    bg: "rays",
    layers: [at("rainbow", -2, -10, 1.06), at("baby", 8, 10, 0.78)],
  },
  baby_unicorn_death: {
    a: "var(--paint-slate)",
    b: "var(--paint-night)",
    bg: "plain",
    layers: [at("baby", 4, 4, 0.88), at("skull", 42, 42, 0.38)],
  },
  baby_narwhal: { a: "var(--paint-sky)", b: PINK, bg: "waves", layers: [at("narwhal", 6, 8, 0.78)] },
  narwhal: narwhal("var(--paint-sea)", "var(--paint-deep)", "waves"),
  rhinocorn: unicorn(GREY, DARK, "rays", token("burst")),
  magical_kittencorn: thing("cat", "var(--paint-kitten)", ORANGE, "stars", at("wand", 38, 38, 0.46)),
  stabby_the_unicorn: unicorn(PAPER, RED, "stripes", token("knife")),
  rainbow_unicorn: unicorn(PAPER, PURPLE, "rays", at("rainbow", 30, 34, 0.58)),
  extremely_destructive_unicorn: unicorn(
    "var(--paint-shell)",
    RED,
    "rays",
    at("burst", 30, 28, 0.62),
    at("bomb", 37, 36, 0.42),
  ),
  chainsaw_unicorn: unicorn(PAPER, ORANGE, "stripes", token("saw")),
  llamacorn: thing("llama", "var(--paint-wool)", BROWN, "dots", at("cards", 38, 38, 0.44)),
  americorn: unicorn(PAPER, BLUE, "stars", token("flag")),
  ginormous_unicorn: {
    a: PAPER,
    b: TEAL,
    bg: "rays",
    layers: [at("head", -8, -8, 1.28), at("plus", 46, 46, 0.32)],
  },
  seductive_unicorn: unicorn("var(--paint-blush)", PINK, "dots", token("heart")),
  queen_bee_unicorn: unicorn(
    YELLOW,
    "var(--paint-coal)",
    "stripes",
    token("bee"),
    at("crown", 4, -6, 0.34, -12),
  ),
  greedy_flying_unicorn: flyer(YELLOW, "dots", "coin"),
  annoying_flying_unicorn: flyer(ORANGE, "rays", "shout"),
  magical_flying_unicorn: flyer(PURPLE, "stars", "wand"),
  swift_flying_unicorn: flyer(BLUE, "stripes", "bolt"),
  majestic_flying_unicorn: flyer(RED, "waves", "crown"),
  unicorn_phoenix: unicorn("var(--paint-ember)", RED, "rays", token("flame")),
  unicorn_on_the_cob: {
    a: PAPER,
    b: GREEN,
    bg: "dots",
    layers: [at("head", -2, -2, 0.74), at("corn", 26, 20, 0.68, 14)],
  },
  black_knight_unicorn: unicorn("var(--paint-slate)", "var(--paint-night)", "stripes", token("shield")),
  shark_with_a_horn: thing("shark", "var(--paint-steel)", BLUE, "waves"),
  shabby_the_narwhal: narwhal(
    "var(--paint-rag)",
    BROWN,
    "waves",
    at("patch", 8, 34, 0.36),
    token("arrowdown"),
  ),
  narwhal_torpedo: narwhal("var(--paint-dusk)", INDIGO, "waves", at("torpedo", 22, 38, 0.56, -14)),
  alluring_narwhal: narwhal("var(--paint-petal)", PINK, "waves", token("heart")),
  mermaid_unicorn: unicorn("var(--paint-foam)", TEAL, "waves", token("fishtail")),
  classy_narwhal: narwhal(
    "var(--paint-lavender)",
    PURPLE,
    "waves",
    at("hat", 20, -6, 0.46, 8),
    token("arrowup"),
  ),
  the_great_narwhal: narwhal(
    "var(--paint-sea)",
    YELLOW,
    "rays",
    at("crown", 22, -4, 0.42, 10),
    at("star", 38, 40, 0.4),
  ),
  mother_goose_unicorn: unicorn(PAPER, YELLOW, "dots", token("egg")),
  unicorn_oracle: unicorn("var(--paint-lilac)", INDIGO, "stars", token("eye")),
  necromancer_unicorn: unicorn("var(--paint-moss)", "var(--paint-coal)", "stripes", token("skull")),
  dark_angel_unicorn: {
    a: "var(--paint-slate)",
    b: PURPLE,
    bg: "rays",
    layers: [at("wings", -8, 4, 1.2), at("head", 8, 8, 0.74), at("halo", 14, -14, 0.6)],
  },
  puppicorn: thing("dog", "var(--paint-sand)", BROWN, "dots"),
  angel_unicorn: {
    a: PAPER,
    b: YELLOW,
    bg: "rays",
    layers: [at("wings", -8, 4, 1.2), at("head", 8, 8, 0.74), at("halo", 14, -14, 0.6)],
  },
  extremely_fertile_unicorn: unicorn("var(--paint-blush)", GREEN, "dots", at("baby", 32, 32, 0.54)),
  zombie_unicorn: unicorn("var(--paint-pea)", "var(--paint-olive)", "stripes", token("bone")),
  // magic
  unicorn_poison: thing("bottle", "var(--paint-mint)", GREEN, "dots", at("skull", 36, 8, 0.42)),
  back_kick: thing("hoof", "var(--paint-wool)", BROWN, "rays", at("swap", 40, -2, 0.4, -30)),
  change_of_luck: thing("clover", GREEN, GREEN, "stars"),
  glitter_tornado: thing("tornado", "var(--paint-ice)", PINK, "stars", at("sparkle", 38, 36, 0.46)),
  unicorn_swap: {
    a: PAPER,
    b: PINK,
    bg: "stripes",
    layers: [at("head", -2, -2, 0.62), at("swap", 24, 26, 0.66)],
  },
  re_target: thing("target", RED, RED, "rays", at("swap", 36, 36, 0.48)),
  unfair_bargain: thing("scales", YELLOW, YELLOW, "stripes", at("cards", -2, 40, 0.34)),
  two_for_one: {
    a: YELLOW,
    b: RED,
    bg: "rays",
    layers: [at("burst", 0, 16, 0.7), at("skull", 30, -2, 0.5), at("skull", 36, 34, 0.5)],
  },
  targeted_destruction: thing("target", RED, RED, "dots", at("bomb", 34, 34, 0.5)),
  mystical_vortex: thing("spiral", PURPLE, PURPLE, "stars"),
  good_deal: thing("cards", YELLOW, GREEN, "dots"),
  shake_up: thing("dice", PINK, TEAL, "waves"),
  blatant_thievery: thing("mask", DARK, DARK, "stripes", at("hand", 34, 34, 0.5)),
  reset_button: thing("button", RED, GREY, "rays"),
  kiss_of_life: thing("lips", RED, PINK, "dots", at("heart", 40, -2, 0.4)),
  unicorn_shrinkray: thing("shrink", RED, BLUE, "rays", at("baby", 21, 21, 0.36)),
  // upgrades
  glitter_bomb: thing("bomb", DARK, DARK, "stars", at("sparkle", 8, 24, 0.56)),
  yay: thing("popper", PINK, YELLOW, "dots"),
  rainbow_aura: {
    a: PAPER,
    b: PINK,
    bg: "rays",
    layers: [at("rainbow", 0, -10, 1), at("shield", 16, 26, 0.52)],
  },
  double_dutch: thing("rope", RED, RED, "stripes", at("cards", 20, 30, 0.4)),
  claw_machine: thing("claw", GREY, PINK, "dots", at("cards", 22, 40, 0.32)),
  stable_artillery: thing("cannon", DARK, GREY, "rays", at("burst", 48, -6, 0.36)),
  rainbow_lasso: thing("lasso", YELLOW, PINK, "waves", at("rainbow", 28, 30, 0.54)),
  caffeine_overload: thing("cup", "var(--paint-apricot)", BROWN, "rays", at("bolt", 12, 26, 0.4)),
  extra_tail: thing("tail", PINK, PURPLE, "dots"),
  rainbow_mane: thing("mane", RED, BLUE, "stars"),
  summoning_ritual: thing("candle", PURPLE, PURPLE, "stars", at("moon", 36, 0, 0.44)),
  unicorn_lasso: thing("lasso", BROWN, BROWN, "stripes", at("head", 24, 22, 0.5)),
  // downgrades
  barbed_wire: thing("wire", GREY, GREY, "stripes"),
  pandamonium: thing("panda", PAPER, PAPER, "dots"),
  sadistic_ritual: thing("candle", RED, RED, "rays", at("skull", -2, 30, 0.44)),
  slowdown: thing("snail", "var(--paint-pistachio)", ORANGE, "waves"),
  nanny_cam: thing("camera", BLUE, BLUE, "dots", at("eye", 30, 36, 0.5)),
  broken_stable: thing("house", RED, "var(--paint-wool)", "stripes", at("crack", 12, 8, 0.8)),
  blinding_light: thing("bulb", YELLOW, YELLOW, "rays"),
  tiny_stable: {
    a: RED,
    b: "var(--paint-biscuit)",
    bg: "dots",
    layers: [at("house", 16, 24, 0.52), at("shrink", 0, 0, 1)],
  },
  // instants
  neigh: { a: PAPER, b: RED, bg: "rays", layers: [at("head", -2, 8, 0.84), at("bubble", 30, -2, 0.52)] },
  super_neigh: {
    a: YELLOW,
    b: PURPLE,
    bg: "stars",
    layers: [at("burst", -4, -4, 1.12), at("head", 2, 10, 0.74), at("bubble", 32, 0, 0.52)],
  },
};

const GLYPHS: Glyph[] = [
  "star",
  "heart",
  "bolt",
  "flame",
  "moon",
  "gem",
  "crown",
  "clover",
  "spiral",
  "leaf",
];

/** The emblem of a card. */
export function emblem(card: string): Recipe {
  const known = CURATED[card];
  if (known) return known;
  const [, kind, colour] = /^(baby|basic)_unicorn_(\w+)$/.exec(card) ?? [];
  const mane = colour === undefined ? undefined : MANES[colour];
  const sign = SIGNS[colour ?? ""] ?? "star";
  if (kind === "baby" && mane)
    return { a: PAPER, b: mane, bg: "dots", layers: [at("baby", 2, 2, 0.84), at(sign, 44, 42, 0.34)] };
  if (kind === "basic" && mane)
    return { a: PAPER, b: mane, bg: "plain", layers: [at("head", 4, 3, 0.92), at(sign, 18, 42, 0.3)] };
  return generated(card, GLYPHS);
}
