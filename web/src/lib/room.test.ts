import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./api";
import { Room } from "./room.svelte";
import { settings } from "./settings.svelte";
import { toasts } from "./toasts.svelte";
import { FakeSocket, fakeSockets, show, table, told, viewOf } from "./testing";

let room: Room;
let line: FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  fakeSockets();
  settings.motion = "none";
  room = new Room("t1");
  room.enter();
  dispatchEvent(new Event("offline")); // no connection of an earlier test is used again
  dispatchEvent(new Event("online"));
  line = FakeSocket.last;
  line.open();
  room.hear({ t: "table", table: table() });
});
afterEach(() => {
  room.exit();
  line.close();
  for (const { key } of toasts.list) toasts.drop(key);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const hear = (...shows: ReturnType<typeof show>[]): void => {
  for (const one of shows) room.hear(one);
  vi.advanceTimersByTime(20);
};
const asked = (kind: Parameters<FakeSocket["of"]>[0]): { id: string; n?: number; a?: string } =>
  line.of(kind).at(-1) as unknown as { id: string };

describe("shows", () => {
  test("the first one brings the log, the later ones what has happened since", () => {
    hear(show(3, { since: 0, events: [told(1, "a"), told(2, "b"), told(3, "c")] }));
    expect(room.log.map((e) => e.kind)).toEqual(["a", "b", "c"]);
    expect(room.events).toEqual([]);
    hear(show(4, { events: [told(4, "d")] }));
    expect(room.events.map((e) => e.kind)).toEqual(["d"]);
    expect(room.log).toHaveLength(4);
    expect(room.since()).toBe(4);
  });

  test("a gap is noticed, and the server is asked for what is missing", () => {
    hear(show(1, { since: 0 }));
    hear(show(5, { since: 4 }));
    expect(room.shown?.n).toBe(1);
    expect(line.of("hello").at(-1)).toMatchObject({ since: 1 });
  });

  test("what is known already tells nothing twice", () => {
    hear(show(1, { since: 0 }), show(2), show(3));
    hear(show(3, { since: 1, events: [told(2, "moved"), told(3, "moved")] }), show(2));
    expect(room.shown?.n).toBe(3);
    expect(room.log.map((e) => e.n)).toEqual([1, 2, 3]);
  });

  test("after a resync all comes anew; until then the board stays, and a move waits", () => {
    hear(show(1, { since: 0 }), show(2));
    room.hear({ t: "resync" });
    expect(room.shown?.n).toBe(2);
    expect(line.of("hello").at(-1)).toMatchObject({ since: null });
    void room.play("a");
    expect(line.of("play")).toEqual([]);
    line.tell({ t: "table", table: table() });
    expect(line.of("play")).toMatchObject([{ a: "a", n: 2 }]);
    hear(show(2, { since: 0, events: [told(1, "a"), told(2, "b")] }));
    expect(room.log.map((e) => e.kind)).toEqual(["a", "b"]);
    expect(room.events).toEqual([]);
  });

  test("nothing may be played while an older one is on the screen", () => {
    settings.motion = "usual";
    hear(show(1, { since: 0 }));
    expect(room.legal).toEqual(["a"]);
    room.hear(show(2));
    vi.advanceTimersByTime(2);
    room.hear(show(3));
    expect(room.live).toBe(false);
    expect(room.legal).toEqual([]);
    vi.advanceTimersByTime(700);
    expect(room.legal).toEqual(["a"]);
  });
});

describe("a move", () => {
  beforeEach(() => hear(show(1, { since: 0 })));

  test("goes to the server with the number of the show it was made on", () => {
    void room.play("a");
    expect(asked("play")).toMatchObject({ a: "a", n: 1 });
    expect(room.busy).toBe(true);
    expect(room.legal).toEqual([]);
    hear(show(2));
    expect(room.busy).toBe(false);
  });

  test("that is not legal asks why, and the reason goes with the next show", async () => {
    void room.play("b");
    expect(line.of("play")).toEqual([]);
    line.tell({ t: "why", id: asked("why").id, ok: false, rule: "duel R3", message: "taken", text: "No." });
    await vi.waitFor(() => expect(room.refusal?.text).toBe("No."));
    hear(show(2));
    expect(room.refusal).toBeNull();
  });

  test("that is refused may be made again", async () => {
    void room.play("a");
    line.tell({ t: "refuse", id: asked("play").id, rule: "", message: "", text: "Too late." });
    await vi.waitFor(() => expect(room.busy).toBe(false));
    expect(room.refusal?.text).toBe("Too late.");
  });

  test("into an open window is sealed: nothing more is asked of us", async () => {
    const window = { min_in: 50, closes_in: 8000, can_think: true, answered: false } as never;
    hear(show(2, { window }));
    expect(room.window?.can_think).toBe(true);
    void room.play("a");
    line.tell({ t: "ack", id: asked("play").id, n: 2 });
    await vi.waitFor(() => expect(room.busy).toBe(false));
    expect(room.shown?.window?.answered).toBe(true);
    expect(room.legal).toEqual([]);
  });
});

describe("beside the game", () => {
  beforeEach(() => hear(show(1, { since: 0 })));

  test("a hint for an earlier move is not shown", async () => {
    const hint = room.getHint();
    hear(show(2));
    line.tell({ t: "hint", id: asked("hint").id, a: "a" });
    await hint;
    expect(room.hint).toBeNull();
  });

  test("an answer by HTTP does not undo newer news", () => {
    room.hear({ t: "table", table: table({ updated: 5, title: "new" }) });
    room.know(table({ updated: 4, title: "old" }));
    expect(room.info?.title).toBe("new");
    room.know(table({ updated: 6, title: "newest" }));
    expect(room.info?.title).toBe("newest");
  });

  test("who is here changes the seats and the spectators", () => {
    const seat = { kind: "person", name: "Ala", present: true, stand_in: false } as never;
    room.hear({ t: "table", table: table({ seats: [seat] }) });
    room.hear({
      t: "presence",
      present: [false],
      stand_in: [true],
      spectators: [{ name: "Ola", mark: "a" }],
    });
    expect(room.info?.seats[0]).toMatchObject({ present: false, stand_in: true });
    expect(room.info?.spectators).toEqual([{ name: "Ola", mark: "a" }]);
  });

  test("orders count as given until the server has answered", async () => {
    const done = room.orders("pass");
    expect(room.standing).toBe("pass");
    line.tell({ t: "refuse", id: asked("orders").id, rule: "", message: "", text: "" });
    await done;
    expect(room.standing).toBe("ask");
  });

  test("who asked for an undo hears that it was turned down, the others do not", () => {
    const asked = (seat: number) => ({ free_to: null, ask_to: null, asked: { seat, to: 1, agreed: [] } });
    const none = { free_to: null, ask_to: null, asked: null };
    room.hear({ t: "undo", n: 1, undo: asked(1) });
    room.hear({ t: "undo", n: 1, undo: none });
    expect(toasts.list).toEqual([]);
    room.hear({ t: "undo", n: 1, undo: asked(0) });
    expect(toasts.list).toEqual([]);
    room.hear({ t: "undo", n: 1, undo: none });
    expect(toasts.list.map((toast) => toast.key)).toEqual(["undo"]);
  });

  test("a wish to play again is told once, with a way to say yes", async () => {
    const other = vi.spyOn(api, "table").mockResolvedValue(table({ id: "t2", host: "Ola" }));
    room.hear({ t: "table", table: table({ rematch: "t2" }) });
    room.hear({ t: "table", table: table({ rematch: "t2" }) });
    await vi.waitFor(() => expect(toasts.list.map((toast) => toast.key)).toEqual(["rematch"]));
    expect(other).toHaveBeenCalledTimes(1);
    room.exit();
    expect(toasts.list).toEqual([]);
  });

  test("a quick reaction of somebody else is seen at once, our own and a muted one are not", () => {
    const line = (seat: number | null, text: string) => ({ name: `p${seat}`, seat, text, at: 1 });
    const hear = (one: ReturnType<typeof line>): void => room.hear({ t: "chat", lines: [one], fresh: true });
    hear(line(0, ":nice:"));
    hear(line(1, "hello"));
    hear(line(1, ":unheard:"));
    expect(toasts.list).toEqual([]);
    hear(line(1, ":nice:"));
    hear(line(null, ":wow:"));
    expect(toasts.list.map((toast) => toast.key)).toEqual(["react.p1", "react.pnull"]);
    room.chat.muted = true;
    hear(line(2, ":nice:"));
    expect(toasts.list).toHaveLength(2);
  });

  test("news of an undo reach the show they belong to, and no other", () => {
    const undo = { free_to: null, ask_to: null, asked: { seat: 1, to: 1, agreed: [] } };
    room.hear({ t: "undo", n: 1, undo });
    expect(room.shown?.undo).toEqual(undo);
    room.hear({ t: "undo", n: 9, undo: { ...undo, asked: null } });
    expect(room.shown?.undo).toEqual(undo);
  });
});

describe("several people before one device", () => {
  const two = { yours: [0, 1], you: null };
  const eyes = (you: number | null): void => room.hear({ t: "table", table: table({ ...two, you }) });
  beforeEach(() => {
    eyes(null);
    hear(show(1, { since: 0, events: [told(1, "dealt")], legal: [] }));
  });

  test("the curtain is lifted by a hello with a seat, and what is still for other eyes is not drawn", () => {
    room.sit(0);
    expect(room.shown).toBeNull();
    expect(line.of("hello").at(-1)).toMatchObject({ seat: 0, since: null });
    hear(show(2, { legal: [] }));
    expect(room.shown).toBeNull();
    eyes(0);
    hear(show(2, { since: 0, events: [told(1, "dealt", { card: 3 }), told(2, "moved")] }));
    expect(room.shown).toMatchObject({ n: 2 });
    expect(room.log).toHaveLength(2);
  });

  test("nothing that one has seen is left when the curtain falls, and it is there again for the next look", () => {
    room.sit(0);
    eyes(0);
    hear(show(1, { since: 0, events: [told(1, "dealt", { card: 3 })] }));
    room.sit(null);
    expect(room.log.map((e) => e.args)).toEqual([{}]);
    eyes(null);
    hear(show(1, { since: 1, events: [], legal: [] }));
    room.sit(0);
    expect(line.of("hello").at(-1)).toMatchObject({ seat: 0, since: 1 });
    expect(room.log.map((e) => e.args)).toEqual([{ card: 3 }]);
  });

  test("who is asked is told by the turn, less those who have answered on this device", async () => {
    room.sit(0);
    eyes(0);
    const window = { min_in: 0, closes_in: null, asked: [0, 1], answered: false, can_think: false };
    hear(show(1, { since: 0, view: viewOf([0, 1]), window, legal: ["pass"] }));
    expect(room.asked).toEqual([0, 1]);
    const played = room.play("pass");
    line.tell({ t: "ack", id: asked("play").id, n: 1 });
    await played;
    expect(room.asked).toEqual([1]);
  });

  test("where nothing is hidden the board stays until the other's view is here", () => {
    room.sit(1, true);
    expect(room.shown).toMatchObject({ n: 1 });
    expect(line.of("hello").at(-1)).toMatchObject({ seat: 1, since: 1 });
  });
});

test("a screen for everybody asks for a spectator's eyes", () => {
  expect(new Room("t1", true).eyes()).toEqual({ watch: true });
});
