import { describe, expect, test } from "vitest";
import { plural, Words } from "./words";

const FORMS = ["karta", "karty", "kart"];

describe("plural forms", () => {
  test.each([
    [0, "kart"],
    [1, "karta"],
    [2, "karty"],
    [4, "karty"],
    [5, "kart"],
    [12, "kart"],
    [22, "karty"],
    [112, "kart"],
    [-1, "karta"],
  ])("Polish %i goes with %s", (n, form) => expect(plural("pl", n, FORMS)).toBe(form));

  test("English knows one and many", () => {
    expect([0, 1, 2, 21].map((n) => plural("en", n, ["card", "cards"]))).toEqual([
      "cards",
      "card",
      "cards",
      "cards",
    ]);
  });
});

describe("sentences", () => {
  const words = new Words("en", {
    player: "Player {n}",
    "colour.red": "red",
    "colour.blue": "blue",
    "event.bet": "{seat:player} bets {n} {n|coin|coins} on {colours:colour}.",
  });

  test("slots are filled with names, numbers, forms and lists of words", () => {
    const args = { seat: 1, n: 1, colours: ["red", "blue"] };
    expect(words.say({ id: "event.bet", args }, ["Ala", "Ola"])).toBe("Ola bets 1 coin on red, blue.");
  });

  test("a seat without a name is a player with a number", () => {
    expect(words.word("player", 2, ["Ala"])).toBe("Player 3");
  });

  test("an unknown id is shown with what it would have said", () => {
    expect(words.say({ id: "event.new", args: { n: 1, yes: true, no: null } })).toBe(
      "event.new(n=1, yes=True, no=None)",
    );
    expect(words.say({ id: "bare" })).toBe("bare");
  });

  test("a message within a sentence is said", () => {
    const bet = { id: "event.bet", args: { seat: 0, n: 2, colours: ["red"] } };
    expect(words.fill("Not now: {text}", { text: bet }, ["Ala"])).toBe("Not now: Ala bets 2 coins on red.");
  });

  test("an unknown word is shown as it is", () => expect(words.word("colour", "puce")).toBe("puce"));
});
