import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

type Catalogue = Record<string, string>;

/** The words of the server that the page says before it has any game's: what bots and people without a name are called. */
const core = (lang: string): Catalogue => {
  const file = new URL(`../src/stajnia/core/words.${lang}.json`, import.meta.url);
  const all = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Catalogue);
  return Object.fromEntries(all.filter(([id]) => /^(bot\.\d|guest|player)$/.test(id)));
};

const coreWords: Plugin = {
  name: "core-words",
  enforce: "pre",
  transform(code, id) {
    const lang = /\/text\/shell\.(\w+)\.json$/.exec(id)?.[1];
    return lang ? JSON.stringify({ ...core(lang), ...(JSON.parse(code) as Catalogue) }) : null;
  },
};

// The page is served by the server itself, which packs it into the wheel; nothing is inlined, so that the
// content-security policy can forbid every inline script, style and data address. Its parts find each other from where
// they are, since the server may stand under a path; in index.html the server says which (page_files.py).
export default defineConfig({
  base: "./",
  plugins: [coreWords, svelte()],
  define: { NAMELESS: ["en", "pl"].map((lang) => core(lang)["guest"]) },
  build: {
    outDir: "../src/stajnia/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "happy-dom",
    isolate: false,
    setupFiles: ["src/each_file.ts"],
    sequence: { shuffle: true },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts", "src/**/*.svelte"],
      exclude: ["src/lib/wire.gen.ts"],
    },
  },
  // the page's own build of Svelte, not the one for servers
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8642",
      "/link": "http://127.0.0.1:8642",
      "/ws": { target: "http://127.0.0.1:8642", ws: true },
    },
  },
});
