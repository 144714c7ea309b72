import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Listener, Socket } from "./socket.svelte";
import { FakeSocket, fakeSockets } from "./testing";
import type { Out } from "./wire.gen";

let socket: Socket;
let heard: Out[];
let since: number | null;
let at: Listener;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // pauses without their spread
  fakeSockets();
  heard = [];
  since = null;
  at = { table: "t1", since: () => since, hear: (message) => heard.push(message) };
  socket = new Socket();
});
afterEach(() => {
  socket.leave(at);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function come(): FakeSocket {
  socket.come(at);
  FakeSocket.last.open();
  return FakeSocket.last;
}

describe("coming to a table", () => {
  test("says hello as soon as the connection is open, and hears what the table says", () => {
    const line = come();
    expect(line.url).toMatch(/^ws:\/\/.*\/ws\/t1$/);
    expect(line.said).toEqual([{ t: "hello", table: "t1", since: null }]);
    line.tell({ t: "resync" });
    line.tell({ t: "pong" });
    expect(heard).toEqual([{ t: "resync" }]);
    expect(socket.state).toBe("open");
  });

  test("uses the open connection for the next table", () => {
    const line = come();
    socket.leave(at);
    at = { ...at, table: "t2" };
    socket.come(at);
    expect(FakeSocket.all).toHaveLength(1);
    expect(line.said.slice(1)).toEqual([{ t: "bye" }, { t: "hello", table: "t2", since: null }]);
  });

  test("what comes after leaving is not for anybody", () => {
    const line = come();
    socket.leave(at);
    line.tell({ t: "resync" });
    expect(heard).toEqual([]);
  });
});

describe("a question", () => {
  test("gets its own answer, whatever comes between", async () => {
    const line = come();
    const answers = [socket.ask({ t: "hint" }), socket.ask({ t: "text" })];
    const [hint, text] = line.said.slice(1) as { id: string }[];
    line.tell({ t: "text", id: text?.id ?? "", text: "the board" });
    line.tell({ t: "hint", id: hint?.id ?? "", a: "c3" });
    expect(await Promise.all(answers)).toMatchObject([{ a: "c3" }, { text: "the board" }]);
  });

  test("is asked again with the same id when the connection was lost before the answer", async () => {
    const line = come();
    const answer = socket.ask({ t: "play", a: "c3", n: 7 });
    const asked = line.of("play")[0] as { id: string };
    line.close();
    expect(socket.state).toBe("lost");
    vi.advanceTimersByTime(150);
    since = 7;
    FakeSocket.last.open();
    expect(FakeSocket.last.said).toEqual([{ t: "hello", table: "t1", since: 7 }, asked]);
    FakeSocket.last.tell({ t: "ack", id: asked.id, n: 8 });
    expect(await answer).toMatchObject({ t: "ack", n: 8 });
    FakeSocket.last.close();
    vi.advanceTimersByTime(400);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("play")).toEqual([]);
  });

  test("that was asked without a connection waits for one", () => {
    socket.come(at);
    void socket.ask({ t: "play", a: "c3", n: 1 });
    expect(FakeSocket.last.said).toEqual([]);
    FakeSocket.last.open();
    expect(FakeSocket.last.said.map((m) => m.t)).toEqual(["hello", "play"]);
  });

  test("is asked again when the server has lost its table, once it knows the table", () => {
    const line = come();
    void socket.ask({ t: "play", a: "c3", n: 1 });
    socket.anew();
    expect(line.said.map((m) => m.t)).toEqual(["hello", "play", "hello"]);
    line.tell({ t: "table" });
    line.tell({ t: "table" });
    expect(line.said.map((m) => m.t)).toEqual(["hello", "play", "hello", "play"]);
  });

  test("waits while the server has lost its table, and the player is told if that lasts", () => {
    const line = come();
    socket.anew();
    void socket.ask({ t: "play", a: "c3", n: 1 });
    expect(line.of("play")).toEqual([]);
    expect(socket.connection).toBe("open");
    vi.advanceTimersByTime(400);
    expect(socket.connection).toBe("lost");
    line.tell({ t: "table" });
    expect(line.of("play")).toHaveLength(1);
    expect(socket.connection).toBe("open");
  });

  test("is forgotten when the table is left", () => {
    const line = come();
    void socket.ask({ t: "play", a: "c3", n: 1 });
    socket.leave(at);
    line.close();
    come();
    expect(FakeSocket.last.of("play")).toEqual([]);
  });
});

describe("a silent connection", () => {
  test("is kept while the server answers", () => {
    const line = come();
    for (let beat = 0; beat < 40; beat++) {
      vi.advanceTimersByTime(2500);
      line.tell({ t: "pong" });
    }
    expect(line.of("ping")).toHaveLength(40);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("is given up after nine seconds without an answer", () => {
    const line = come();
    vi.advanceTimersByTime(10_000);
    expect(socket.state).toBe("open");
    vi.advanceTimersByTime(2500);
    expect(socket.state).toBe("lost");
    expect(line.readyState).toBe(3);
  });

  test("is not taken for dead by a tab that slept", () => {
    const line = come();
    vi.advanceTimersByTime(2500); // a ping that is not answered yet
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 3_600_000); // the timers of a hidden tab come late
    vi.advanceTimersByTime(2500);
    expect(socket.state).toBe("open");
    line.tell({ t: "pong" });
    vi.advanceTimersByTime(2500);
    expect(socket.state).toBe("open");
  });

  test("must answer soon when the player looks at the page again", () => {
    const line = come();
    const beats = vi.spyOn(line, "send");
    vi.advanceTimersByTime(9900);
    beats.mockClear();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(beats).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2500);
    expect(socket.state).toBe("lost");
  });
});

describe("a lost connection", () => {
  test("is laid anew with growing pauses", () => {
    come().close();
    for (const pause of [150, 400, 1000, 2000, 4000, 8000, 8000]) {
      const before = FakeSocket.all.length;
      vi.advanceTimersByTime(pause - 1);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
      FakeSocket.last.close();
    }
  });

  test("is tried at once when the browser is online again", () => {
    come().close();
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(10_000);
      FakeSocket.last.close();
    }
    const before = FakeSocket.all.length;
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(before + 1);
    FakeSocket.last.open();
    expect(socket.state).toBe("open");
  });

  test("is known at once when the browser says that it is offline", () => {
    come();
    dispatchEvent(new Event("offline"));
    expect(socket.state).toBe("lost");
  });

  test("of nobody is not laid anew", () => {
    const line = come();
    socket.leave(at);
    line.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(socket.state).toBe("idle");
  });
});
