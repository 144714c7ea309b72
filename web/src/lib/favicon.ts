import { url } from "./base";

/** The small picture of the tab, with a mark on it while it is the player's turn. */
export function favicon(yours: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = url(yours ? "/icon-turn.svg" : "/icon.svg");
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
}
