import { afterEach, expect, test, vi } from "vitest";
import { api, Refusal } from "./api";
import { errorText } from "./errors";
import { t } from "./i18n.svelte";

afterEach(() => vi.unstubAllGlobals());

const answers = (status: number, body: string): void =>
  void vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
const told = async (): Promise<string> => errorText(await api.upload("{}").catch((e: unknown) => e));

test("what the server says of a bad record is shown as it is, once", async () => {
  const text = "Move 4 of the record does not fit.";
  answers(422, JSON.stringify({ code: "bad_record", text, message: null }));
  expect(await told()).toBe(text);
});

test("a page that a proxy answers with is not shown to people", async () => {
  answers(413, "<html><h1>413 Request Entity Too Large</h1></html>");
  expect(await told()).toBe(t("error.unknown"));
});

test("a server that is away is told of as such", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  expect(await told()).toBe(t("error.offline"));
  expect(errorText(new Refusal("odd", "", null))).toBe(t("error.unknown"));
  expect(errorText(new TypeError("x is not a function"))).toBe(t("error.unknown"));
});
