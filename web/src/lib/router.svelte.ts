import { pathOf, url } from "./base";

/** Where we are: the address is the only truth, and every page has one. Paths are those below the server's own. */
class Router {
  path = $state(pathOf(location.pathname));
  hash = $state(location.hash);
  query = $state(location.search);
  #steps = 0; // pages opened from another page of ours

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (e) => this.#click(e));
  }

  #read(): void {
    this.path = pathOf(location.pathname);
    this.hash = location.hash;
    this.query = location.search;
  }

  go(address: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", url(address));
    if (how === "push") this.#steps += 1;
    const moved = this.path !== pathOf(location.pathname);
    this.#read();
    if (moved) scrollTo(0, 0);
  }

  /** The parts of the path: /t/abc is ["t", "abc"]. */
  get parts(): string[] {
    const parts = this.path.split("/").filter(Boolean);
    try {
      return parts.map(decodeURIComponent);
    } catch {
      return parts; // a crooked address leads nowhere, but to a page that says so
    }
  }

  /** Back to where we came from inside the page; else to the address. */
  back(otherwise: string): void {
    if (this.#steps > 0) history.back();
    else this.go(otherwise);
  }

  #click(e: MouseEvent): void {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const link = e.target instanceof Element ? e.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const path = pathOf(link.pathname);
    if (path.startsWith("/api/")) return;
    if (link.getAttribute("href")?.startsWith("#")) return;
    e.preventDefault();
    this.go(path + link.search + link.hash);
  }
}

export const router = new Router();
