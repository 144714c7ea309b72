/** Where the server stands: at a host of its own, or under a path of one (`stajnia serve --prefix`). */
const said = document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? "";

/** "" or "/path": what stands before every address of ours. */
export const base = said.startsWith("/") ? said.replace(/\/+$/, "") : "";

/** The address of a path of ours. */
export const url = (path: string): string => base + path;

/** The path of ours at this place of the host. */
export const pathOf = (place: string): string =>
  place.startsWith(`${base}/`) ? place.slice(base.length) : place === base ? "/" : place;
