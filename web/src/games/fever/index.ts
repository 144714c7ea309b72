import "./tokens.css";
import type { GameModule } from "../types";
import { summed } from "./account";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import type { FeverView } from "../../lib/wire.gen";
import Picture from "./Picture.svelte";
import { isRace } from "./race_beats";

const TOUCHED = /^(token|bet|stake|magic|contract|reserve|look|swap|discard|place) /;
/** What begins a seat's share of a race. */
const PAID = ["win_paid", "lost", "saved", "owner_gold"];
const SIGNS: Record<string, string> = {
  red: "●",
  orange: "▲",
  yellow: "★",
  green: "♣",
  blue: "◆",
  purple: "☾",
};

const game: GameModule<FeverView> = {
  Board,
  Badge,
  long: isRace,
  covers: (text, view) => {
    if (TOUCHED.test(text) || text === "loan") return true;
    // a printed effect lies under its stack: touched there when the stack is empty, a button otherwise
    const [verb, colour] = text.split(" ");
    return verb === "print" && !view.stacks.find((s) => s.colour === colour)?.tokens.length;
  },
  story: {
    Picture,
    // after a race a line a seat, then what befalls everybody; at the end a line a seat again
    turns: ["round", "turn", "race", ...PAID, "returned", "end", "final"],
    gather: {
      begins: PAID,
      kinds: ["half_back", "glory_parts", "contract_gold", "contract_glory"],
      sum: summed,
    },
    faint: ["look"],
    quiet: [
      ...[
        "turn",
        "dealt",
        "odds_set",
        "owner",
        "market",
        "blocked",
        "draw",
        "shuffled",
        "first_stays",
        "reveal",
        "cancel",
      ],
      ...["immune", "antimagic_none", "card", "move", "move_why", "line", "frozen", "dice", "sprint"],
      ...["no_sprint", "finish", "finish_why", "glory_parts", "returned", "odds_moved", "token", "print"],
      ...["tax", "tax_less", "tax_short", "tax_loan", "unsold", "repaid", "converted"],
    ],
  },
  tutorial: {
    points: {
      purse: ".purse",
      odds: ".tote, .course",
      green: ".lane:nth-of-type(4)",
      loan: '[data-action="loan"]',
      report: ".report, [data-last]",
    },
    step: ([verb, card]) => (verb === "magic" ? `lift ${card}` : ""),
  },
  colour: (seat, view) => {
    const owns = view.players[seat]?.owns;
    return owns ? { token: owns, mark: SIGNS[owns] ?? "●" } : null;
  },
};
export default game;
