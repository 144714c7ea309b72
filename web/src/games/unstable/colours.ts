/** The colours of the seats, each with its sign. */
import type { SeatColour } from "../types";

const COLOURS: readonly SeatColour[] = [
  { token: "red", mark: "●" },
  { token: "blue", mark: "◆" },
  { token: "green", mark: "♣" },
  { token: "orange", mark: "▲" },
  { token: "purple", mark: "☾" },
  { token: "yellow", mark: "★" },
  { token: "pink", mark: "♥" },
  { token: "ink-faint", mark: "■" },
];

export const colourOf = (seat: number): SeatColour => COLOURS[seat % COLOURS.length] as SeatColour;
