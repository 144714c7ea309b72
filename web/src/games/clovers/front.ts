import type { GameFront } from "../types";
import Scene from "./Scene.svelte";
import SoloCard from "./SoloCard.svelte";

const front: GameFront = {
  order: 2,
  Scene,
  Card: SoloCard,
  pages: { solo: () => import("./Solo.svelte") },
};
export default front;
