import { expect, test } from "vitest";
import { asked, mistakes, nearest, told } from "./analysis";
import type { Judged } from "./wire.gen";

const judged = (n: number, expected: number, best = expected): Judged => ({
  n,
  expected,
  best,
  better: "x",
  label: { id: "x", args: {} },
});

test("the three largest mistakes are told, and nothing that may be chance", () => {
  const all = [
    judged(1, 0.5, 0.52),
    judged(2, 0.4, 0.6),
    judged(3, 0.1, 0.2),
    judged(4, 0, 1),
    judged(5, 0.3, 0.35),
  ];
  expect(mistakes(all).map((x) => x.n)).toEqual([4, 2, 3]);
  expect(mistakes([judged(1, 0.5)])).toEqual([]);
});

test("what was won and is lost is said so, else in percent", () => {
  expect(told(judged(4, 0, 1))).toEqual({ id: "mistake.lost", args: { n: 4 } });
  expect(told(judged(2, 0.408, 0.63))).toEqual({ id: "mistake", args: { n: 2, expected: 41, best: 63 } });
});

test("a touch finds the nearest move", () => {
  const all = [judged(10, 0.5), judged(30, 0.5), judged(40, 0.5)];
  expect([0, 0.5, 0.68, 1].map((place) => nearest(all, place, 50)?.n)).toEqual([10, 30, 30, 40]);
  expect(nearest([], 0.5, 50)).toBeUndefined();
});

test("it is asked on until the end, and no further by who goes away", async () => {
  const froms: number[] = [];
  const ask = (n: number) => {
    froms.push(n);
    return Promise.resolve({ judged: [judged(n + 1, 0.5)], next: n < 20 ? n + 10 : null });
  };
  let last: number[] = [];
  for await (const { judged } of asked(ask)) last = judged.map((x) => x.n);
  expect([last, froms]).toEqual([
    [1, 11, 21],
    [0, 10, 20],
  ]);
  froms.length = 0;
  for await (const { next } of asked(ask)) if (next === 10) break;
  expect(froms).toEqual([0]);
});
