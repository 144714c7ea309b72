/** The view of fever as JSON: the twin of src/stajnia/games/fever/view.py. */
import type { Message } from "../types";

export type Colour = "red" | "orange" | "yellow" | "green" | "blue" | "purple";
export const COLOURS: Colour[] = ["red", "orange", "yellow", "green", "blue", "purple"];

export interface Lying {
  seat: number;
  magic: string;
}
export interface Lane {
  colour: Colour;
  odds: number;
  rampage: boolean;
  at: number;
  place: number;
  cards: Lying[];
  looked: number;
  /** What it can do while it rampages, and the magic that does nothing to it then ("": none). */
  ability: string;
  immune: string;
}
export interface Bet {
  kind: "win" | "early" | "late";
  colour: Colour;
  state: "free" | "blocked" | "reserved" | "held";
  seat: number | null;
  stake: number;
  glory: number;
}
export interface Token {
  id: string;
  colour: string;
  bet: string;
  glory: number;
  magic: number;
  gold: number;
  contract: boolean;
  price: number;
  first: boolean;
}
export interface Stack {
  colour: string;
  tokens: Token[];
  printed: Token | null;
}
export interface Player {
  seat: number;
  gold: number;
  glory: number;
  loans: number;
  owns: Colour | "";
  hand: number;
  limit: number;
  tokens: string[];
  contracts: string[];
  turns: number;
}
export interface Doing {
  seat: number;
  token: string;
  bet: string;
  magic: number;
  used: boolean;
  played: boolean;
  stake_on: Bet | null;
  second: string;
  swaps: number;
  draws: number;
}
export interface Race {
  turn: number;
  card: number[];
  dice: Colour[];
  used: number[];
  tied: Colour[];
}
export interface Standing {
  seat: number;
  rank: number;
  unpaid: number;
  glory: number;
  tokens: number;
  converted: number;
  contracts: number;
  gold: number;
  repaid: number;
}
export interface View {
  seat: number | null;
  turn: number[];
  ask: Message | null;
  stage: string;
  phase: "setup" | "planning" | "race" | "results" | "over";
  round: number;
  races: number;
  length: number;
  first: number;
  next_first: number;
  clans: string[];
  lanes: Lane[];
  bets: Bet[];
  stacks: Stack[];
  market: string[];
  contracts_left: string[];
  contracts_out: string[];
  players: Player[];
  hand: string[];
  deck: number;
  discards: string[];
  doing: Doing | null;
  race: Race;
  ranking: Colour[];
  used_contracts: string[];
  standings: Standing[];
  /** The Glory printed on each contract of this game. */
  contract_glory: Record<string, number>;
  /** The number in the text of each of them. */
  contract_n: Record<string, number>;
}

/** What a contract does, with the number of this match's box. */
export function sentence(view: View, contract: string): Message {
  return { id: `contract.${contract}.text`, args: { n: view.contract_n[contract] ?? 0 } };
}
