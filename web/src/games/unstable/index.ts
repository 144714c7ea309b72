import type { GameModule } from "../types";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import type { View } from "./view";

/** Answers of one word stay buttons of the prompt bar, beside the board that offers some of them too. */
const game: GameModule<View> = {
  Board,
  Badge,
  covers: (text) => text.includes(" "),
};
export default game;
