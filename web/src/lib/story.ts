/** The log as a story: what one would tell of a turn, with everything else folded under it. */
import type { Component } from "svelte";
import type { Told } from "./wire.gen";
import type { Message, Words } from "./words";

export interface StoryWays {
  /** Kinds of events that begin something new: a turn, a race, a payout. */
  turns: readonly string[];
  /** Kinds that nobody would tell: deals, phases, who may answer. */
  quiet: readonly string[];
  /** Kinds that are told only of a turn in which nothing else was done. */
  faint?: readonly string[];
  /** Kinds that bring out a `card`: what is told of its effect (as `source`) names it, and stands for both. */
  plays?: readonly string[];
  /** What befell one seat, told in a row that begins with one of these kinds, becomes one event. */
  gather?: { begins: readonly string[]; kinds: readonly string[]; sum(events: readonly Told[]): Told };
  /** What a line speaks of, drawn small before it; empty where a picture would not help. */
  Picture?: Component<{ args: Record<string, unknown> }>;
}

export interface Chapter {
  /** What is told. */
  head: Told[];
  /** All that happened. */
  all: Told[];
}

/** An event in words; `your.ARG.KIND` instead of `event.KIND` where ARG of it is the reader's own seat. */
export function messageOf(
  { kind, args = {} }: Pick<Told, "kind" | "args">,
  seat: number | null,
  words: Pick<Words, "has">,
): Message {
  const mine = Object.keys(args).filter((name) => seat !== null && args[name] === seat);
  const id = mine.map((name) => `your.${name}.${kind}`).find((one) => words.has(one));
  return { id: id ?? `event.${kind}`, args };
}

/** What one would tell of these events; nothing, where nothing was worth it. */
export function worth(events: readonly Told[], ways: StoryWays | null | undefined): Told[] {
  if (!ways) return [...events];
  const done = events.filter((event) => !ways.quiet.includes(event.kind));
  const told = done.filter((event) => !ways.faint?.includes(event.kind));
  const causes = new Set(told.map((event) => event.args?.["source"]));
  const effects = told.filter((e) => !(ways.plays?.includes(e.kind) && causes.has(e.args?.["card"])));
  return gathered(told.length ? effects : done, ways);
}

/** Each seat's share as one event, where it has several. */
function gathered(events: readonly Told[], { gather }: StoryWays): Told[] {
  if (!gather) return [...events];
  const runs: Told[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0] && shares(run[0], event, gather)) run.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((run) => (run.length > 1 ? [gather.sum(run)] : run));
}

const shares = (first: Told, event: Told, { begins, kinds }: NonNullable<StoryWays["gather"]>): boolean =>
  begins.includes(first.kind) &&
  [...begins, ...kinds].includes(event.kind) &&
  first.args?.["seat"] === event.args?.["seat"];

/** The events by turns; in a game without ways of its own every event is told by itself. */
export function chapters(log: readonly Told[], ways: StoryWays | null | undefined): Chapter[] {
  if (!ways) return log.map((event) => ({ head: [event], all: [event] }));
  const found: Told[][] = [];
  for (const event of log) {
    const last = found.at(-1);
    const same = last?.[0] && ways.gather && shares(last[0], event, ways.gather);
    if (last && (same || !ways.turns.includes(event.kind))) last.push(event);
    else found.push([event]);
  }
  return found.map((all) => {
    const head = worth(all, ways);
    return { head: head.length ? head : all.slice(0, 1), all };
  });
}
