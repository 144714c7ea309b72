import { expect, test } from "vitest";
import { type Choice, meant } from "./typed";

const FEVER: Choice[] = [
  { text: "token blue", label: "take the Magic token" },
  { text: "bet win red", label: "bet on Ruby to win" },
  { text: "bet win blue", label: "bet on Sapphire to win" },
  { text: "bet podium blue", label: "bet on Sapphire for the podium" },
  { text: "done", label: "finish the turn" },
];
const POLISH: Choice[] = [
  { text: "swap a1 b2", label: "zamień a1 z b2" },
  { text: "take 7 c3", label: "weź 7 i wymień na c3" },
  { text: "draw", label: "odkryj koniczynkę" },
];
const texts = (typed: string, among = FEVER): string[] => meant(typed, among).map((c) => c.text);

test("the action itself is meant, whatever else begins like it", () => {
  expect(texts("token blue")).toEqual(["token blue"]);
  expect(texts(" DONE ")).toEqual(["done"]);
});

test("words of the label do, in any order and unfinished", () => {
  expect(texts("ruby")).toEqual(["bet win red"]);
  expect(texts("win sapph")).toEqual(["bet win blue"]);
  expect(texts("podium")).toEqual(["bet podium blue"]);
  expect(texts("finish")).toEqual(["done"]);
});

test("what fits several is offered for choice", () => {
  expect(texts("blue")).toEqual(["token blue", "bet win blue", "bet podium blue"]);
  expect(texts("sapphire bet")).toEqual(["bet win blue", "bet podium blue"]);
});

test("Polish is understood without its signs and with other endings", () => {
  expect(texts("wymien 7", POLISH)).toEqual(["take 7 c3"]);
  expect(texts("wymiana", POLISH)).toEqual(["take 7 c3"]);
  expect(texts("koniczynka", POLISH)).toEqual(["draw"]);
  expect(texts("odkryj", POLISH)).toEqual(["draw"]);
});

test("a number is the place in the list, unless a move speaks of it", () => {
  expect(texts("2")).toEqual(["bet win red"]);
  expect(texts("7", POLISH)).toEqual(["take 7 c3"]);
});

test("the little words around it do no harm, and a letter that a move speaks of is one", () => {
  expect(texts("take the magic token, please")).toEqual(["token blue"]);
  expect(texts("I bet on ruby to win")).toEqual(["bet win red"]);
  expect(texts("wezmę 7 na c3", POLISH)).toEqual(["take 7 c3"]);
  const magic = [
    { text: "magic A+ on red", label: "Peppery Pep on red" },
    { text: "magic A- on red", label: "Sleepy Sip on red" },
    { text: "magic B- on red", label: "Sticky Syrup on red" },
  ];
  expect(texts("magic A- on red", magic)).toEqual(["magic A- on red"]);
  expect(texts("a on red", magic)).toEqual(["magic A+ on red", "magic A- on red"]);
  expect(texts("the pep on the red one", magic)).toEqual([]);
  expect(texts("the pep on the red", magic)).toEqual(["magic A+ on red"]);
});

test("another word that begins alike is not meant", () => {
  expect(texts("koniec", POLISH)).toEqual([]);
  expect(texts("bluff")).toEqual([]);
  expect(texts("take 7 c", POLISH)).toEqual(["take 7 c3"]);
  expect(texts("take 7 c", [{ text: "take 17 c3", label: "" }])).toEqual([]);
  expect(texts("take 1 c3", [{ text: "take 17 c3", label: "" }])).toEqual([]);
});

test("what fits nothing is left to the server", () => {
  expect(texts("castle")).toEqual([]);
  expect(texts("  ")).toEqual([]);
});
