/**
 * One table as this page knows it: what is shown now, the log, and everything that can be asked of the server.
 *
 * Shows wait in a queue until they are drawn. Nothing can be played while an older show is on the screen.
 */
import type { OpenWindow } from "../games/types";
import { api } from "./api";
import { Chat, reaction } from "./chat.svelte";
import { called, t } from "./i18n.svelte";
import { router } from "./router.svelte";
import { type Shown, ShowQueue } from "./show_queue.svelte";
import { sound } from "./sound";
import { type Answer, type Listener, socket } from "./socket.svelte";
import type { StoryWays } from "./story";
import { toasts } from "./toasts.svelte";
import type { ChatLine, Out, Refuse, Show, TableInfo, Told, Undo, WhyNot, WindowTimes } from "./wire.gen";

export class Room implements Listener {
  info: TableInfo | null = $state.raw(null);
  shown: Shown | null = $state.raw(null);
  events: Told[] = $state.raw([]);
  log: Told[] = $state.raw([]);
  /** Why the last try was refused; goes away with the next show. */
  refusal: Refuse | WhyNot | null = $state.raw(null);
  hint: string | null = $state(null);
  busy = $state(false);
  skips = $state(0);
  /** What the server could not do at all. */
  error = $state("");
  /** How the game tells its turns. */
  story: StoryWays | null = $state.raw(null);
  /** The seat whose eyes are wanted, where this device has several; null: the curtain is drawn. */
  seat: number | null = $state(null);
  readonly chat = new Chat();
  readonly queue = new ShowQueue((show) => this.#draw(show));
  #wish: Show["orders"] | null = $state(null); // orders that the server does not know yet
  #last = 0; // number of the last show that came
  #turning = false; // what comes is still for other eyes
  // what each seat of this device has seen, for its next look
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen depends on it
  #seen = new Map<number | null, { last: number; log: Told[] }>();
  /** By seat of this device: the show whose question it has answered, as far as this page knows. */
  #answered: Record<number, number> = $state({});

  /** `watch`: a screen for everybody, with a spectator's eyes. */
  constructor(
    readonly table: string,
    readonly watch = false,
  ) {}

  enter(): void {
    socket.come(this);
  }

  exit(): void {
    this.queue.stop();
    toasts.drop("rematch");
    socket.leave(this);
  }

  since(): number | null {
    return this.#last || null;
  }

  eyes(): { seat?: number; watch?: boolean } {
    return this.watch ? { watch: true } : this.seat === null ? {} : { seat: this.seat };
  }

  /** The seats of this device, where several people share it. */
  get ours(): number[] {
    const yours = this.info?.yours ?? [];
    return yours.length > 1 && !this.watch ? yours : [];
  }

  /** Our seats that are to act now and have not answered yet, as far as this page knows. */
  get asked(): number[] {
    const shown = this.shown;
    const turn = shown && !shown.result ? shown.view.turn : [];
    return turn.filter((seat) => this.ours.includes(seat) && this.#answered[seat] !== shown?.n);
  }

  /**
   * Look through the eyes of another seat of this device; null draws the curtain. `open`: nothing is hidden from
   * anybody, so what is on the screen may stay until the other's view is here.
   */
  sit(seat: number | null, open = false): void {
    if (this.busy || (seat === this.seat && !this.#turning)) return;
    if (!open) {
      this.#seen.set(this.seat, { last: this.#last, log: this.log });
      const { last, log } = this.#seen.get(seat) ?? { last: 0, log: [] };
      this.queue.stop();
      this.shown = null;
      this.events = [];
      this.refusal = null;
      this.hint = null;
      this.#last = last;
      this.log = log;
    }
    this.seat = seat;
    this.#turning = true;
    socket.hello();
  }

  /** The newest state is on the screen. */
  get live(): boolean {
    return this.queue.empty;
  }

  get legal(): string[] {
    if (!this.shown || !this.live || this.busy || this.shown.window?.answered) return [];
    return this.shown.legal;
  }

  /** Our standing orders, as last given. */
  get standing(): Show["orders"] {
    return this.#wish ?? this.shown?.orders ?? "ask";
  }

  get window(): OpenWindow | null {
    const shown = this.shown;
    if (!shown?.window || !this.live) return null;
    const { min_in, closes_in, can_think } = shown.window;
    return {
      opened: shown.came,
      earliest: shown.came + min_in,
      closes: closes_in === null ? null : shown.came + closes_in,
      can_think,
    };
  }

  hear(message: Out): void {
    if (message.t === "table" && (message.table.yours.length < 2 || message.table.you === this.seat))
      this.#turning = false;
    if (this.#turning && ["show", "window", "undo"].includes(message.t)) return;
    switch (message.t) {
      case "table":
        if (message.table.rematch && this.info && !this.info.rematch)
          void this.#invited(message.table.rematch);
        this.info = message.table;
        break;
      case "show":
        this.#take({ ...message, came: performance.now() });
        break;
      case "window":
        this.#patch(message.n, {
          window: message.window,
          came: performance.now(),
          ...(message.view ? { view: message.view } : {}),
        });
        break;
      case "undo":
        if (this.#turnedDown(message.n, message.undo)) toasts.add({ key: "undo", text: t("undo.refused") });
        this.#patch(message.n, { undo: message.undo });
        break;
      case "presence":
        if (this.info) {
          const seats = this.info.seats.map((seat, n) => ({
            ...seat,
            present: message.present[n] ?? false,
            stand_in: message.stand_in[n] ?? false,
          }));
          this.info = { ...this.info, seats, spectators: message.spectators };
        }
        break;
      case "chat":
        this.chat.hear(message.lines, message.fresh);
        if (message.fresh && !this.chat.muted) for (const line of message.lines) this.#called(line);
        break;
      case "resync":
        this.#seen.clear();
        this.#last = 0; // what is on the screen stays until all is here anew
        this.queue.stop();
        socket.anew();
        break;
      case "error":
        this.error = message.text;
        if (message.seconds) setTimeout(() => socket.hello(), message.seconds * 1000);
        break;
    }
  }

  /** We had asked for an undo, and now nobody is asked any more, but nothing was taken back. */
  #turnedDown(n: number, undo: Undo): boolean {
    const { you } = this.info ?? {};
    return this.shown?.n === n && you !== null && this.shown.undo.asked?.seat === you && !undo.asked;
  }

  /** A quick reaction of somebody else is seen without opening the chat. */
  #called({ seat, name, text }: ChatLine): void {
    const id = reaction(text);
    if (id && (seat === null || seat !== this.info?.you))
      toasts.add({ key: `react.${name}`, text: `${called(name)}: ${t(`react.${id}`)}` });
  }

  /** Somebody at this table wants to play again. */
  async #invited(table: string): Promise<void> {
    const { host } = await api.table(table);
    toasts.add({
      key: "rematch",
      text: t("rematch.offer", { name: called(host) }),
      action: { label: t("rematch.accept"), go: () => router.go(`/t/${table}`) },
    });
  }

  #patch(n: number, change: { window?: WindowTimes; undo?: Undo; came?: number }): void {
    if (this.shown?.n === n) this.shown = { ...this.shown, ...change };
    this.queue.amend((show) => (show.n === n ? { ...show, ...change } : show));
  }

  #take(show: Shown): void {
    if (show.since > this.#last) {
      socket.hello(); // something is missing between what we have and this
      return;
    }
    if (show.n < this.#last) return;
    if (show.n === this.#last && this.shown) {
      // the same show again after a lost connection: only its times and its permissions may differ
      this.queue.amend((s) => (s.n === show.n ? { ...show, events: s.events } : s));
      if (this.shown.n === show.n) this.shown = show;
      return;
    }
    const fresh = show.events.filter((e) => e.n > this.#last);
    const first = this.#last === 0;
    this.#last = show.n;
    if (first) this.log = fresh;
    this.queue.add({ ...show, events: first ? [] : fresh });
  }

  #draw(show: Shown): { mine: boolean } {
    this.events = show.events;
    if (show.events.length) this.log = [...this.log, ...show.events];
    this.shown = show;
    if (show.window?.answered && this.seat !== null) this.#answered[this.seat] = show.n;
    this.refusal = null;
    this.hint = null;
    this.error = "";
    this.busy = false;
    return { mine: show.events.every((e) => e.args?.["seat"] === this.info?.you) };
  }

  skip = (): void => {
    this.skips += 1;
    this.queue.skip();
  };

  play = async (text: string): Promise<void> => {
    if (!this.shown || !this.live || this.busy) return;
    if (!this.shown.legal.includes(text)) return this.why(text);
    this.busy = true;
    const n = this.shown.n;
    const answer = await socket.ask({ t: "play", a: text, n });
    if (answer.t === "refuse") {
      this.busy = false;
      this.#refused(answer);
    } else if (answer.t === "ack" && answer.n <= this.#last) {
      if (answer.n === n) this.#sealed(n);
      this.busy = false;
    }
  };

  /** Our answer lies with the others' now: nothing more can be played before they are turned up. */
  #sealed(n: number): void {
    const window = this.shown?.n === n ? this.shown.window : null;
    if (window && this.seat !== null) this.#answered[this.seat] = n;
    if (window) this.#patch(n, { window: { ...window, answered: true, can_think: false } });
  }

  /** Play what was typed: the server reads it, so any spelling it understands will do. */
  type = async (text: string): Promise<Answer | null> => {
    if (!this.shown) return null;
    const n = this.live ? this.shown.n : null;
    const answer = await socket.ask({ t: "play", a: text, n });
    if (answer.t === "refuse") this.#refused(answer);
    if (answer.t === "ack" && answer.n === n) this.#sealed(n);
    return answer;
  };

  why = async (text: string): Promise<void> => {
    const answer = await socket.ask({ t: "why", a: text });
    if (answer.t === "why" && !answer.ok) this.#refused(answer);
    if (answer.t === "refuse") this.#refused(answer);
  };

  #refused(answer: Refuse | WhyNot): void {
    this.refusal = answer;
    sound("no");
  }

  undo = async (to: number | null): Promise<void> => this.#do(socket.ask({ t: "undo", to }));
  agree = async (yes: boolean): Promise<void> => this.#do(socket.ask({ t: "agree", yes }));
  think = async (): Promise<void> => this.#do(socket.ask({ t: "thinking" }));
  back = async (): Promise<void> => this.#do(socket.ask({ t: "back" }));
  say = async (text: string): Promise<void> => this.#do(socket.ask({ t: "chat", text }));

  orders = async (orders: Show["orders"]): Promise<void> => {
    this.#wish = orders;
    const answer = await socket.ask({ t: "orders", orders });
    if (answer.t === "refuse") this.#refused(answer);
    else {
      if (this.shown) this.shown = { ...this.shown, orders };
      this.queue.amend((s) => ({ ...s, orders }));
    }
    if (this.#wish === orders) this.#wish = null;
  };

  /** The state as text, in the language the server knows of us. */
  text = async (): Promise<string> => {
    const answer = await socket.ask({ t: "text" });
    return answer.t === "text" ? answer.text : answer.t === "refuse" ? answer.text : "";
  };

  getHint = async (): Promise<void> => {
    this.refusal = null;
    const n = this.shown?.n;
    const answer = await socket.ask({ t: "hint" });
    if (this.shown?.n !== n) return; // it was about another move
    if (answer.t === "hint") this.hint = answer.a;
    if (answer.t === "refuse") this.#refused(answer);
  };

  async #do(asked: Promise<Answer>): Promise<void> {
    const answer = await asked;
    if (answer.t === "refuse") this.#refused(answer);
  }

  /** What an answer by HTTP tells of the table; the socket may have told something newer by now. */
  know = (info: TableInfo): void => {
    if (!this.info || info.updated >= this.info.updated) this.info = info;
  };

  /** Fetch the table by HTTP, e.g. before the socket is open. */
  async look(): Promise<void> {
    this.know(await api.table(this.table));
  }
}
