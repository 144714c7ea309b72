/** The types of the cards: their frames and signs. */
const MAGIC =
  "unicorn_poison back_kick change_of_luck glitter_tornado unicorn_swap re_target unfair_bargain two_for_one targeted_destruction mystical_vortex good_deal shake_up blatant_thievery reset_button kiss_of_life unicorn_shrinkray";
const UPGRADE =
  "glitter_bomb yay rainbow_aura double_dutch claw_machine stable_artillery rainbow_lasso caffeine_overload extra_tail rainbow_mane summoning_ritual unicorn_lasso";
const DOWNGRADE =
  "barbed_wire pandamonium sadistic_ritual slowdown nanny_cam broken_stable blinding_light tiny_stable";
const KNOWN = new Map<string, string>([
  ...MAGIC.split(" ").map((c): [string, string] => [c, "magic"]),
  ...UPGRADE.split(" ").map((c): [string, string] => [c, "upgrade"]),
  ...DOWNGRADE.split(" ").map((c): [string, string] => [c, "downgrade"]),
  ["neigh", "instant"],
  ["super_neigh", "instant"],
  ["narwhal", "basic"],
]);

/** The type of a design, for its frame; a card in a stable says it itself. */
export function typeOf(card: string): string {
  if (card.startsWith("baby_")) return "baby";
  if (card.startsWith("basic_")) return "basic";
  return KNOWN.get(card) ?? "magical";
}

/** The cards that answer another. */
export const NEIGHS = new Set(["neigh", "super_neigh"]);

/** The sign of a type: what the frame's colour says, without colour. */
export const SIGN: Record<string, string> = {
  baby: "○",
  basic: "◇",
  magical: "✦",
  magic: "✺",
  upgrade: "▲",
  downgrade: "▼",
  instant: "!",
};
