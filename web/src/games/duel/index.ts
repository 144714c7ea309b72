import "./tokens.css";
import type { DuelView } from "../../lib/wire.gen";
import type { GameModule } from "../types";
import Board from "./Board.svelte";
import Layout from "./Layout.svelte";

const game: GameModule<DuelView> = {
  Board,
  covers: () => true,
  story: { turns: ["place", "jump", "trapped"], quiet: ["laid"] },
  colour: (seat) => (seat === 0 ? { token: "pink", mark: "●" } : { token: "blue", mark: "▲" }),
  editors: { layout: Layout },
  tutorial: { step: ([from = "", to]) => (to ? from : "") },
};
export default game;
