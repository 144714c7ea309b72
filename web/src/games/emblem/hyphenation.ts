/** Titles of cards on little room: a long word is set smaller, and one too long even for that is hyphenated. */

const VOWELS = "aąeęioóuy";
const PAIRS = ["ch", "cz", "dz", "dź", "dż", "rz", "sz"];
const SHY = "\u00ad";

/** About how wide a word is in the round face, in ems; rather too much than too little. */
function ems(word: string): number {
  let sum = 0;
  for (const c of word) {
    if ("iljI,.'()-!".includes(c)) sum += 0.3;
    else if ("tfrłJ".includes(c)) sum += 0.41;
    else if ("mwMW".includes(c)) sum += 0.84;
    else if (c !== c.toLowerCase()) sum += 0.65;
    else sum += "zżsścxź".includes(c) ? 0.5 : 0.57;
  }
  return sum;
}

/** Where a long word may be parted: after a vowel, best before one consonant, near the middle; 0: nowhere. */
function seam(word: string): number {
  const low = word.toLowerCase();
  // a w between a vowel and a consonant belongs to the vowel (rainbow-)
  const glide = (i: number): boolean =>
    low.charAt(i) === "w" &&
    VOWELS.includes(low.charAt(i - 1) || " ") &&
    !VOWELS.includes(low.charAt(i + 1) || "a");
  const vowel = (i: number): boolean => VOWELS.includes(low.charAt(i) || " ") || glide(i);
  let best = 0;
  let worst = Infinity;
  for (let i = 3; i <= word.length - 3; i++) {
    if (!vowel(i - 1) || vowel(i)) continue;
    const open = vowel(i + (PAIRS.includes(low.slice(i, i + 2)) ? 2 : 1));
    const cost = Math.abs(i - word.length / 2) + (open ? 0 : 2.5);
    if (cost <= worst) [best, worst] = [i, cost];
  }
  return best;
}

/** The title with soft hyphens in words wider than `room` ems, and how wide its widest piece is. */
export function fitted(title: string, room: number): { title: string; ems: number } {
  let widest = 1;
  // a hyphen of the title itself is a seam already
  const parted = title.replace(/[^\s-]+-?/g, (word) => {
    const at = ems(word) > room ? seam(word) : 0;
    const pieces = at ? [`${word.slice(0, at)}-`, word.slice(at)] : [word];
    widest = Math.max(widest, ...pieces.map(ems));
    return at ? word.slice(0, at) + SHY + word.slice(at) : word;
  });
  return { title: parted, ems: widest };
}
