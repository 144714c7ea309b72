/** The server's HTTP side. A refusal becomes a `Refusal` whose text can be shown as it is. */
import { url } from "./base";
import type {
  Analysis,
  Device,
  Fault,
  GameInfo,
  Gone,
  Link,
  LinkInfo,
  NewTable,
  Opened,
  Person,
  Reasons,
  RecordId,
  RecordInfo,
  Replay,
  Rules,
  Statistic,
  TableInfo,
  Tutorial,
  WhyNot,
} from "./wire.gen";
import type { Catalogue, Lang, Message } from "./words";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly said: Message | null,
  ) {
    super(text);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin", headers: {} };
  if (body !== undefined) {
    init.body = typeof body === "string" ? body : JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(url(path), init);
  } catch {
    throw new Refusal("offline", "", null);
  }
  const text = await answer.text();
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal(String(answer.status), "", null); // a proxy's page says nothing to people
  }
  if (!answer.ok) {
    const fault = data as Partial<Fault> | null;
    throw new Refusal(fault?.code ?? String(answer.status), fault?.text ?? "", fault?.message ?? null);
  }
  return data as T;
}

const at = encodeURIComponent;

export const api = {
  me: () => call<Person>("GET", "/api/me"),
  rename: (body: { name?: string; lang?: Lang }) => call<Person>("POST", "/api/me", body),
  games: () => call<GameInfo[]>("GET", "/api/games"),
  words: (game: string, lang: Lang) => call<Catalogue>("GET", `/api/games/${at(game)}/words/${lang}`),
  rules: (game: string, lang: Lang) => call<Rules>("GET", `/api/games/${at(game)}/rules/${lang}`),
  tutorial: (game: string) => call<Tutorial>("GET", `/api/games/${at(game)}/tutorial`),
  tutorialWhy: (game: string, n: number, action: string) =>
    call<WhyNot>("GET", `/api/games/${at(game)}/tutorial/why?n=${n}&a=${at(action)}`),
  create: (table: NewTable) => call<TableInfo>("POST", "/api/tables", table),
  open: () => call<TableInfo[]>("GET", "/api/tables"),
  mine: () => call<TableInfo[]>("GET", "/api/tables/mine"),
  table: (id: string) => call<TableInfo>("GET", `/api/tables/${at(id)}`),
  /** The table with a short code. */
  code: (code: string) => call<Opened>("GET", `/api/codes/${at(code)}`),
  /** Take a seat; with a name it is for somebody else on this device. */
  join: (id: string, seat?: number, name = "") =>
    call<TableInfo>("POST", `/api/tables/${at(id)}/join`, { ...(seat === undefined ? {} : { seat }), name }),
  leave: (id: string) => call<TableInfo>("POST", `/api/tables/${at(id)}/leave`, {}),
  seat: (id: string, body: { seat: number; kind: "open" | "bot"; level?: string }) =>
    call<TableInfo>("POST", `/api/tables/${at(id)}/seat`, body),
  /** The host sends away who watches under this name. */
  block: (id: string, who: { mark: string } | { seat: number; lift?: boolean }) =>
    call<TableInfo>("POST", `/api/tables/${at(id)}/block`, who),
  start: (id: string) => call<TableInfo>("POST", `/api/tables/${at(id)}/start`, {}),
  rematch: (id: string) => call<TableInfo>("POST", `/api/tables/${at(id)}/rematch`, {}),
  link: (id: string) => call<Link>("POST", `/api/tables/${at(id)}/link`, {}),
  lookAtLink: (token: string) => call<LinkInfo>("GET", `/api/links/${at(token)}`),
  devices: () => call<Device[]>("GET", "/api/me/devices"),
  revoke: (device: string) => call<Gone>("DELETE", `/api/me/devices/${at(device)}`),
  statistics: () => call<Statistic[]>("GET", "/api/me/statistics"),
  logout: () => call<Gone>("POST", "/api/me/logout"),
  forget: () => call<Gone>("DELETE", "/api/me"),
  openLink: (token: string) => call<Opened>("POST", `/api/links/${at(token)}`, {}),
  close: (id: string) => call<TableInfo>("POST", `/api/tables/${at(id)}/close`, {}),
  records: () => call<RecordInfo[]>("GET", "/api/records"),
  upload: (text: string) => call<RecordId>("POST", "/api/records", text),
  /** What the bot that made the n-th move expected of it. */
  why: (id: string, n: number) => call<Reasons>("GET", `/api/records/${at(id)}/why?n=${n}`),
  /** What some moves of a seat were worth, from the n-th on. */
  analysis: (id: string, seat: number, n: number) =>
    call<Analysis>("GET", `/api/records/${at(id)}/analysis?seat=${seat}&n=${n}`),
  /** One page of the frames, from the state after `n` moves on. */
  replay: (id: string, seat: string, n: number) =>
    call<Replay>("GET", `/api/records/${at(id)}/replay?seat=${at(seat)}&n=${n}`),
};
