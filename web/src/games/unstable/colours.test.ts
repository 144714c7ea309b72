import { expect, test } from "vitest";
import game from ".";
import { colourOf } from "./colours";

test("eight seats are told apart by their colour, and by their sign where no colour is seen", () => {
  const seats = Array.from({ length: 8 }, (_, seat) => colourOf(seat));
  expect(new Set(seats.map(({ token }) => token)).size).toBe(8);
  expect(new Set(seats.map(({ mark }) => mark)).size).toBe(8);
});

test("the shell draws the same ones", () => {
  expect(game.colour?.(3, {} as never)).toEqual(colourOf(3));
});
