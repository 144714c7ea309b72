import { describe, expect, test, vi } from "vitest";
import type { FeverBet, FeverFacts } from "../../lib/wire.gen";
import type { Happened } from "../types";
import { accountOf } from "./account";
import { bookkeeping, groups, isRace, running } from "./race_beats";
import {
  lastStretch,
  placesNow,
  type Runner,
  type Scene,
  sceneOf,
  type Start,
  ticketsOf,
  wouldPay,
} from "./race_scene";

vi.mock(import("../../lib/games.svelte"), async (real) => ({
  ...(await real()),
  facts: () => ({ podium: 3 }) as never,
}));

const event = (kind: string, args: Record<string, unknown> = {}): Happened => ({ kind, args });
const lane = (colour: string, magic: string[] = []): object => ({
  colour,
  odds: 4,
  rampage: false,
  at: 0,
  place: 0,
  cards: magic.map((one) => ({ seat: 1, magic: one })),
});
const token = (kind: string, colour: string, more: Partial<FeverBet> = {}): FeverBet => ({
  kind,
  colour,
  state: "free",
  seat: null,
  stake: 0,
  glory: 0,
  pays_places: kind === "win" ? 1 : 3,
  pays_times: kind === "win" ? 4 : 2,
  pays_glory: 1,
  ...more,
});
const KINDS: FeverFacts["kinds"] = [
  { kind: "win", places: 1, times: 0, glory: 2 },
  { kind: "early", places: 3, times: 2, glory: 1 },
];
const view = {
  round: 1,
  length: 12,
  lanes: [lane("red", ["A+", "A-"]), lane("blue"), lane("green")],
  bets: [
    token("win", "red", { state: "held", seat: 0, stake: 5 }),
    token("early", "blue", { state: "held", seat: 1, stake: 3 }),
    token("win", "blue"),
  ],
  race: { turn: 0, card: [], dice: [] },
} as unknown as Start;

/** The scene after all beats of these events. */
function after(...events: Happened[]): Scene {
  const scene = sceneOf(view);
  for (const beat of [...running(view, events), ...bookkeeping(events, 0)]) beat.act(scene);
  return scene;
}

test("a card and all that it moves are shown together, and so are dice and sprints", () => {
  const kinds = ["card", "move", "frozen", "dice", "sprint", "line", "finish"];
  expect(groups(kinds.map((kind) => event(kind))).map((group) => group.map((e) => e.kind))).toEqual([
    ["card", "move", "frozen"],
    ["dice", "sprint", "line"],
    ["finish"],
  ]);
});

test("unicorns run as a card moves them and stand calm before the next one", () => {
  const moved = after(event("card", { card: "1 2", turn: 1 }), event("move", { colour: "red", at: 3 }));
  expect(moved.card).toEqual([1, 2]);
  expect(moved.runners["red"]).toMatchObject({ at: 3, running: true });
  expect(
    after(
      event("card", { card: "1 2", turn: 1 }),
      event("move", { colour: "red", at: 3 }),
      event("dice", { dice: [] }),
    ).runners["red"],
  ).toMatchObject({ at: 3, running: false });
});

describe("magic", () => {
  test("is turned up where it lies", () => {
    const { runners } = after(event("reveal", { colour: "red", cards: ["B+", "C-"] }));
    expect(runners["red"]?.cards).toEqual([
      { seat: 1, magic: "B+" },
      { seat: 1, magic: "C-" },
    ]);
  });
  test("goes away when two cancel each other", () => {
    expect(after(event("cancel", { colour: "red", plus: "A+", minus: "A-" })).runners["red"]?.cards).toEqual(
      [],
    );
  });
  test("of a whisper changes the odds, and what a bet to win would pay", () => {
    const scene = after(event("whisper", { colour: "red", magic: "A+", odds: 7 }));
    expect(scene.runners["red"]).toMatchObject({ odds: 7, cards: [{ magic: "A-" }] });
    expect(ticketsOf(scene, KINDS).map((bet) => bet.gold)).toEqual([35, 6]);
  });
});

describe("the bets on the lanes", () => {
  test("pay by the present order, the smaller odds first where two are level", () => {
    const scene = after(
      event("card", { card: "1 2", turn: 1 }),
      event("move", { colour: "red", at: 2 }),
      event("move", { colour: "green", at: 3 }),
    );
    expect(placesNow(scene.runners)).toEqual({ green: 1, red: 2, blue: 3 });
    expect(ticketsOf(scene, KINDS).map((bet) => bet.pays)).toEqual([false, true]);
    const red = { ...(scene.runners["red"] as Runner), at: 3 };
    scene.runners["red"] = red;
    expect(placesNow(scene.runners)).toEqual({ green: 1, red: 1, blue: 3 });
    red.odds = 3;
    expect(placesNow(scene.runners)).toEqual({ red: 1, green: 2, blue: 3 });
    expect(wouldPay(ticketsOf(scene, KINDS), 0)).toEqual({ gold: 15, glory: 1 });
  });
  test("pay nothing before the start, and are settled when their unicorn is home", () => {
    expect(ticketsOf(sceneOf(view), KINDS).some((bet) => bet.pays || bet.settled)).toBe(false);
    const home = after(event("finish", { colour: "red", place: 1 }));
    expect(ticketsOf(home, KINDS).map((bet) => bet.settled)).toEqual([true, false]);
  });
  test("include the one that was placed by the last move of the planning", () => {
    const { bets } = after(
      event("bet", { seat: 2, kind: "win", colour: "blue", stake: 6 }),
      event("bet_glory", { seat: 2, kind: "win", colour: "blue", glory: 1 }),
      event("race", { round: 1 }),
    );
    expect(bets).toHaveLength(3);
    expect(bets[2]).toMatchObject({ seat: 2, stake: 6, colour: "blue", glory: 1, pays_glory: 2 });
  });
});

describe("the finish", () => {
  const near = (red: number, blue: number): Happened[] => [
    event("card", { card: "1 2", turn: 5 }),
    event("move", { colour: "red", at: red }),
    event("move", { colour: "blue", at: blue }),
  ];
  test("is run in slow motion where it is close", () => {
    expect(after(...near(13, 12)).slow).toBe(true);
    expect(after(...near(14, 12)).slow).toBe(false);
    expect(after(...near(11, 11)).slow).toBe(false);
  });
  test("makes the crowd rise when the line is near", () => {
    expect(lastStretch(after(...near(8, 7)))).toBe(false);
    expect(lastStretch(after(...near(9, 7)))).toBe(true);
  });
  test("is looked at on the photo where two are level", () => {
    const why = (why: string): Happened => event("finish_why", { colour: "red", place: 1, why });
    expect(after(...near(13, 13), why("further")).photo).toEqual([]);
    const scene = after(...near(13, 13), why("odds"));
    expect(scene.photo).toEqual(["red", "blue"]);
    expect(scene.runners["red"]?.place).toBe(1);
  });
});

describe("what the race brought", () => {
  const events = [
    event("card", { card: "1 2", turn: 1 }),
    event("tax", { seat: 0, gold: 9 }),
    event("ranking", { colours: ["red", "blue"] }),
    event("win_paid", { seat: 1, colour: "blue", gold: 6, glory: 1 }),
    event("win_paid", { seat: 0, colour: "red", gold: 20, glory: 3 }),
    event("lost", { seat: 0, colour: "green", stake: 4 }),
    event("tax", { seat: 0, gold: 3 }),
    event("odds_moved", { colour: "red", old: 4, odds: 3 }),
    event("rampage", { colours: ["green"] }),
  ];
  test("begins with the one who looks and counts nothing from before the ranking", () => {
    const account = accountOf(events, 0);
    expect(account?.shares.map((share) => share.seat)).toEqual([0, 1]);
    expect(account?.shares[0]).toMatchObject({ gold: 20, glory: 3, tax: 3, lost: 4 });
    expect(account?.shares[0]?.lines).toHaveLength(3);
    expect(account).toMatchObject({ order: ["red", "blue"], rampage: ["green"] });
    expect(accountOf(events, null)?.shares.map((share) => share.seat)).toEqual([1, 0]);
    expect(accountOf(events.slice(0, 2), 0)).toBeNull();
  });
  test("is told part by part, the new odds last", () => {
    const told = bookkeeping(events, 0).map((beat) => {
      const scene = sceneOf(view);
      beat.act(scene);
      return [scene.told, scene.runners["red"]?.odds];
    });
    expect(told).toEqual([
      [1, 4],
      [2, 4],
      [3, 3],
    ]);
  });
});

test("a plan is no race", () => {
  expect(isRace([event("bet"), event("magic")])).toBe(false);
  expect(isRace([event("bet"), event("reveal")])).toBe(true);
});
