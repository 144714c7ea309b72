import { describe, expect, test } from "vitest";
import type { FeverView } from "../../lib/wire.gen";
import type { Happened } from "../types";
import { beats, groups, isRace, payoutOf, type Scene, sceneOf } from "./race_beats";

const event = (kind: string, args: Record<string, unknown> = {}): Happened => ({ kind, args });
const lane = (colour: string, magic: string[] = []): object => ({
  colour,
  odds: 4,
  rampage: false,
  at: 0,
  place: 0,
  cards: magic.map((one) => ({ seat: 1, magic: one })),
});
const view = {
  round: 1,
  lanes: [lane("red", ["A+", "A-"]), lane("blue")],
  race: { turn: 0, card: [], dice: [] },
} as unknown as FeverView;

/** The scene after all beats of these events. */
function after(...events: Happened[]): Scene {
  const scene = sceneOf(view);
  for (const beat of beats(events)) beat.act(scene);
  return scene;
}

test("a card and all that it moves are shown together, and so are dice and sprints", () => {
  const events = [
    event("card"),
    event("move"),
    event("frozen"),
    event("dice"),
    event("sprint"),
    event("line"),
    event("finish"),
  ];
  expect(groups(events).map((group) => group.map((e) => e.kind))).toEqual([
    ["card", "move", "frozen"],
    ["dice", "sprint", "line"],
    ["finish"],
  ]);
});

test("the next round belongs to the view", () => {
  expect(groups([event("ranking"), event("round"), event("card")])).toHaveLength(1);
});

test("unicorns run as a card moves them and stand calm before the next one", () => {
  const moved = after(event("card", { card: "1 2", turn: 1 }), event("move", { colour: "red", at: 3 }));
  expect(moved.card).toEqual([1, 2]);
  expect(moved.runners["red"]).toMatchObject({ at: 3, running: true });
  expect(
    after(event("card"), event("move", { colour: "red", at: 3 }), event("dice")).runners["red"],
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
  test("of a whisper changes the odds", () => {
    expect(after(event("whisper", { colour: "red", magic: "A+", odds: 7 })).runners["red"]).toMatchObject({
      odds: 7,
      cards: [{ magic: "A-" }],
    });
  });
});

test("a close finish is looked at on the photo", () => {
  const far = event("finish_why", { colour: "red", place: 1, why: "further" });
  const near = event("finish_why", { colour: "red", place: 1, why: "odds" });
  expect(after(far).photo).toBe(false);
  expect(after(near).photo).toBe(true);
  expect(after(near).runners["red"]?.place).toBe(1);
});

test("what is paid is told after the ranking, in order", () => {
  const events = [
    event("card"),
    event("tax", { seat: 0 }),
    event("ranking", { colours: ["red"] }),
    event("win_paid", { seat: 0, colour: "red" }),
    event("odds_moved", { colour: "red", odds: 3 }),
  ];
  const told = ["event.ranking", "event.win_paid", "event.odds_moved"];
  expect(payoutOf(events).map((m) => m.id)).toEqual(told);
  const scene = after(...events);
  expect(scene.lines.map((m) => m.id)).toEqual(told);
  expect(scene.runners["red"]?.odds).toBe(3);
});

test("a plan is no race", () => {
  expect(isRace([event("bet"), event("magic")])).toBe(false);
  expect(isRace([event("bet"), event("reveal")])).toBe(true);
});
