/** The places a bet pays for, written small: "1." or "1–3.". */
export const placesOf = (last: number): string => (last === 1 ? "1." : `1–${last}.`);
