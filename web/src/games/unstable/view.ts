/** The view of unstable as JSON: the twin of src/stajnia/games/unstable/view.py. Fields with defaults may be left out. */
import type { Message } from "../types";

export type Type = "baby" | "basic" | "magical" | "magic" | "upgrade" | "downgrade" | "instant";

export interface StableCard {
  handle: string;
  card: string;
  type: Type;
  counts?: number;
  panda?: boolean;
  blinded?: boolean;
  safe?: boolean;
}
export interface Player {
  seat: number;
  unicorns: number;
  stable: StableCard[];
  hand_size: number;
  hand: string[];
  open?: boolean;
  barred?: boolean;
  unanswerable?: boolean;
  no_upgrades?: boolean;
}
export interface Count {
  card: string;
  count: number;
}
export interface Played {
  card: string;
  seat: number;
  into?: number | null;
}
export interface Pick {
  verb: string;
  card?: string;
  handle?: string;
  seat?: number | null;
}
export interface Effect {
  card: string;
  seat: number;
  when: string;
  status: string;
  handle?: string;
  must?: boolean;
  picks?: Pick[];
  asked?: number[];
  mine?: string;
}
export interface View {
  seat: number | null;
  turn: number[];
  ask: Message | null;
  seats: number;
  /** The printing the cards are of: second or first. */
  deck_option: string;
  goal: number;
  phase: string;
  active: number;
  first: number;
  turns: number;
  players: Player[];
  nursery: string[];
  deck: number;
  top: string[];
  looking: Count[];
  pile: Count[];
  stack: Played[];
  window: { asked: number[]; mine?: string } | null;
  link: number;
  effects: Effect[];
  waiting: Effect[];
  threats: { handle: string; how: string; saved?: boolean }[];
  resolving: string;
  plays: number;
  played: number;
  shown: { card: string; seat: number }[];
  extra_turns: number;
  winners: number[];
  reason: string;
}

const MAGIC =
  "unicorn_poison back_kick change_of_luck glitter_tornado unicorn_swap re_target unfair_bargain two_for_one targeted_destruction mystical_vortex good_deal shake_up blatant_thievery reset_button kiss_of_life unicorn_shrinkray";
const UPGRADE =
  "glitter_bomb yay rainbow_aura double_dutch claw_machine stable_artillery rainbow_lasso caffeine_overload extra_tail rainbow_mane summoning_ritual unicorn_lasso";
const DOWNGRADE =
  "barbed_wire pandamonium sadistic_ritual slowdown nanny_cam broken_stable blinding_light tiny_stable";
const KNOWN = new Map<string, Type>([
  ...MAGIC.split(" ").map((c): [string, Type] => [c, "magic"]),
  ...UPGRADE.split(" ").map((c): [string, Type] => [c, "upgrade"]),
  ...DOWNGRADE.split(" ").map((c): [string, Type] => [c, "downgrade"]),
  ["neigh", "instant"],
  ["super_neigh", "instant"],
  ["narwhal", "basic"],
]);

/** The type of a design, for its frame; a card in a stable says it itself. */
export function typeOf(card: string): Type {
  if (card.startsWith("baby_")) return "baby";
  if (card.startsWith("basic_")) return "basic";
  return KNOWN.get(card) ?? "magical";
}

/** The cards that answer another. */
export const NEIGHS = new Set(["neigh", "super_neigh"]);

/** The sign of a type: what the frame's colour says, without colour. */
export const SIGN: Record<Type, string> = {
  baby: "○",
  basic: "◇",
  magical: "✦",
  magic: "✺",
  upgrade: "▲",
  downgrade: "▼",
  instant: "!",
};
