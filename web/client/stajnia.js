/**
 * A seat at a live table: an async iterator of decisions. Lost connections are laid anew, and nothing is played twice.
 * For browsers (the page has to come from the server's own address) and for Node 22 or later (Node 20 with
 * `--experimental-websocket`). No dependencies; the types of all messages are generated from the server's structs.
 *
 * @typedef {import("../src/lib/wire.gen").In} In
 * @typedef {import("../src/lib/wire.gen").Out} Out
 * @typedef {import("../src/lib/wire.gen").Show} Show
 * @typedef {import("../src/lib/wire.gen").Told} Told
 * @typedef {import("../src/lib/wire.gen").AnyView} AnyView
 * @typedef {import("../src/lib/wire.gen").Outcome} Outcome
 * @typedef {import("../src/lib/wire.gen").TableInfo} TableInfo
 * @typedef {Extract<In, { id: string }>} Asked
 * @typedef {Extract<Out, { id: string }>} Answer
 */

const PING = 2500;
const STALE = 9000;
const PAUSES = [150, 400, 1000, 2000, 4000, 8000];
const AGAIN = ["too_fast", "not_kept", "out_of_reach"];

/** The server said no: a code for programs, a sentence for people. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
    this.name = "Refused";
    this.code = code;
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** What one show asks of our seat. */
export class Decision {
  #table;
  /**
   * @param {LiveTable} table
   * @param {Show} show
   */
  constructor(table, show) {
    this.#table = table;
    this.n = show.n;
    /** @type {AnyView} */
    this.view = show.view;
    this.legal = show.legal;
    this.events = show.events;
  }

  /**
   * Play: true when it is on the server's disk, false when the table has gone on without it (an undo, the clock).
   * What the rules do not allow is a `Refused`.
   * @param {string} action
   */
  async play(action) {
    const answer = await this.#table.ask({ t: "play", id: "", a: action, n: this.n });
    if (answer.t === "ack") return true;
    if (this.legal.includes(action) || answer.t !== "refuse") return false;
    throw new Refused(answer.message, answer.text);
  }
}

export class LiveTable {
  /** @type {TableInfo | null} */
  info = null;
  /** @type {Outcome | null} */
  result = null;
  /** Who we are; handed in again it goes on as the same guest. Not known in browsers, which keep it themselves. */
  cookie = "";
  #base;
  #id;
  #name;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | null} */
  #n = null; // the last show had
  #handed = 0; // the last show that was handed out
  /** @type {Decision | null} */
  #decision = null;
  /** @type {Map<string, { message: Asked; done: (answer: Answer) => void; fail: (e: Error) => void }>} */
  #waiting = new Map();
  #count = 0;
  #mark = Math.random().toString(36).slice(2, 10);
  #over = false;
  /** @type {Error | null} */
  #fault = null;
  #wake = () => {};
  #heard = 0;
  #tries = 0;

  /**
   * @param {string} link the table's link, `https://host/t/TABLE`
   * @param {{ name?: string; cookie?: string }} [settings]
   */
  constructor(link, { name = "Bot", cookie = "" } = {}) {
    const [base = "", id = ""] = link.split("/t/");
    if (!/^https?:\/\//.test(base) || !id) throw new TypeError(`${link} is no link of a table`);
    this.#base = base;
    this.#id = id.replace(/\/$/, "");
    this.#name = name;
    this.cookie = cookie;
  }

  async *[Symbol.asyncIterator]() {
    await this.#sit();
    this.#connect();
    const beat = setInterval(() => this.#ping(), PING);
    try {
      for (;;) {
        if (this.#fault) throw this.#fault;
        if (this.result) return;
        const found = this.#decision;
        this.#decision = null;
        if (found) yield found;
        else await new Promise((/** @type {(_?: unknown) => void} */ done) => (this.#wake = done));
      }
    } finally {
      this.#over = true;
      clearInterval(beat);
      this.#socket?.close();
    }
  }

  /**
   * Say something that is answered; said again over a new connection, and after a pause where it was too much.
   * @param {Asked} message
   * @returns {Promise<Answer>}
   */
  async ask(message) {
    for (;;) {
      if (this.#fault) throw this.#fault;
      const asked = { ...message, id: `${this.#mark}-${++this.#count}` };
      /** @type {Answer} */
      const answer = await new Promise((done, fail) => {
        this.#waiting.set(asked.id, { message: asked, done, fail });
        this.#send(asked);
      });
      if (answer.t !== "refuse" || !AGAIN.includes(answer.message)) return answer;
      await pause(Math.max(200, 1000 * Number(answer.values["seconds"] ?? 0)));
    }
  }

  /**
   * Say something whose answer nobody waits for; what ends the visit is told by the iterator.
   * @param {Asked} message
   */
  #say(message) {
    this.ask(message).catch(() => {});
  }

  async #sit() {
    await this.#post("/api/me", { name: this.#name });
    try {
      this.info = await this.#post(`/api/tables/${this.#id}/join`, { bot: true });
    } catch (e) {
      if (!(e instanceof Refused) || e.code !== "seated") throw e;
    }
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  async #post(path, body) {
    /** @type {Record<string, string>} */
    const headers = { "content-type": "application/json" };
    if (this.cookie) headers["cookie"] = this.cookie;
    const answer = await fetch(this.#base + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      credentials: "include",
    });
    this.cookie = answer.headers.getSetCookie?.()[0]?.split(";")[0] ?? this.cookie;
    const data = await answer.json();
    if (!answer.ok) throw new Refused(data.code ?? String(answer.status), data.text ?? answer.statusText);
    return data;
  }

  #connect() {
    if (this.#over || this.#fault || this.result) return;
    const address = `${this.#base.replace("http", "ws")}/ws/${this.#id}`;
    // only Node's takes headers, and only there we have a cookie to send
    const more = /** @type {never} */ (this.cookie ? { headers: { cookie: this.cookie } } : undefined);
    const socket = new WebSocket(address, more);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      this.#tries = 0;
      this.#hello();
    };
    socket.onmessage = (e) => {
      this.#heard = Date.now();
      if (this.#socket === socket) this.#hear(JSON.parse(e.data));
    };
    socket.onclose = (e) => {
      if (e.code === 4401) this.#fail(new Refused("no_person", e.reason));
      else if (this.#socket === socket) this.#again();
    };
    socket.onerror = () => {}; // its close follows
  }

  #again() {
    this.#socket = null;
    const wait = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 8000;
    setTimeout(() => this.#connect(), wait);
  }

  #ping() {
    if (!this.#socket) return;
    if (Date.now() - this.#heard > STALE) {
      const dead = this.#socket;
      this.#again();
      dead.close();
    } else this.#send({ t: "ping" });
  }

  /** @param {In} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Come (again); then all that was not answered is said again, and done once. */
  #hello() {
    this.#send({ t: "hello", table: this.#id, since: this.#n });
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  /** @param {Out} message */
  #hear(message) {
    if ("id" in message) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      waiting?.done(message);
    } else if (message.t === "table") {
      this.info = message.table;
      if (message.table.state === "closed" || !message.table.yours.length)
        this.#fail(
          new Refused(message.table.state === "closed" ? "closed" : "blocked", "We do not sit here."),
        );
    } else if (message.t === "show") this.#see(message);
    else if (message.t === "undo") this.#agree(message.undo.asked);
    else if (message.t === "presence" && message.stand_in[this.info?.yours[0] ?? -1])
      this.#say({ t: "back", id: "" });
    else if (message.t === "resync") {
      this.#n = null;
      this.#hello();
    } else if (message.t === "error") {
      if (message.seconds || AGAIN.includes(message.code))
        setTimeout(() => this.#hello(), Math.max(200, 1000 * message.seconds));
      else this.#fail(new Refused(message.code, message.text));
    }
  }

  /** @param {Show} show */
  #see(show) {
    this.#agree(show.undo.asked);
    this.#n = show.n;
    this.result = show.result;
    if (show.n > this.#handed) {
      const asked = show.legal.length > 0 && !show.window?.answered;
      this.#decision = asked ? new Decision(this, show) : null; // what was asked before is no longer
      if (asked) this.#handed = show.n;
    }
    this.#wake();
  }

  /**
   * Bots agree when somebody asks to take back.
   * @param {{ seat: number; agreed: number[] } | null} asked
   */
  #agree(asked) {
    const mine = this.info?.yours[0];
    if (asked && mine !== undefined && asked.seat !== mine && !asked.agreed.includes(mine))
      this.#say({ t: "agree", id: "", yes: true });
  }

  /** @param {Error} e */
  #fail(e) {
    this.#fault = e;
    for (const { fail } of this.#waiting.values()) fail(e);
    this.#wake();
  }
}

/**
 * Sit down openly as a bot; where the host of the table does not let bots of guests in, the first step is a `Refused`.
 * @param {string} link
 * @param {{ name?: string; cookie?: string }} [settings]
 */
export function connect(link, settings) {
  return new LiveTable(link, settings);
}
