import { expect, test } from "vitest";
import { chapters, messageOf, worth } from "./story";
import { told } from "./testing";
import type { Told } from "./wire.gen";
import { Words } from "./words";

const WAYS = { turns: ["turn"], quiet: ["turn", "phase", "deals"] };
const kinds = (...events: string[]) => events.map((kind, n) => told(n, kind));
const heads = (...events: string[]): string[][] =>
  chapters(kinds(...events), WAYS).map((chapter) => chapter.head.map((e) => e.kind));

test("a turn is told by what was done in it, and nothing of it is lost", () => {
  const log = kinds("turn", "phase", "plays", "destroyed", "turn", "phase", "draws");
  const told = chapters(log, WAYS);
  expect(told.map((c) => c.head.map((e) => e.kind))).toEqual([["plays", "destroyed"], ["draws"]]);
  expect(told.flatMap((c) => c.all)).toEqual(log);
});

test("what comes before the first turn is a chapter of its own", () => {
  expect(heads("deals", "deals", "begins", "turn", "draws")).toEqual([["begins"], ["draws"]]);
});

test("a turn in which nothing is worth telling is told by its first event", () => {
  expect(heads("turn", "phase")).toEqual([["turn"]]);
});

test("what is faint is told only where nothing else was done", () => {
  const ways = { ...WAYS, faint: ["draws"] };
  const told = chapters(kinds("turn", "draws", "plays", "turn", "draws"), ways);
  expect(told.map((c) => c.head.map((e) => e.kind))).toEqual([["plays"], ["draws"]]);
});

test("a card whose effect is told, with its name, is not told once more", () => {
  const ways = { ...WAYS, plays: ["plays"] };
  const log = [
    told(1, "turn"),
    told(1, "plays", { card: "poison" }),
    told(1, "destroyed", { source: "poison" }),
    told(2, "turn"),
    told(2, "plays", { card: "oracle" }),
    told(2, "answers"),
  ];
  expect(chapters(log, ways).map((c) => c.head.map((e) => e.kind))).toEqual([
    ["destroyed"],
    ["plays", "answers"],
  ]);
});

test("a game without ways of its own tells event by event", () => {
  expect(chapters(kinds("a", "b"), null)).toHaveLength(2);
});

test("where nothing was worth telling nothing is said aloud", () => {
  expect(worth(kinds("phase", "deals"), WAYS)).toEqual([]);
});

test("what befalls the reader is told as such, to others by name", () => {
  const words = new Words("en", {
    "event.destroyed": "{by:player} destroys {card} of {seat:player}.",
    "your.seat.destroyed": "{by:player} destroys your {card}.",
  });
  const event = told(1, "destroyed", { by: 1, seat: 0, card: "Goose" });
  const says = (seat: number | null): string => words.say(messageOf(event, seat, words), ["Ala", "Bartek"]);
  expect(says(0)).toBe("Bartek destroys your Goose.");
  expect([1, null].map(says)).toEqual(Array(2).fill("Bartek destroys Goose of Ala."));
});

test("what one seat got in a row is one line, and what another got begins the next", () => {
  const gather = {
    begins: ["paid", "lost"],
    kinds: ["bonus"],
    sum: (events: readonly Told[]) => told(1, `sum of ${events.length}`),
  };
  const ways = { turns: ["turn", "paid", "lost"], quiet: ["turn"], gather };
  const log = [
    told(1, "turn"),
    told(1, "bonus", { seat: 0 }),
    told(1, "paid", { seat: 0 }),
    told(1, "lost", { seat: 0 }),
    told(1, "bonus", { seat: 0 }),
    told(1, "lost", { seat: 1 }),
    told(1, "bonus", { seat: 2 }),
  ];
  const found = chapters(log, ways);
  expect(found.map((c) => c.head.map((e) => e.kind))).toEqual([["bonus"], ["sum of 3"], ["lost", "bonus"]]);
  expect(found.flatMap((c) => c.all)).toEqual(log);
  expect(worth(log, ways).map((e) => e.kind)).toEqual(["bonus", "sum of 3", "lost", "bonus"]);
});
