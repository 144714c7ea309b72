// Written by `python -m stajnia.server.typescript` from the server's structs. Do not edit.

/** A table as one person sees it. */
export interface TableInfo {
  id: string;
  code: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  clock: "fast" | "none" | "relaxed";
  listed: boolean;
  chat: boolean;
  hints: boolean;
  guest_bots: boolean;
  state: "closed" | "over" | "playing" | "waiting";
  seats: SeatInfo[];
  names: string[];
  host: string;
  you: number | null;
  yours: number[];
  is_host: boolean;
  your_turn: boolean;
  spectators: Spectator[];
  sent_away: number[];
  rated: boolean;
  rematch: string | null;
  result: Outcome | null;
  commit: string;
  seed: string;
  created: number;
  updated: number;
}

/** One seat of a table as anybody at the table may know it. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: string;
  present: boolean;
  stand_in: boolean;
  you: boolean;
  guest_bot: boolean;
}

/** Who watches a table. The mark is that of one guest at one table, whatever they are called; elsewhere they have */
export interface Spectator {
  name: string;
  mark: string;
}

/** How a match ended: a score a seat, who won (several: shared, none: all lose), the game's word for why. */
export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
}

export interface Person {
  name: string;
  lang: "en" | "pl";
}

export interface MeBody {
  name?: string | null;
  lang?: "en" | "pl" | null;
}

export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: Record<string, unknown>;
  clock?: "fast" | "none" | "relaxed";
  listed?: boolean;
  chat?: boolean;
  hints?: boolean;
  rated?: boolean;
  guest_bots?: boolean;
  name?: string;
  start?: boolean;
}

export interface NewSeat {
  kind: "bot" | "me" | "open";
  level?: string;
  name?: string;
}

export interface JoinBody {
  seat?: number | null;
  name?: string;
  bot?: boolean;
}

/** The host changes a seat before the start: opens it (a person there stands up) or puts a bot where none sits. */
export interface SeatBody {
  seat: number;
  kind: "bot" | "open";
  level?: string;
}

/** The host sends away who watches with this mark, or who sits on that seat; `lift` lets the latter come again. */
export interface BlockBody {
  mark?: string;
  seat?: number | null;
  lift?: boolean;
}

/** A personal link: whoever opens it sits as this person on another device. */
export interface Link {
  url: string;
  expires: number;
}

/** What opening a personal link would do. */
export interface LinkInfo {
  name: string;
  now: string | null;
  same: boolean;
  table: string;
}

/** Where somebody is this person. */
export interface Device {
  id: string;
  device: string;
  created: number;
  here: boolean;
}

/** Something was done away with. */
export interface Gone {
  gone: number;
}

export interface GameInfo {
  name: string;
  rules: number;
  seats: number[];
  options: Option[];
  levels: Level[];
  clocks: ClockInfo[];
  usual_seats: number;
  minutes: number;
  hides: boolean;
  facts: AnyFacts;
}

/** One choice made before a match. Names and explanations are words `option.NAME` and `option.NAME.VALUE`. */
export interface Option {
  name: string;
  kind: "choice" | "flag" | "number" | "text";
  default: unknown;
  choices?: unknown[];
  low?: number | null;
  high?: number | null;
  seats?: number[];
}

export interface Level {
  name: string;
  usual: boolean;
  strength: Strength | null;
}

/** A level won `rate` of `games` against the level `against`; 95 % of such runs would show low to high. */
export interface Strength {
  against: string;
  rate: number;
  low: number;
  high: number;
  games: number;
}

/** A clock that a table may have: seconds for each decision, and a bank for all that takes longer; 0: no clock. */
export interface ClockInfo {
  name: "fast" | "none" | "relaxed";
  step: number;
  bank: number;
}

export interface Rules {
  text: string;
  statements: Record<string, string>;
}

/** The table that a personal link or a short code leads to. */
export interface Opened {
  table: string;
}

export interface RecordId {
  id: string;
}

/** A line in the list of records. */
export interface RecordInfo {
  id: string;
  game: string;
  names: string[];
  result: Outcome | null;
  at: number;
  uploaded: boolean;
}

/** The body of every HTTP refusal: a code for programs, a sentence for people, a message id to word it. */
export interface Fault {
  code: string;
  text: string;
  message: Message | null;
}

/** A sentence as an id and its arguments; `words` turns it into a language. */
export interface Message {
  id: string;
  args?: Record<string, unknown>;
}

export interface Replay {
  game: string;
  seats: number;
  options: Record<string, unknown>;
  names: string[];
  moves: number;
  perspective: string;
  result: Outcome | null;
  frames: ReplayFrame[];
  levels: string[];
}

/** One step of a replay: the state after the first `n` moves; move n-1 brought it about. */
export interface ReplayFrame {
  n: number;
  seat: number | null;
  a: string;
  label: Message | null;
  how: string;
  events: Told[];
  view: AnyView;
  views: AnyView[] | null;
}

/** An event as this seat may know it, of show `n`. Kinds `table.*` are the server's own. */
export interface Told {
  n: number;
  kind: string;
  args?: Record<string, unknown>;
}

/** What a bot expected of a move, sentence by sentence; the last may be the label of another action. */
export interface Reasons {
  level: string;
  because: Message[];
}

/** Some decisions of a seat; those that nobody can judge are left out. */
export interface Analysis {
  seat: number;
  judged: Judged[];
  next: number | null;
}

/** What the n-th move was worth: the chance to win after it and after the best one, from 0 to 1, and which that was: */
export interface Judged {
  n: number;
  expected: number;
  best: number;
  better: string;
  label: Message;
}

/** Matches of one game against one kind of opponents. */
export interface Statistic {
  game: string;
  against: "alone" | "bots" | "mixed" | "people";
  level: string;
  played: number;
  won: number;
}

/** The tutorial of a game: a scripted first match. */
export interface Tutorial {
  game: string;
  seats: number;
  options: Record<string, unknown>;
  frames: TutorialFrame[];
  steps: TutorialStep[];
  result: Outcome | null;
}

/** A state of a tutorial, after `n` moves, as the newcomer at seat 0 sees it. */
export interface TutorialFrame {
  n: number;
  events: Told[];
  view: AnyView;
  legal: string[];
  labels: Record<string, Message>;
}

/** What is said after `n` moves, and the move that is asked for, if one is. */
export interface TutorialStep {
  n: number;
  say: Message;
  rules: string[];
  point: string;
  a: string | null;
}

/** Come to a table (and leave the one before); `since`: the last show had, None for all events. */
export interface Hello {
  t: "hello";
  table: string;
  since?: number | null;
  seat?: number | null;
  watch?: boolean;
}

/** Go from the table; the socket stays open. */
export interface Bye {
  t: "bye";
}

/** Play an action; `n` is the show it answers (an older one is refused), None: whatever is there. */
export interface Play {
  t: "play";
  id: string;
  a: string;
  n?: number | null;
}

/** Why is this action not possible? */
export interface Why {
  t: "why";
  id: string;
  a: string;
}

/** Undo to the state of show `to`; None: before my last decision. Asks the others where it is not free. */
export interface TakeBack {
  t: "undo";
  id: string;
  to?: number | null;
}

export interface Agree {
  t: "agree";
  id: string;
  yes: boolean;
}

/** Hold the response window open; spends this seat's bank. */
export interface Thinking {
  t: "thinking";
  id: string;
}

export interface SetOrders {
  t: "orders";
  id: string;
  orders: "ask" | "pass" | "wins";
}

export interface Say {
  t: "chat";
  id: string;
  text: string;
}

export interface AskHint {
  t: "hint";
  id: string;
}

export interface AskText {
  t: "text";
  id: string;
}

/** Take the seat back from the stand-in, from the next decision on. */
export interface Back {
  t: "back";
  id: string;
}

export interface Ping {
  t: "ping";
}

export interface TableNow {
  t: "table";
  table: TableInfo;
}

/** The match as this seat may know it now. Numbers have no gap; `events` are those of shows since+1..n. */
export interface Show {
  t: "show";
  n: number;
  since: number;
  events: Told[];
  view: AnyView;
  legal: string[];
  labels: Record<string, Message>;
  deadline: number | null;
  clock: number[];
  window: WindowTimes | null;
  undo: Undo;
  orders: "ask" | "pass" | "wins";
  result: Outcome | null;
}

/** How long a sealed window is open, in ms from now; `closes_in` is None where the table waits for all. */
export interface WindowTimes {
  min_in: number;
  closes_in: number | null;
  asked: number[];
  answered: boolean;
  can_think: boolean;
}

export interface Undo {
  free_to: number | null;
  ask_to: number | null;
  asked: UndoAsked | null;
}

export interface UndoAsked {
  seat: number;
  to: number;
  agreed: number[];
}

/** The window of show n has other times now, since somebody thinks; or the receiver's own answer is sealed. */
export interface WindowNow {
  t: "window";
  n: number;
  window: WindowTimes;
  view?: AnyView | null;
}

/** An undo was asked for, agreed to, or refused (`asked` None) since show n. */
export interface UndoNow {
  t: "undo";
  n: number;
  undo: Undo;
}

export interface Presence {
  t: "presence";
  present: boolean[];
  stand_in: boolean[];
  spectators: Spectator[];
}

/** Done and on disk. For an action, n is the show that comes of it (a sealed answer: the present one). */
export interface Ack {
  t: "ack";
  id: string;
  n: number;
}

/** Not done. `rule` and `message` as in core's Illegal (`illegal.MESSAGE`), `text` in my language. */
export interface Refuse {
  t: "refuse";
  id: string;
  rule: string;
  message: string;
  values: Record<string, unknown>;
  text: string;
}

export interface WhyNot {
  t: "why";
  id: string;
  ok: boolean;
  rule: string;
  message: string;
  values: Record<string, unknown>;
  text: string;
}

export interface Hint {
  t: "hint";
  id: string;
  a: string;
  label: Message;
}

export interface Text {
  t: "text";
  id: string;
  text: string;
}

export interface Chat {
  t: "chat";
  lines: ChatLine[];
  fresh: boolean;
}

/** One line of chat; seat None: a spectator. */
export interface ChatLine {
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export interface Pong {
  t: "pong";
  now: number;
}

/** Forget what you had of this table and say hello again with since=None. */
export interface Resync {
  t: "resync";
}

/** The message could not be used at all; `code` for programs, `text` for people, `seconds` until it may be again. */
export interface Error {
  t: "error";
  code: string;
  text: string;
  seconds: number;
}

export interface DuelView {
  seat: number | null;
  turn: number[];
  ask: Message | null;
  phase: "first" | "jump" | "lay" | "over" | "place" | "token";
  rows: string;
  layout: string;
  code: string;
  tiles: string[][];
  first: number | null;
  pawns: string[][];
  rainbows: string[];
  lifted: [string, string] | null;
  last: [string, string, string] | null;
  blocked: string[];
  tokens_left: number;
  winner: number | null;
  options: Record<string, unknown>;
  sealed: string;
}

/** A board is 16 cells row by row from the top left (a1 b1 c1 d1 a2 ... d4), a number or 0 for an empty cell. */
export interface CloversView {
  seat: number | null;
  turn: number[];
  ask: Message | null;
  phase: "deal" | "extra" | "lay" | "lot" | "next" | "over" | "place" | "reveal" | "take" | "task";
  player: number;
  boards: number[][];
  face_up: number[];
  unseen: number[];
  pile: number;
  hand: number;
  dealt: number[];
  why: "" | "both" | "horseshoe" | "neighbour";
  extra_turn: boolean;
  extras: number[];
  horseshoes: number[][];
  turns: number;
  limit: number;
  starter: number;
  troublesome: boolean;
  lucky: boolean;
  neighbours: boolean;
  tournament: boolean;
  game: number;
  games: number;
  points: number[];
  scores: CloversGameScore[];
  task: CloversTask | null;
  result: Outcome | null;
  sealed: string;
}

/** One finished game of a tournament, by seat. */
export interface CloversGameScore {
  starter: number;
  empties: number[];
  winners: number[];
  points: number[];
  reason: string;
}

/** The solo task. The grid as it lies now is `boards[0]`. */
export interface CloversTask {
  kind: "book" | "daily" | "made" | "own";
  number: number;
  name: string;
  start: number[];
  moves: number;
  allowed: number;
  shortest: number;
  solved: boolean;
  solution: string[];
}

export interface FeverView {
  seat: number | null;
  turn: number[];
  ask: Message | null;
  options: Record<string, unknown>;
  stage: string;
  phase: "over" | "planning" | "race" | "results" | "setup";
  round: number;
  races: number;
  length: number;
  first: number;
  next_first: number;
  clans: string[];
  lanes: FeverLane[];
  bets: FeverBet[];
  stacks: FeverStack[];
  market: string[];
  contracts_left: string[];
  contracts_out: string[];
  players: FeverPlayer[];
  hand: string[];
  deck: number;
  discards: string[];
  doing: FeverDoing | null;
  race: FeverRace;
  ranking: string[];
  used_contracts: string[];
  standings: FeverStanding[];
  bank_gold: number;
  bank_glory: number;
  hexed: number[][];
  plan: number;
  after: string;
  contract_glory: Record<string, number>;
  contract_n: Record<string, number>;
  sealed: string;
}

/** A unicorn on its lane. */
export interface FeverLane {
  colour: string;
  odds: number;
  rampage: boolean;
  at: number;
  place: number;
  cards: FeverLying[];
  looked: number;
  ability: string;
  immune: string;
}

/** A magic card on a unicorn: who played it, and which it is ("" when this seat cannot know). */
export interface FeverLying {
  seat: number;
  magic: string;
}

/** A bet token. */
export interface FeverBet {
  kind: string;
  colour: string;
  state: "blocked" | "free" | "held" | "reserved";
  seat: number | null;
  stake: number;
  glory: number;
  pays_places: number;
  pays_times: number;
  pays_glory: number;
}

export interface FeverStack {
  colour: string;
  tokens: FeverToken[];
  printed: FeverToken | null;
}

/** An action token or an effect printed on the board (`id` red_A, or blue_0 for a printed one). */
export interface FeverToken {
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

/** What all may see of a seat. */
export interface FeverPlayer {
  seat: number;
  gold: number;
  glory: number;
  loans: number;
  loan_cards: number;
  debt: number;
  most: number;
  owns: string;
  hand: number;
  limit: number;
  tokens: string[];
  contracts: string[];
  turns: number;
}

/** The action turn that is running: what its token still allows. */
export interface FeverDoing {
  seat: number;
  token: string;
  bet: string;
  glory: number;
  magic: number;
  used: boolean;
  played: boolean;
  stake_on: FeverBet | null;
  second: string;
  swaps: number;
  draws: number;
}

/** The race that is run or was run last in this round. */
export interface FeverRace {
  turn: number;
  card: number[];
  dice: string[];
  used: string[];
  tied: string[];
}

/** A line of the final table, best first. */
export interface FeverStanding {
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

export interface UnstableView {
  seat: number | null;
  turn: number[];
  ask: Message | null;
  seats: number;
  edition: string;
  language: string;
  goal: number;
  phase: "action" | "babies" | "begin" | "deal" | "draw" | "end" | "limit" | "lot" | "move" | "over";
  active: number;
  first: number;
  turns: number;
  players: UnstablePlayer[];
  nursery: string[];
  deck: number;
  top: string[];
  top_known_to: number[];
  looking: UnstableCount[];
  pile: UnstableCount[];
  stack: UnstablePlayed[];
  window: UnstableWindow | null;
  link: number;
  effects: UnstableEffect[];
  waiting: UnstableEffect[];
  threats: UnstableThreat[];
  resolving: string;
  plays: number;
  played: number;
  shown: UnstableShown[];
  extra_turns: number;
  bonds: UnstableBond[];
  memory: UnstableMemory | null;
  winners: number[];
  reason: string;
  inner: UnstableInner;
  sealed: string;
}

/** One seat in public. `hand`: the cards of it that this viewer knows; all when own or open. */
export interface UnstablePlayer {
  seat: number;
  unicorns: number;
  stable: UnstableStableCard[];
  hand_size: number;
  hand: string[];
  open?: boolean;
  barred?: boolean;
  unanswerable?: boolean;
  no_upgrades?: boolean;
}

/** A card lying in a stable. `handle` names it in actions (`destroy claw_machine.2`). */
export interface UnstableStableCard {
  handle: string;
  card: string;
  type: string;
  counts?: number;
  panda?: boolean;
  blinded?: boolean;
  safe?: boolean;
}

export interface UnstableCount {
  card: string;
  count: number;
}

/** A card on the stack of played cards; `into` is the seat whose stable it is meant for. */
export interface UnstablePlayed {
  card: string;
  seat: number;
  into?: number | null;
}

/** Who was asked to answer the top of the stack. */
export interface UnstableWindow {
  asked: number[];
}

/** An effect of the chain. `status`: waiting (to be asked), asked (now), chosen, declined, done. */
export interface UnstableEffect {
  card: string;
  seat: number;
  when: string;
  status: string;
  handle?: string;
  must?: boolean;
  picks?: UnstablePick[];
  step?: number;
  asked?: number[];
  inner_status?: number;
  inner_picks?: number[];
}

/** One choice made for an effect: the verb as in actions, and a card, a handle in a stable or a seat. */
export interface UnstablePick {
  verb: string;
  card?: string;
  handle?: string;
  seat?: number | null;
}

/** A card about to be destroyed or sacrificed while a replacement may still speak. */
export interface UnstableThreat {
  handle: string;
  how: string;
  saved?: boolean;
}

/** A card that was shown to all when it went into a hand. */
export interface UnstableShown {
  card: string;
  seat: number;
}

/** First edition: a stolen card due back (Unicorn Lasso: end of turn, Seductive Unicorn: on leaving). */
export interface UnstableBond {
  handle: string;
  source: string;
  holder: number;
  home: number;
}

/** What a seat that searched the deck still knows: these cards lie in the deck, but for */
export interface UnstableMemory {
  cards: UnstableCount[];
  loose: number[];
}

/** Public numbers of the rules that `guess` needs and no eye does, named as in state.State. */
export interface UnstableInner {
  wait: number;
  who: number;
  at: number;
  asked?: number;
  armed?: boolean;
  taken?: number;
  cut?: boolean;
  extra_draws?: number;
  queue?: UnstableInnerTask[];
  held?: UnstableInnerHeld[];
  threats?: UnstableInnerThreat[];
  magic?: UnstablePlayed | null;
  top?: number[];
}

/** Chance to come for a seat, as state.Task. */
export interface UnstableInnerTask {
  due: number;
  seat: number;
  n: number;
  target: number;
}

/** A card that is picked and not yet moved, out of the hand of a seat or, -1, the discard pile. */
export interface UnstableInnerHeld {
  seat: number;
  card: string;
}

/** What the rules keep of a threat, as state.Threat. */
export interface UnstableInnerThreat {
  uid: number;
  seat: number;
  how: number;
  by: number;
  frame: number;
  said: number;
}

export interface DuelFacts {
  layouts: DuelLayout[];
  tiles: [number, number][];
  cells: number;
  pawns: number;
  jumps: [number, number][];
  columns: string;
}

/** A board with a name; the name in words is `option.layout.ID`. */
export interface DuelLayout {
  id: string;
  rows: string;
}

export interface CloversFacts {
  highest: number;
  cells: string[];
  start: string[];
  lower: number[][];
  higher: number[][];
  tasks: number[];
}

export interface FeverFacts {
  colours: string[];
  odds: number[];
  kinds: FeverKindFacts[];
  magic: string[];
  clans: string[];
  contracts: string[];
  clan_of: Record<string, string>;
  podium: number;
  turns: number;
  start_gold: number;
  most: number;
  owner_gold: number[];
  loan: number;
  debt: number;
  loan_cards: number;
  convert: number;
}

/** A kind of bet, without a rampage. */
export interface FeverKindFacts {
  kind: string;
  places: number;
  times: number;
  glory: number;
}

export interface UnstableFacts {
  cards: Record<string, UnstableCardFacts>;
  neighs: string[];
}

/** A design: words `card.ID`, `card.ID.text`. */
export interface UnstableCardFacts {
  type: "baby" | "basic" | "downgrade" | "instant" | "magic" | "magical" | "upgrade";
  second: number;
  first: number;
}

export type In = Hello | Bye | Play | Why | TakeBack | Agree | Thinking | SetOrders | Say | AskHint | AskText | Back | Ping;
export type Out = TableNow | Show | WindowNow | UndoNow | Presence | Ack | Refuse | WhyNot | Hint | Text | Chat | Pong | Resync | Error;
export type AnyView = DuelView | CloversView | FeverView | UnstableView;
export type AnyFacts = DuelFacts | CloversFacts | FeverFacts | UnstableFacts;
/** Each game's own. */
export interface ViewOf {
  duel: DuelView;
  clovers: CloversView;
  fever: FeverView;
  unstable: UnstableView;
}
/** Each game's own. */
export interface FactsOf {
  duel: DuelFacts;
  clovers: CloversFacts;
  fever: FeverFacts;
  unstable: UnstableFacts;
}
export type Lang = "en" | "pl";
export type Clock = "fast" | "none" | "relaxed";
export type Orders = "ask" | "pass" | "wins";
export const NAME_LENGTH = 24;
export const TITLE_LENGTH = 40;
export const LINE_LENGTH = 500;
export const CODE_LENGTH = 6;
export const LEAST_MISTAKE = 0.03;
export const TOLD_MISTAKES = 3;
