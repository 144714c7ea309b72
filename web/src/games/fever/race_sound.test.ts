import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import type { Cue } from "./race_beats";
import { hear, notesOf } from "./race_sound";

const CUES: Cue[] = ["spark", "bell", "gallop", "dice", "photo", "cheer", "coins"];
afterEach(() => {
  settings.sound = false;
  vi.unstubAllGlobals();
});

test("every cue is heard, softly, and ends", () => {
  for (const cue of CUES)
    for (const note of notesOf(cue, 900, true)) {
      expect(note.loud).toBeLessThanOrEqual(0.3);
      expect(note.at + note.length).toBeLessThan(2);
      expect(note.hertz ?? note.around).toBeGreaterThan(100);
    }
});

test("hoofs last as long as the run, and the crowd joins in when it is on its feet", () => {
  const quiet = notesOf("gallop", 900, false);
  expect(Math.max(...quiet.map((n) => n.at))).toBeLessThan(0.9);
  expect(notesOf("gallop", 2200, false).length).toBeGreaterThan(quiet.length * 2);
  expect(notesOf("gallop", 900, true).length).toBe(quiet.length + 1);
});

test("nothing is heard by who does not want to hear", () => {
  const made = vi.fn();
  vi.stubGlobal("AudioContext", made);
  hear("bell", 500, false);
  expect(made).not.toHaveBeenCalled();
});
