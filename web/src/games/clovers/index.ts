import "./tokens.css";
import type { CloversView } from "../../lib/wire.gen";
import type { GameModule } from "../types";
import After from "./After.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { COLOURS } from "./cells";

const game: GameModule<CloversView> = {
  Board,
  Badge,
  After,
  story: {
    turns: ["game", "begin", "draw", "take", "extra", "swap", "resign", "pile", "limit", "winner", "shared"],
    quiet: ["deal", "draw"],
    faint: ["reveal", "take"],
  },
  covers: (text) => /^(draw|keep|back|take|swap|extra|end|resign)\b/.test(text),
  tutorial: {
    points: { garden: ".own .patch", others: ".others" },
    step: ([verb, number]) => (verb === "take" ? `up.${number}` : ""),
  },
  colour: (seat) => COLOURS[seat] ?? null,
};
export default game;
