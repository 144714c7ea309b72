/** The words of the guide itself; what it says about a game comes from the game's catalogue (`first.*`). */
import type { Lang } from "../lib/words";

const EN = {
  first: "First game",
  learn: "First game: learn by playing",
  guide: "Guide",
  step: "Step {n} of {m}",
  next: "Next",
  back: "Back",
  restart: "From the beginning",
  forMe: "Do it for me",
  skip: "Faster",
  also: "That is possible too, but let us first do this: {x}.",
  fits: "That is possible. Here we do this first: {x}.",
  read: "One moment: read this, then press Next.",
  watch: "Watch what happens…",
  done: "Well done!",
  now: "Play now",
  rule: "Rule {x}",
  guest: "Guest",
  leave: "Leave the first game",
};
const PL: Record<keyof typeof EN, string> = {
  first: "Pierwsza gra",
  learn: "Pierwsza gra: nauka przez granie",
  guide: "Przewodnik",
  step: "Krok {n} z {m}",
  next: "Dalej",
  back: "Wstecz",
  restart: "Od początku",
  forMe: "Zrób to za mnie",
  skip: "Szybciej",
  also: "To też możliwe, ale najpierw zróbmy to: {x}.",
  fits: "To możliwe. Tutaj najpierw zróbmy to: {x}.",
  read: "Chwileczkę: przeczytaj i naciśnij Dalej.",
  watch: "Zobacz, co się dzieje…",
  done: "Brawo!",
  now: "Graj",
  rule: "Zasada {x}",
  guest: "Gość",
  leave: "Wyjdź z pierwszej gry",
};

export function own(lang: Lang, key: keyof typeof EN, args: Record<string, string | number> = {}): string {
  return (lang === "pl" ? PL : EN)[key].replace(/\{(\w)\}/g, (_, k: string) => String(args[k] ?? ""));
}
