/** Where things lie on this table: its shape and its unit follow from the room there is. */

/** Lanes run upwards in a narrow room and lie close in a flat one; in both, tokens and contracts take turns with them. */
export type Shape = "wide" | "upright" | "flat";

const PHONE = 940; // narrower than this is a phone held sideways; a low window of a laptop keeps its course in sight

function shapeOf(width: number, height: number): Shape {
  if (height < (width < PHONE ? 480 : 420) && width > height * 1.2) return "flat";
  return width < 620 || (width < 900 && height > width) ? "upright" : "wide";
}

/** How many units a table of each shape is wide and high. */
const UNITS: Record<Shape, [wide: number, high: number]> = {
  wide: [58, 37],
  upright: [23, 37],
  flat: [36, 23],
};
const LOW = 33;
const LEAST: Record<Shape, number> = { wide: 11, upright: 14, flat: 14 }; // px

export interface Plan {
  shape: Shape;
  /** px of the unit that everything is measured in: as large as the room allows, and never too small to read. */
  unit: number;
  /** Upright and so low that the lanes are short. */
  low: boolean;
}

/** `kept`: the height by which the shape is chosen. */
export function plan(width: number, height: number, kept = height): Plan {
  const shape = shapeOf(width, kept);
  const [wide, high] = UNITS[shape];
  const unit = Math.min(44, Math.max(LEAST[shape], Math.min(width / wide, height / high)));
  return { shape, unit, low: shape === "upright" && height / unit < LOW };
}

/** What takes turns where there is little room. */
export type Tab = "course" | "tokens" | "contracts";

/** Where the things lie that these actions touch; the course where nothing is asked. */
export function tabFor(legal: readonly string[]): Tab {
  const verbs = new Set(legal.map((text) => text.split(" ")[0] ?? ""));
  const has = (...some: string[]): boolean => some.some((verb) => verbs.has(verb));
  if (has("contract")) return "contracts";
  if (has("bet", "reserve", "magic", "look", "place", "stake")) return "course";
  return has("token", "print") ? "tokens" : "course";
}
