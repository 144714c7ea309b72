import "./tokens.css";
import type { UnstableView } from "../../lib/wire.gen";
import type { GameModule } from "../types";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { colourOf } from "./colours";
import Picture from "./Picture.svelte";

/** Answers of one word stay buttons of the prompt bar, beside the board that offers some of them too. */
const game: GameModule<UnstableView> = {
  Board,
  Badge,
  colour: colourOf,
  covers: (text) => text.includes(" "),
  story: {
    Picture,
    turns: ["turn"],
    faint: ["draws", "discarded"],
    plays: ["plays", "plays_into"],
    quiet: [
      ...[
        "turn",
        "phase",
        "deals",
        "baby",
        "window",
        "no_window",
        "silence",
        "spent",
        "stopped",
        "enters",
        "resolves",
        "too_late",
      ],
      ...[
        "link",
        "link_done",
        "chain_done",
        "triggers",
        "chooses",
        "chooses_card",
        "chooses_player",
        "all_choose",
      ],
      ...["declines", "ignored", "shuffled", "searches", "finds_nothing", "looks_top", "puts_back", "stops"],
    ],
  },
  tutorial: {
    points: { hand: ".hand", stable: ".stable.mine" },
    step: ([verb, card]) => (verb === "play" ? `lift ${card}` : ""),
  },
};
export default game;
