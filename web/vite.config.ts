import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is served by the server itself, which packs it into the wheel; nothing is inlined, so that the
// content-security policy can forbid every inline script, style and data address.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/stajnia/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8642",
      "/link": "http://127.0.0.1:8642",
      "/ws": { target: "http://127.0.0.1:8642", ws: true },
    },
  },
});
