import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is served by the server itself, which packs it into the wheel; nothing is inlined, so that the
// content-security policy can forbid every inline script, style and data address. Its parts find each other from where
// they are, since the server may stand under a path; in index.html the server says which (page_files.py).
export default defineConfig({
  base: "./",
  plugins: [svelte()],
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
