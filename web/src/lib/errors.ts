/** What went wrong, as a sentence in the language of the page. */
import { Refusal } from "./api";
import { i18n, sayOf, t } from "./i18n.svelte";

export function errorText(e: unknown, game = ""): string {
  if (!(e instanceof Refusal)) return t("error.unknown");
  if (e.code === "offline") return t("error.offline");
  if (e.said && game && i18n.knows(game)) return sayOf(game, e.said);
  return e.message || t("error.unknown");
}
