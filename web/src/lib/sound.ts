/** A few soft cues made of sine waves; silent until the player wants them. */
import { settings } from "./settings.svelte";

const CUES: Record<string, readonly [hertz: number, at: number, length: number][]> = {
  turn: [
    [660, 0, 0.12],
    [880, 0.1, 0.18],
  ],
  place: [[440, 0, 0.09]],
  riposte: [
    [330, 0, 0.08],
    [247, 0.07, 0.16],
  ],
  win: [
    [523, 0, 0.16],
    [659, 0.13, 0.16],
    [784, 0.26, 0.34],
  ],
  lose: [
    [392, 0, 0.2],
    [311, 0.17, 0.3],
  ],
  no: [[196, 0, 0.12]],
};

let made: AudioContext | undefined;

/** Where sounds are made; null while the player wants none. */
export function studio(): AudioContext | null {
  if (!settings.sound) return null;
  made ??= new AudioContext();
  if (made.state === "suspended") void made.resume();
  return made;
}

export function sound(cue: string): void {
  const on = studio();
  if (!on) return;
  const now = on.currentTime;
  for (const [hertz, at, length] of CUES[cue] ?? []) {
    const tone = on.createOscillator();
    const loud = on.createGain();
    tone.frequency.value = hertz;
    loud.gain.setValueAtTime(0.0001, now + at);
    loud.gain.exponentialRampToValueAtTime(0.09, now + at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, now + at + length);
    tone.connect(loud).connect(on.destination);
    tone.start(now + at);
    tone.stop(now + at + length + 0.05);
  }
}
