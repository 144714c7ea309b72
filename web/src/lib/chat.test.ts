import { expect, test } from "vitest";
import { Chat } from "./chat.svelte";
import type { ChatLine } from "./wire.gen";

const line = (at: number): ChatLine => ({ name: "Ala", seat: 0, text: `${at}`, at }) as ChatLine;

test("what was said before we came is not new, what is said since is", () => {
  const chat = new Chat();
  chat.hear([line(1), line(2)], false);
  expect(chat.unread).toBe(0);
  chat.hear([line(3)], true);
  expect(chat.unread).toBe(1);
  expect(chat.lines.map((l) => l.at)).toEqual([1, 2, 3]);
});

test("lines that came while the connection was lost are counted once", () => {
  const chat = new Chat();
  chat.hear([line(1)], false);
  chat.hear([line(1), line(2), line(3)], false);
  expect(chat.unread).toBe(2);
  expect(chat.lines).toHaveLength(3);
});

test("a muted chat does not call", () => {
  const chat = new Chat();
  chat.muted = true;
  chat.hear([line(1)], true);
  expect(chat.unread).toBe(0);
});
