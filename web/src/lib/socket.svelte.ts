/**
 * The one connection to the server. A ping each 2.5 s; when one is followed by 9 s of silence it is taken for dead and
 * laid anew, with growing pauses. What was asked and not answered is asked again on the new one: ids make that
 * harmless. The timers of a hidden tab come late: a ping that was never sent is no silence of the server.
 */
import { url } from "./base";
import type { Ack, Hint, In, Out, Refuse, Text, WhyNot } from "./wire.gen";

export type Answer = Ack | Refuse | WhyNot | Hint | Text;
type Asked = Extract<In, { id: string }>;
type Question = Asked extends infer Q ? (Q extends Asked ? Omit<Q, "id"> : never) : never;

export interface Listener {
  table: string;
  /** The last show had, null: everything is wanted. */
  since(): number | null;
  /** Whose eyes are wanted: a seat's, where several are ours (null: the curtain), or a spectator's. */
  eyes?(): { seat?: number | null; watch?: boolean };
  hear(message: Out): void;
}

const PING = 2500;
const STALE = 9000;
const AWAY = 400; // ms without the table after which the player is told
const PAUSES = [150, 400, 1000, 2000, 4000, 8000];

export class Socket {
  state: "idle" | "connecting" | "open" | "lost" = $state("idle");
  #socket: WebSocket | null = null;
  #listener: Listener | null = null;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen depends on it
  #waiting = new Map<string, { message: Asked; done: (answer: Answer) => void }>();
  #heard = 0; // when something came last
  #asked = 0; // when the first ping was sent that nothing has come after
  #pings = 0; // how many were sent since
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #owed: string[] | null = null; // the server has lost the table: ids to say (again) when it has it back
  #away = $state(false); // it has been without it for a while
  #waits: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  #mark = Math.random().toString(36).slice(2, 10);

  constructor() {
    addEventListener("online", () => this.#again());
    addEventListener("offline", () => this.#lost());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#wake();
    });
  }

  /** As the player feels it: a table that its server has lost is as good as a lost connection. */
  get connection(): "idle" | "connecting" | "open" | "lost" {
    return this.#away ? "lost" : this.state;
  }

  /** Come to a table; what it says goes to the listener until `leave`. */
  come(listener: Listener): void {
    this.#listener = listener;
    if (this.#socket?.readyState === WebSocket.OPEN) this.hello();
    else this.#connect();
  }

  leave(listener: Listener): void {
    if (this.#listener !== listener) return;
    this.#listener = null;
    this.#waiting.clear();
    this.#there();
    this.#send({ t: "bye" });
  }

  /** Say hello (again): after a gap, or when the server asks for it. */
  hello(): void {
    if (!this.#listener) return;
    const { table } = this.#listener;
    this.#send({ t: "hello", table, since: this.#listener.since(), ...this.#listener.eyes?.() });
  }

  /** The server has forgotten the table: come to it anew, and say again what it has not answered. */
  anew(): void {
    this.#there();
    this.#owed = [...this.#waiting.keys()];
    this.#waits = setTimeout(() => (this.#away = true), AWAY);
    this.hello();
  }

  /** The table is there; gives the ids that were held back. */
  #there(): string[] {
    const owed = this.#owed ?? [];
    this.#owed = null;
    this.#away = false;
    clearTimeout(this.#waits);
    return owed;
  }

  /** Ask something that is answered; asked again by itself after a lost connection. */
  ask(question: Question): Promise<Answer> {
    const id = `${this.#mark}-${++this.#count}`;
    const message = { ...question, id } as Asked;
    return new Promise((done) => {
      this.#waiting.set(id, { message, done });
      if (this.#owed) this.#owed.push(id);
      else this.#send(message);
    });
  }

  #send(message: In): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    if (this.state === "idle") this.state = "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const way = url(`/ws/${this.#listener?.table ?? ""}`); // a balancer sees by it who belongs together
    const socket = new WebSocket(`${scheme}://${location.host}${way}`);
    this.#socket = socket;
    this.#heard = 0;
    this.#asked = performance.now();
    this.#pings = 0;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#there();
      this.state = "open";
      this.#tries = 0;
      this.#heard = performance.now();
      this.hello();
      for (const { message } of this.#waiting.values()) this.#send(message);
    };
    socket.onmessage = (e) => {
      if (this.#socket !== socket) return;
      this.#heard = performance.now();
      this.#take(JSON.parse(e.data as string) as Out);
    };
    socket.onclose = () => this.#socket === socket && this.#lost();
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#ping(), PING);
  }

  #ping(): void {
    const now = performance.now();
    if (this.#heard >= this.#asked) {
      this.#asked = now;
      this.#pings = 0;
    } else if (now - this.#asked > STALE && this.#pings > 1) return this.#lost();
    this.#pings += 1;
    this.#send({ t: "ping" });
  }

  /** The player looks at the page again: a connection that has been silent for long must answer soon. */
  #wake(): void {
    if (this.state === "lost") return this.#again();
    if (this.state !== "open" || performance.now() - this.#heard <= STALE) return;
    this.#ping();
    const socket = this.#socket;
    setTimeout(() => {
      if (socket && this.#socket === socket && this.#heard < this.#asked) this.#lost();
    }, PING);
  }

  #take(message: Out): void {
    if ("id" in message) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      waiting?.done(message);
      return;
    }
    if (message.t === "pong") return;
    if (message.t === "table") {
      for (const id of this.#there()) {
        const waiting = this.#waiting.get(id);
        if (waiting) this.#send(waiting.message);
      }
    }
    this.#listener?.hear(message);
  }

  #lost(): void {
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (!this.#listener) {
      this.state = "idle";
      return;
    }
    this.state = "lost";
    const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 8000;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #again(): void {
    if (!this.#listener) return;
    this.#tries = 0;
    this.#connect();
  }
}

export const socket = new Socket();
