/** What a race sounds like: hoofs, dice, a bell and a crowd, made of sine waves and noise as they are needed. */
import { studio } from "../../lib/sound";
import type { Cue } from "./race_beats";

/** A tone, or without `hertz` a breath of noise around `around` hertz; times in seconds. */
export interface Note {
  at: number;
  length: number;
  loud: number;
  hertz?: number;
  around?: number;
}

const tones = (hertz: readonly number[], step: number, length: number, loud: number): Note[] =>
  hertz.map((one, i) => ({ hertz: one, at: i * step, length, loud }));

/** Three hoofs and a rest, again and again for so many seconds. */
function hoofs(seconds: number): Note[] {
  const found: Note[] = [];
  for (let at = 0, i = 0; at < seconds - 0.08; at += 0.085, i++)
    if (i % 4 !== 3) found.push({ at, length: 0.05, around: i % 2 ? 180 : 240, loud: 0.16 });
  return found;
}

const roar = (seconds: number, loud: number): Note => ({ at: 0, length: seconds, around: 900, loud });

/** What is heard with a cue that lasts so many ms; the crowd is louder when it is on its feet. */
export function notesOf(cue: Cue, ms: number, cheering: boolean): Note[] {
  const seconds = ms / 1000;
  switch (cue) {
    case "bell":
      return tones([1320, 1320, 1320], 0.11, 0.22, 0.06);
    case "gallop":
      return cheering ? [...hoofs(seconds), roar(seconds, 0.1)] : hoofs(seconds);
    case "dice":
      return [0, 0.09, 0.16, 0.27].map((at) => ({ at, length: 0.04, around: 1800, loud: 0.14 }));
    case "spark":
      return tones([990, 1320, 1760], 0.05, 0.12, 0.03);
    case "photo":
      return [
        { at: 0, length: 0.03, around: 3200, loud: 0.3 },
        { at: 0.07, length: 0.05, around: 2400, loud: 0.2 },
      ];
    case "cheer":
      return [roar(Math.min(seconds, 1.6), 0.22), ...tones([523, 659, 784], 0.1, 0.25, 0.05)];
    case "coins":
      return tones([1568, 1976, 2349, 1976, 2637], 0.07, 0.16, 0.04);
  }
}

let hiss: AudioBuffer | undefined;

/** A second of noise, made once. */
function noise(on: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** Silent unless the player wants sound. */
export function hear(cue: Cue, ms: number, cheering: boolean): void {
  const on = studio();
  if (on) for (const note of notesOf(cue, ms, cheering)) play(on, note);
}

function play(on: AudioContext, note: Note): void {
  const from = on.currentTime + note.at;
  const loud = on.createGain();
  loud.gain.setValueAtTime(0.0001, from);
  loud.gain.exponentialRampToValueAtTime(note.loud, from + Math.min(0.02, note.length / 4));
  loud.gain.exponentialRampToValueAtTime(0.0001, from + note.length);
  loud.connect(on.destination);
  const source = note.hertz === undefined ? breath(on, note.around ?? 900, loud) : tone(on, note.hertz, loud);
  source.start(from);
  source.stop(from + note.length + 0.05);
}

function tone(on: AudioContext, hertz: number, into: AudioNode): OscillatorNode {
  const source = on.createOscillator();
  source.frequency.value = hertz;
  source.connect(into);
  return source;
}

function breath(on: AudioContext, around: number, into: AudioNode): AudioBufferSourceNode {
  const source = on.createBufferSource();
  source.buffer = noise(on);
  source.loop = true;
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = around;
  band.Q.value = 0.8;
  source.connect(band).connect(into);
  return source;
}
