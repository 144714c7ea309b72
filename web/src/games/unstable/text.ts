/** The few words of the board that are the page's own; everything of the rules comes from the catalogue. */
import type { GameProps, Lang } from "../types";

const EN = {
  nursery: "Nursery",
  deck: "Deck",
  pile: "Discard pile",
  discards: "Discards",
  draw: "Draw",
  empty: "empty",
  yourStable: "Your stable",
  stableOf: "Stable of {x}",
  hand: "Your hand",
  inHand: "{n} in hand",
  horns: "{n} of {m} unicorns",
  open: "Open the stable of {x}",
  targets: "{n} to choose from",
  barred: "no Neighs",
  yay: "cannot be answered",
  openHand: "open hand",
  noUpgrades: "no Upgrades",
  panda: "panda",
  blinded: "without effect",
  safe: "cannot be destroyed",
  worth: "worth {n}",
  lower: "Put back",
  whyNot: "Why not?",
  chain: "Chain, link {n}",
  next: "Next link",
  stack: "Played now",
  waits: "Sealed answers: {x}",
  answered: "Your answer is sealed",
  seconds: "{n} s left",
  choose: "Choose here",
  close: "Close",
  known: "known in hand",
  resolving: "takes effect",
  threatened: "about to go",
  emptyStable: "no cards yet",
  turn: "Turn {n}",
  won: "{x} wins!",
  nobody: "Nobody wins",
  here: "Here",
  orThere: "or touch the stable it shall go to",
  onlyThere: "Touch the stable it shall go to",
};
const PL: typeof EN = {
  nursery: "Żłobek",
  deck: "Talia",
  pile: "Stos kart odrzuconych",
  discards: "Odrzucone",
  draw: "Dobierz",
  empty: "pusto",
  yourStable: "Twoja stajnia",
  stableOf: "Stajnia: {x}",
  hand: "Twoja ręka",
  inHand: "{n} na ręce",
  horns: "{n} z {m} jednorożców",
  open: "Otwórz stajnię: {x}",
  targets: "do wyboru: {n}",
  barred: "bez RzeNIA",
  yay: "bez odpowiedzi",
  openHand: "odkryta ręka",
  noUpgrades: "bez ulepszeń",
  panda: "panda",
  blinded: "bez działania",
  safe: "nie można zniszczyć",
  worth: "liczy się za {n}",
  lower: "Odłóż",
  whyNot: "Dlaczego nie?",
  chain: "Łańcuch, ogniwo {n}",
  next: "Następne ogniwo",
  stack: "Właśnie zagrane",
  waits: "Zakryte odpowiedzi: {x}",
  answered: "Twoja odpowiedź jest zakryta",
  seconds: "zostało {n} s",
  choose: "Wybierz tutaj",
  close: "Zamknij",
  known: "znane na ręce",
  resolving: "działa",
  threatened: "zaraz zniknie",
  emptyStable: "jeszcze bez kart",
  turn: "Tura {n}",
  won: "Wygrywa {x}!",
  nobody: "Nikt nie wygrywa",
  here: "Tutaj",
  orThere: "albo wskaż stajnię, do której ma trafić",
  onlyThere: "Wskaż stajnię, do której ma trafić",
};
export type Own = keyof typeof EN;

/** A phrase of the board's own, with {x}, {n} and {m} filled in. */
export function own(lang: Lang, key: Own, args: Record<string, string | number> = {}): string {
  return (lang === "pl" ? PL : EN)[key].replace(/\{(\w)\}/g, (_, k: string) => String(args[k] ?? ""));
}

/** The word `card.KEY`, or nothing where the catalogue has none (it then answers with the key). */
function maybe(word: GameProps["word"], key: string): string {
  const said = word("card", key);
  return said === key ? "" : said;
}

/** What a card does, as the deck of this table has it. */
export function textOf(word: GameProps["word"], card: string, deck: string): string {
  return (deck === "first" && maybe(word, `${card}.text.first`)) || maybe(word, `${card}.text`);
}

/** A ruling on a card, if there is one, as the deck of this table needs it. */
export function noteOf(word: GameProps["word"], card: string, deck: string): string {
  return (deck === "first" && maybe(word, `${card}.note.first`)) || maybe(word, `${card}.note`);
}
