import type { CloversView } from "../../lib/wire.gen";
import type { GameModule } from "../types";
import After from "./After.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";

const game: GameModule<CloversView> = {
  Board,
  Badge,
  After,
  covers: (text) => /^(draw|keep|take|swap)\b/.test(text),
  colour: (seat) =>
    [
      { token: "green", mark: "♣" },
      { token: "orange", mark: "▲" },
      { token: "blue", mark: "◆" },
      { token: "purple", mark: "☾" },
    ][seat] ?? null,
};
export default game;
