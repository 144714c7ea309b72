import "./css/fonts.css";
import "./css/tokens.css";
import "./art/tokens.css";
import "./css/base.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });

// a part of the page that is gone was replaced by a newer one: take the newer page, once in a while at most
addEventListener("vite:preloadError", (e) => {
  const last = Number(sessionStorage.getItem("stajnia.renewed") ?? 0);
  if (Date.now() - last < 20_000) return;
  e.preventDefault();
  sessionStorage.setItem("stajnia.renewed", String(Date.now()));
  location.reload();
});
