/** Before each file of tests: files share one browser, since making one takes longer than the tests, but nothing in it. */
import { vi } from "vitest";

vi.resetModules();
vi.unstubAllGlobals();
localStorage.clear();
for (const name of document.documentElement.getAttributeNames())
  document.documentElement.removeAttribute(name);
