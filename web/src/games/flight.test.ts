import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Flight, type Leg } from "./flight";

let root: HTMLElement;
let animations: {
  el: Element;
  duration: number;
  delay: number;
  onfinish?: () => void;
  oncancel?: () => void;
}[];

const rect = (left: number, width = 40): DOMRect => new DOMRect(left, 0, width, 60);
function thing(id: string, left: number, inside = "<i data-picture></i>"): HTMLElement {
  const el = document.createElement("div");
  el.id = id;
  el.innerHTML = inside;
  for (const part of [el, ...el.querySelectorAll("*")]) part.getBoundingClientRect = () => rect(left);
  root.append(el);
  return el;
}
const find = (id: string) => (where: HTMLElement) => where.querySelector<HTMLElement>(`#${id}`);
const leg = (from: string, to: string): Leg => ({ from: find(from), to: find(to) });
const ghosts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("body > [inert]")];

beforeEach(() => {
  root = document.createElement("main");
  document.body.append(root);
  animations = [];
  Element.prototype.animate = function (this: Element, _: unknown, how: { duration: number; delay: number }) {
    const one = { el: this, ...how, cancel: vi.fn() };
    animations.push(one);
    return one as unknown as Animation;
  } as never;
});
afterEach(() => document.body.replaceChildren());

test("a picture flies from where the thing was to where it is, and is gone when it has landed", () => {
  const flight = new Flight();
  thing("a", 0);
  thing("b", 100);
  flight.mark(root, [leg("a", "b")]);
  flight.go(root, 1);
  expect(ghosts()).toHaveLength(1);
  expect(ghosts()[0]?.getAttribute("aria-hidden")).toBe("true");
  const [flying, waiting] = animations;
  expect(flying).toMatchObject({ el: ghosts()[0], duration: 300, delay: 0 });
  expect(waiting?.el).toBe(root.querySelector("#b [data-picture]")); // what lies there appears when it has landed
  flying?.onfinish?.();
  expect(ghosts()).toEqual([]);
});

test("without motion nothing flies, and what was marked is forgotten", () => {
  const flight = new Flight();
  thing("a", 0);
  thing("b", 100);
  flight.mark(root, [leg("a", "b")]);
  flight.go(root, 0);
  flight.go(root, 1);
  expect(ghosts()).toEqual([]);
});

test("things leave one after the other, and no more than eight", () => {
  const flight = new Flight();
  for (let n = 0; n < 12; n++) {
    thing(`a${n}`, n);
    thing(`b${n}`, 100 + n);
  }
  flight.mark(
    root,
    Array.from({ length: 12 }, (_, n) => leg(`a${n}`, `b${n}`)),
  );
  flight.go(root, 2);
  const flying = animations.filter((a) => ghosts().includes(a.el as HTMLElement));
  expect(flying).toHaveLength(8);
  expect(flying.map((a) => a.delay)).toEqual([0, 140, 280, 420, 460, 460, 460, 460]);
});

test("what has no place any more does not fly", () => {
  const flight = new Flight();
  thing("a", 0);
  flight.mark(root, [leg("a", "gone"), leg("gone", "a")]);
  flight.go(root, 1);
  expect(ghosts()).toEqual([]);
});

test("on a pile the thing that travelled is seen, not the pile", () => {
  const flight = new Flight();
  thing("a", 0, "<i data-picture>seven</i>");
  thing("b", 100, "<i data-picture>pile</i>").setAttribute("data-pile", "");
  flight.mark(root, [leg("a", "b")]);
  flight.go(root, 1);
  expect(ghosts()[0]?.textContent).toBe("seven");
  expect(animations).toHaveLength(1);
});

test("stopping puts everything where it belongs", () => {
  const flight = new Flight();
  thing("a", 0);
  thing("b", 100);
  flight.mark(root, [leg("a", "b")]);
  flight.go(root, 1);
  flight.stop();
  expect(ghosts()).toEqual([]);
});
