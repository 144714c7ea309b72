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
  return told.length ? effects : done;
}

/** The events by turns; in a game without ways of its own every event is told by itself. */
export function chapters(log: readonly Told[], ways: StoryWays | null | undefined): Chapter[] {
  if (!ways) return log.map((event) => ({ head: [event], all: [event] }));
  const found: Told[][] = [];
  for (const event of log) {
    const last = found.at(-1);
    if (last && !ways.turns.includes(event.kind)) last.push(event);
    else found.push([event]);
  }
  return found.map((all) => {
    const head = worth(all, ways);
    return { head: head.length ? head : all.slice(0, 1), all };
  });
}
