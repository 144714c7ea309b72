import { GLYPHS, type Glyph } from "./glyphs";

/** One mark of a drawing: an SVG element and its attributes. */
export interface Mark {
  tag: string;
  attrs: Record<string, string>;
}

const read = new Map<Glyph, Mark[]>();

/** A glyph as marks to draw; each is taken apart once, so that no markup is ever put into the page as text. */
export function drawing(glyph: Glyph): Mark[] {
  let marks = read.get(glyph);
  if (!marks) {
    marks = [...GLYPHS[glyph].matchAll(/<(\w+) ([^>]*?)\/>/g)].map(([, tag = "", inside = ""]) => ({
      tag,
      attrs: Object.fromEntries([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, k = "", v = ""]) => [k, v])),
    }));
    read.set(glyph, marks);
  }
  return marks;
}
