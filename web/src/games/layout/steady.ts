/**
 * The height of a box as it was first measured in a window of this size: who decides by it how a board is laid out
 * decides once, and no longer prompt turns the board.
 */
export function steady(): (width: number, height: number) => number {
  let key = "";
  let kept = 0;
  return (width, height) => {
    const now = [width, innerWidth, innerHeight].join();
    if (now !== key && height > 0) [key, kept] = [now, height];
    return kept;
  };
}
