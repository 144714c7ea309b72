import { expect, test } from "vitest";
import { readNumber, readText, readTexts } from "./args";

const args = { seat: 0, cell: "a1", dice: ["red", "blue"], none: null };

test("an argument is what its reader says it is", () => {
  expect(readNumber(args, "seat")).toBe(0);
  expect(readText(args, "cell")).toBe("a1");
  expect(readTexts(args, "dice")).toEqual(["red", "blue"]);
});

test("what is missing has a stand-in, or is a mistake", () => {
  expect(readNumber(args, "stake", 0)).toBe(0);
  expect(readText(args, "none", "")).toBe("");
  expect(() => readNumber(args, "stake")).toThrow("stake");
});

test("what is of another kind is a mistake, stand-in or not", () => {
  expect(() => readNumber(args, "cell", 0)).toThrow("cell");
  expect(() => readText(args, "seat")).toThrow("seat");
  expect(() => readTexts(args, "cell")).toThrow("cell");
});
