import type { GameFront } from "../types";
import Scene from "./Scene.svelte";

const front: GameFront = { order: 4, Scene };
export default front;
