/**
 * How large one pixel of a plan is on this screen. Type and touch grow with a very large window (`css/base.css` sets the
 * size of the root), and so does everything that is laid out in pixels: plans are made in units and drawn in pixels.
 */
let size = $state(measured());
if (typeof addEventListener === "function") addEventListener("resize", () => (size = measured()));

function measured(): number {
  if (typeof document === "undefined") return 1;
  return Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

/** Pixels of a unit; 1 up to a large desktop. */
export const unit = (): number => size;
