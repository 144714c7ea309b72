/** What a bet pays in Glory, and how its kind is written small. */
import type { FeverBet } from "../../lib/wire.gen";

export const GLORY: Record<FeverBet["kind"], number> = { win: 5, early: 3, late: 2 };
export const PLACES: Record<FeverBet["kind"], string> = { win: "1.", early: "1–3.", late: "1–3." };
