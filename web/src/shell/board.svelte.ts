import { board } from "../games";
import type { GameModule } from "../games/types";
import { i18n } from "../lib/i18n.svelte";
import type { Room } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";

/** The board of a room, loaded with its words as soon as its game is known; made while a component is made. */
export class RoomBoard {
  module = $state.raw<GameModule | null>(null);

  constructor(room: Room) {
    const game = $derived(room.info?.game);
    $effect(() => {
      if (game) void i18n.study(game, settings.lang);
    });
    $effect(() => {
      if (game)
        void board(game).then((m) => {
          this.module = m;
          room.story = m?.story ?? null;
          room.queue.long = (events) => m?.long?.(events) ?? false;
        });
    });
  }
}
