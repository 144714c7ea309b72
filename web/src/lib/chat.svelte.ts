/** What is said at a table, and how much of it was not seen yet. */
import type { ChatLine } from "./wire.gen";

/** Said with one touch, and heard by everybody in their own language: `:ID:` on the wire, `react.ID` in the words. */
export const REACTIONS = ["hello", "nice", "wow", "oops", "haha", "wait", "gg"] as const;

/** The reaction in a line, "" if it is no such line. */
export function reaction(text: string): string {
  const id = /^:(\w+):$/.exec(text)?.[1] ?? "";
  return REACTIONS.some((known) => known === id) ? id : "";
}

export class Chat {
  lines: ChatLine[] = $state.raw([]);
  unread = $state(0);
  /** The player does not want to see the chat of this table. */
  muted = $state(false);
  #spoken: number | null = null; // when the last line was said, on the server's clock

  /** `fresh`: these lines are new; else they are all there are. */
  hear(lines: ChatLine[], fresh: boolean): void {
    const since = this.#spoken; // null: we have just come, and what was said before is not new
    const unheard = fresh ? lines : lines.filter((line) => since !== null && line.at > since);
    this.lines = fresh ? [...this.lines, ...lines] : lines;
    this.#spoken = Math.max(since ?? 0, ...lines.map((line) => line.at));
    if (!this.muted) this.unread += unheard.length;
  }
}
