/** Where a tip stands beside what it explains: above, below, left or right, wherever it covers least of the others. */
interface Size {
  width: number;
  height: number;
}
export interface Box extends Size {
  left: number;
  top: number;
}

const EDGE = 8;
const GAP = 6;

export function place(
  at: Box,
  tip: Size,
  others: readonly Box[],
  screen: Size,
): { left: number; top: number } {
  const across = clamp(at.left + at.width / 2 - tip.width / 2, screen.width - tip.width);
  const along = clamp(at.top + at.height / 2 - tip.height / 2, screen.height - tip.height);
  const spots = [
    { left: across, top: at.top - tip.height - GAP },
    { left: across, top: at.top + at.height + GAP },
    { left: at.left + at.width + GAP, top: along },
    { left: at.left - tip.width - GAP, top: along },
  ];
  const cost = spots.map((spot) => {
    const box = { ...spot, ...tip };
    const out = tip.width * tip.height - overlap(box, inner(screen));
    return out * 1000 + others.reduce((sum, one) => sum + overlap(box, one), 0);
  });
  const best = spots[cost.indexOf(Math.min(...cost))] ?? { left: across, top: EDGE };
  return {
    left: clamp(best.left, screen.width - tip.width),
    top: clamp(best.top, screen.height - tip.height),
  };
}

const clamp = (x: number, most: number): number => Math.max(EDGE, Math.min(most - EDGE, x));
const inner = ({ width, height }: Size): Box => ({
  left: EDGE - 1,
  top: EDGE - 1,
  width: width - 2 * EDGE + 2,
  height: height - 2 * EDGE + 2,
});

/** How many square pixels two boxes share. */
function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}
