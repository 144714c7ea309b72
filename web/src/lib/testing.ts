/** What the tests of the page share: shows as the server would send them, and a WebSocket that a test speaks through. */
import { vi } from "vitest";
import type { AnyView, In, Out, Show, TableInfo, Told } from "./wire.gen";

export function told(n: number, kind: string, args: Record<string, unknown> = {}): Told {
  return { n, kind, args } as Told;
}

/** As much of a view as the shell looks at. */
export const viewOf = (turn: number[]): AnyView => ({ turn, ask: null }) as unknown as AnyView;

/** The show number `n`: somebody else's move, unless it is said otherwise. */
export function show(n: number, more: Partial<Show> = {}): Show {
  return {
    t: "show",
    n,
    since: n - 1,
    events: [told(n, "moved", { seat: 1 })],
    view: viewOf([0]),
    legal: ["a"],
    labels: {},
    window: null,
    undo: { free_to: null, ask_to: null, asked: null },
    orders: "ask",
    result: null,
    ...more,
  } as Show;
}

export const table = (more: Partial<TableInfo> = {}): TableInfo =>
  ({
    id: "t1",
    game: "duel",
    you: 0,
    yours: [0],
    state: "playing",
    seats: [],
    spectators: [],
    updated: 1,
    ...more,
  }) as TableInfo;

/** A socket that never leaves the test. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  said: In[] = [];
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as In);
  }

  tell(message: Partial<Out> & { t: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  /** What was said of this kind. */
  of(kind: In["t"]): In[] {
    return this.said.filter((m) => m.t === kind);
  }
}

/** Put the fake in the place of the browser's own, for one test. */
export function fakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
}
