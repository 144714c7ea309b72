/**
 * The small vocabulary of shapes from which every card's emblem is composed. Each glyph is drawn in a box of
 * 64 x 64 with the classes a, b, c (the emblem's colours), w (paper), k (ink) and l (a line without a fill);
 * the stroke comes from the emblem, so that all of them are outlined alike.
 */
const star = (cx: number, cy: number, r: number, n = 5, inner = 0.45): string => {
  const points: string[] = [];
  for (let i = 0; i < n * 2; i += 1) {
    const q = i % 2 ? r * inner : r;
    const t = (Math.PI * i) / n - Math.PI / 2;
    points.push(`${(cx + q * Math.cos(t)).toFixed(1)},${(cy + q * Math.sin(t)).toFixed(1)}`);
  }
  return points.join(" ");
};

export const GLYPHS = {
  // creatures
  head:
    '<path class="b" d="M22 9C12 9 4 19 6 30c-6 6-4 14-3 18-2 6 0 12 3 16h16l6-40Z"/>' +
    '<path class="c" d="M33 15 46 0l-5 18Z"/><path class="l" d="m37 11 6 2M40 7l4 2"/>' +
    '<path class="a" d="M14 64c0-16 2-34 12-45 5-5 13-5 17 1l13 17c4 5 1 12-6 11l-12-2c-2 6 0 12 4 18Z"/>' +
    '<path class="a" d="m24 20 1-12 9 8Z"/><path class="b" d="M27 17c9-4 14 1 13 8-5-4-9-2-11 3-4 6-11 4-9-3 1-4 4-7 7-8Z"/>' +
    '<circle class="k" cx="41" cy="29" r="2.6"/><circle class="k" cx="52" cy="41" r="1.4"/><path class="l" d="M44 44c2 1 5 1 7 0"/>',
  baby:
    '<path class="c" d="m27 13 5-13 5 13Z"/><path class="a" d="m14 22-3-14 13 5ZM50 22l3-14-13 5Z"/>' +
    '<path class="a" d="M32 10c16 0 24 10 24 24 0 6-2 10-4 13l-6 11c-3 5-25 5-28 0l-6-11c-2-3-4-7-4-13 0-14 8-24 24-24Z"/>' +
    '<path class="b" d="M32 9c9 0 13 5 12 12-4-3-7-2-9 1-4 5-12 4-13-1-3 2-5 1-6-1 2-7 8-11 16-11Z"/>' +
    '<circle class="k" cx="22" cy="35" r="4.4"/><circle class="k" cx="42" cy="35" r="4.4"/>' +
    '<circle class="shine" cx="23.5" cy="33.5" r="1.5"/><circle class="shine" cx="43.5" cy="33.5" r="1.5"/>' +
    '<ellipse class="w" cx="32" cy="50" rx="13" ry="8.500"/><circle class="k" cx="28" cy="48" r="1.300"/><circle class="k" cx="36" cy="48" r="1.300"/><path class="l" d="M28 53c2 2 6 2 8 0"/>',
  narwhal:
    '<path class="c" d="M45 26 63 4 50 32Z"/><path class="l" d="m52 21 4 3m0-9 3 2"/>' +
    '<path class="b" d="M12 40C2 36 0 28 2 22c5 1 8 4 9 8 3-5 7-7 12-6 0 7-4 12-11 16Z"/>' +
    '<path class="a" d="M8 38c6 4 10 0 16-6 8-8 22-10 31-2 8 8 7 20-2 26-12 8-40 6-45-18Z"/>' +
    '<path class="w" d="M14 50c12 8 30 6 44-6 1 6-2 10-6 13-12 7-30 5-38-7Z"/><path class="b" d="M30 50c-2 7 2 12 8 12 1-6-1-11-8-12Z"/>' +
    '<circle class="k" cx="47" cy="38" r="2.800"/>',
  cat:
    '<path class="c" d="m28 16 4-15 4 15Z"/><path class="a" d="m10 30-2-23 17 10Zm44 0 2-23-17 10Z"/>' +
    '<path class="a" d="M32 14c16 0 25 10 25 23S47 60 32 60 7 50 7 37s9-23 25-23Z"/><path class="b" d="m27 14 2 11h6l2-11Z"/>' +
    '<path class="k" d="M17 37c0-6 8-6 8 0s-8 6-8 0Zm22 0c0-6 8-6 8 0s-8 6-8 0Z"/>' +
    '<path class="b" d="m28 44h8l-4 5Z"/><path class="l" d="M32 49c-2 4-6 4-8 2m8-2c2 4 6 4 8 2M14 46 2 43m12 8L3 53m47-7 12-3m-12 8 11 2"/>',
  dog:
    '<path class="c" d="m28 14 4-14 4 14Z"/><path class="a" d="M32 12c14 0 21 9 21 23 0 16-9 26-21 26S11 51 11 35c0-14 7-23 21-23Z"/>' +
    '<path class="b" d="M14 16C4 14 1 24 4 36c2 8 10 8 12 0Zm36 0c10-2 13 8 10 20-2 8-10 8-12 0Z"/>' +
    '<circle class="k" cx="24" cy="33" r="3"/><circle class="k" cx="40" cy="33" r="3"/><path class="k" d="M26 42h12l-6 6Z"/>' +
    '<path class="l" d="M32 48v4"/><path class="red" d="M27 52h10c1 8-11 8-10 0Z"/>',
  llama:
    '<path class="c" d="M32 10 44-1l-5 15Z"/><path class="a" d="m22 14 1-13 7 11Z"/>' +
    '<path class="a" d="M18 64c1-18-1-30 0-40 1-8 8-13 17-12 8 0 13 4 18 8 6 4 4 13-3 13H38c-2 8 2 18 2 31Z"/>' +
    '<path class="b" d="M18 30c-7 2-7 10-2 12-5 4-4 10 1 12-3 3-3 7-1 10h11c5-4 4-8 0-11 5-4 4-10-1-12 4-4 1-10-8-11Z"/>' +
    '<circle class="k" cx="36" cy="21" r="2.600"/><path class="l" d="M44 28h8"/>',
  panda:
    '<circle class="k" cx="13" cy="15" r="9"/><circle class="k" cx="51" cy="15" r="9"/><path class="w" d="M32 9c17 0 27 11 27 26S49 60 32 60 5 50 5 35 15 9 32 9Z"/>' +
    '<ellipse class="k" cx="20" cy="34" rx="7" ry="9" transform="rotate(25 20 34)"/><ellipse class="k" cx="44" cy="34" rx="7" ry="9" transform="rotate(-25 44 34)"/>' +
    '<circle class="shine" cx="21" cy="33" r="2.400"/><circle class="shine" cx="43" cy="33" r="2.400"/><path class="k" d="M27 44h10l-5 5Z"/><path class="l" d="M32 49c-1 4-5 4-7 3m7-3c1 4 5 4 7 3"/>',
  shark:
    '<path class="c" d="M40 24 56 2 48 28Z"/><path class="a" d="M2 46c8-18 22-24 38-24 12 0 20 6 23 16-3 4-9 5-15 5 4 3 9 5 13 5-8 12-36 16-50 6-1 4-4 6-8 6-1-6-2-10-1-14Z"/>' +
    '<path class="w" d="M48 43c4 3 9 5 13 5-8 12-36 16-50 6 12-1 26-4 37-11Z"/><path class="a" d="m24 25 2-18 13 15Z"/><path class="l" d="m50 45 1 5 3-3 2 4 3-4M30 36v7m-4-6v6"/><circle class="k" cx="50" cy="33" r="2.600"/>',
  snail:
    '<path class="a" d="M6 56c-2-8 6-10 12-8h26c6 0 8-6 8-14l5-2c6 10 4 24-8 24Z"/><circle class="b" cx="27" cy="32" r="19"/>' +
    '<path class="l" d="M27 32c0-4 6-4 6 1 0 6-13 8-13-2 0-9 19-9 19 3"/><path class="l" d="M54 32 51 18m5 14 6-12"/><circle class="k" cx="51" cy="17" r="2.500"/><circle class="k" cx="62" cy="19" r="2.500"/>',
  // parts of creatures
  wings:
    '<path class="w" d="M30 48C12 52 2 36 2 14c8 2 14 6 18 12 0-8 0-14 2-20 8 8 14 22 8 42Z"/><path class="l" d="M10 26c4 6 8 9 14 11M23 22c2 5 4 9 6 14"/>' +
    '<path class="w" d="M34 48c18 4 28-12 28-34-8 2-14 6-18 12 0-8 0-14-2-20-8 8-14 22-8 42Z"/><path class="l" d="M54 26c-4 6-8 9-14 11m1-15c-2 5-4 9-6 14"/>',
  tail: '<path class="a" d="M14 62C2 44 6 20 26 10 38 4 52 2 60 6c-8 4-12 8-14 14 6-2 10-2 14 0-8 6-12 10-16 14 4 0 8 1 10 4-14 2-22 10-40 24Z"/><path class="b" d="M16 56c-4-16 4-32 24-40-8 12-14 16-24 40Z"/>',
  mane: '<path class="red" d="M14 6c20-8 40 4 44 26-8-8-16-10-24-8Z"/><path class="gold" d="M10 14c18-4 34 6 36 26-6-8-14-11-22-10Z"/><path class="green" d="M8 24c14-2 28 8 28 24-6-6-12-8-18-7Z"/><path class="blue" d="M6 36c12 0 20 8 20 24C14 60 4 50 6 36Z"/>',
  hoof: '<path class="a" d="M20 2h22l4 26H17Z"/><path class="k" d="M16 28h31l9 30H8Z"/><path class="l" d="M20 52h24"/>',
  fishtail:
    '<path class="a" d="M24 0c18 10 20 26 12 38 10-2 20 2 24 12-8 8-20 8-28-2-6 12-18 16-28 10 0-12 8-18 16-18C26 26 28 12 24 0Z"/><path class="l" d="M30 18c2 0 5 0 7 2m-8 8c2-1 5 0 6 2"/>',
  // things
  bolt: '<path class="c" d="M38 0 10 36h16l-8 28 36-40H36L46 0Z"/>',
  flame:
    '<path class="red" d="M32 0c2 12 24 20 22 42-1 14-10 22-22 22S10 56 10 42c0-10 6-14 8-24 4 2 6 6 7 10C32 20 34 10 32 0Z"/><path class="gold" d="M33 26c1 8 11 12 10 23-1 7-5 11-11 11s-11-4-11-11c0-6 4-8 5-14 2 1 3 3 4 5 3-4 4-9 3-14Z"/>',
  heart:
    '<path class="red" d="M32 60C10 44 2 32 4 20 6 6 26 4 32 18 38 4 58 6 60 20c2 12-6 24-28 40Z"/><path class="shine" d="M14 20c1-5 5-7 9-7-3 3-5 6-5 11Z"/>',
  lips: '<path class="red" d="M2 32C14 26 20 12 28 16l4 3 4-3c8-4 14 10 26 16-8 12-18 20-30 20S10 44 2 32Z"/><path class="l" d="M6 32c10-2 18 3 26 3s16-5 26-3"/>',
  crown:
    '<path class="gold" d="M6 52 2 16l16 14L32 6l14 24 16-14-4 36Z"/><path class="l" d="M8 44h48"/><circle class="red" cx="32" cy="36" r="4"/><circle class="blue" cx="18" cy="38" r="3"/><circle class="blue" cx="46" cy="38" r="3"/>',
  star: `<polygon class="gold" points="${star(32, 34, 31)}"/>`,
  sparkle: `<polygon class="gold" points="${star(28, 36, 28, 4, 0.3)}"/><polygon class="w" points="${star(52, 12, 12, 4, 0.3)}"/>`,
  burst: `<polygon class="c" points="${star(32, 32, 32, 11, 0.66)}"/>`,
  coin: '<circle class="gold" cx="32" cy="32" r="28"/><circle class="l" cx="32" cy="32" r="20"/><path class="l" d="M32 20v24m-7-19c3-3 14-4 14 2 0 7-14 3-14 10 0 6 11 5 14 2"/>',
  wand: `<path class="k" d="m4 54 34-34 6 6L10 60Z"/><polygon class="gold" points="${star(44, 20, 19)}"/>`,
  bubble:
    '<path class="w" d="M6 6h52v36H34L18 60V42H6Z"/><path class="red" d="M29 11h7l-1 17h-5Zm0 21h6v6h-6Z"/>',
  shout:
    '<path class="b" d="M4 26h10l26-18v46L14 38H4Z"/><path class="k" d="M14 38h10l4 20H18Z"/><path class="l" d="m48 20 10-8M50 31h12m-14 11 10 8"/>',
  corn: '<path class="gold" d="M32 0c12 8 16 24 14 44H18C16 24 20 8 32 0Z"/><path class="l" d="M26 8v36m12-36v36M18 22h28M18 32h28M21 14h22"/><path class="green" d="M8 22c14 4 22 18 24 40C14 60 6 46 8 22Zm48 0C42 26 34 40 32 62c18-2 26-16 24-40Z"/>',
  shield:
    '<path class="a" d="M32 2 58 10v18c0 18-12 28-26 34C18 56 6 46 6 28V10Z"/><path class="w" d="M32 10v44c10-5 18-12 18-26V16Z"/><path class="l" d="M14 28h36M32 10v44"/>',
  knife:
    '<path class="w" d="M60 2C40 6 24 20 18 34l12 12C44 38 58 22 60 2Z"/><path class="k" d="m18 34 12 12-4 4-12-12Z"/><path class="b" d="M15 41 4 52l8 8 11-11Z"/>',
  saw: `<polygon class="w" points="${star(32, 32, 31, 13, 0.78)}"/><circle class="red" cx="32" cy="32" r="11"/><circle class="k" cx="32" cy="32" r="3.500"/>`,
  bomb: '<circle class="k" cx="28" cy="38" r="23"/><path class="k" d="m38 20 8-7 7 7-7 8Z"/><path class="l" d="M50 14c2-6 6-8 12-7"/><path class="gold" d="m58 0 2 6 4 2-5 3-2 5-3-6-5-2 6-3Z"/><path class="shine" d="M14 36c1-8 6-12 12-13-4 4-7 8-7 14Z"/>',
  egg: '<path class="w" d="M32 4c14 0 22 20 22 34 0 14-9 22-22 22S10 52 10 38C10 24 18 4 32 4Z"/><path class="a" d="m10 38 9-6 8 7 8-7 9 7 10-7c2 18-6 28-22 28S9 52 10 38Z"/>',
  eye: '<path class="w" d="M2 32C12 14 22 8 32 8s20 6 30 24C52 50 42 56 32 56S12 50 2 32Z"/><circle class="a" cx="32" cy="32" r="15"/><circle class="k" cx="32" cy="32" r="7"/><circle class="shine" cx="37" cy="26" r="3.500"/>',
  skull:
    '<path class="w" d="M32 4c18 0 28 11 28 26 0 9-5 15-12 18v12H16V48C9 45 4 39 4 30 4 15 14 4 32 4Z"/><ellipse class="k" cx="20" cy="31" rx="7" ry="8"/><ellipse class="k" cx="44" cy="31" rx="7" ry="8"/><path class="k" d="m32 38 4 8h-8Z"/><path class="l" d="M26 52v8m6-8v8m6-8v8"/>',
  halo: '<ellipse class="l gold" cx="32" cy="32" rx="27" ry="10"/><ellipse class="w" cx="32" cy="32" rx="17" ry="4.500"/>',
  hat: '<path class="k" d="M16 6h32v36H16Z"/><path class="red" d="M16 30h32v8H16Z"/><path class="k" d="M4 40h56v10H4Z"/>',
  patch:
    '<path class="b" d="M6 12 52 6l6 46-46 6Z"/><path class="l" d="m14 18 4 0m6-2h4m6-1 4 0m-24 12v5m1 6v5m34-26v5m1 6v5M18 50l4-1m6-1 4 0m6-1 5-1"/>',
  torpedo:
    '<path class="a" d="M20 20h24c12 0 19 6 19 12s-7 12-19 12H20Z"/><path class="red" d="M44 20c12 0 19 6 19 12s-7 12-19 12Z"/><path class="k" d="M20 20 6 10v44l14-10Z"/><path class="l" d="M2 26h-1m2 12H1M28 20v24"/>',
  bottle:
    '<path class="k" d="M25 2h14v8H25Z"/><path class="a" d="M26 10h12v12l16 28c3 6-2 12-8 12H18c-6 0-11-6-8-12l16-28Z"/><path class="b" d="m17 38h30l7 12c3 6-2 12-8 12H18c-6 0-11-6-8-12Z"/><circle class="w" cx="26" cy="49" r="4"/><circle class="w" cx="39" cy="45" r="3"/>',
  clover:
    '<path class="green" d="M32 30c-8-8-10-18-4-24 4-4 8-2 8-2s4-2 8 2c6 6 4 16-12 24Zm0 2c8-8 18-10 24-4 4 4 2 8 2 8s2 4-2 8c-6 6-16 4-24-12Zm0 0c8 8 10 18 4 24-4 4-8 2-8 2s-4 2-8-2c-6-6-4-16 12-24Zm-2-2C22 38 12 40 6 34c-4-4-2-8-2-8s-2-4 2-8c6-6 16-4 24 12Z"/><path class="l" d="M34 34c6 8 12 16 20 26"/>',
  tornado:
    '<path class="a" d="M4 6h56c2 6-2 10-8 12H14C6 16 2 12 4 6Z"/><path class="b" d="M14 20h36c2 6-2 9-6 10H20c-5-2-8-6-6-10Z"/><path class="a" d="M22 32h24c1 5-2 8-5 9H26c-4-2-5-5-4-9Z"/><path class="b" d="M28 43h14c0 5-3 8-6 12l-4 7c0-6 2-8 0-11-3-2-4-5-4-8Z"/>',
  spiral:
    '<circle class="a" cx="32" cy="32" r="29"/><path class="l" d="M32 32c0-5 8-5 8 2 0 9-17 10-17-3 0-14 25-15 25 4 0 19-33 20-33-4"/>',
  swap: '<path class="a" d="M4 24 24 4v12h30v16H24v12Z" transform="translate(0 -2)"/><path class="b" d="M60 42 40 22v12H10v16h30v12Z" transform="translate(0 2)"/>',
  target:
    '<circle class="w" cx="32" cy="32" r="29"/><circle class="red" cx="32" cy="32" r="20"/><circle class="w" cx="32" cy="32" r="11"/><circle class="red" cx="32" cy="32" r="4"/><path class="l" d="M32 0v12m0 40v12M0 32h12m40 0h12"/>',
  scales:
    '<path class="k" d="M29 4h6v48h10v8H19v-8h10Z"/><path class="l" d="M10 14 54 8M10 14 2 34m8-20 10 20M54 8l-9 20M54 8l9 20"/><path class="gold" d="M0 34h22c0 12-22 12-22 0Zm42-6h22c0 12-22 12-22 0Z"/>',
  cards:
    '<path class="w" d="m4 18 22-8 14 38-22 8Z"/><path class="b" d="m20 8 24 0v42H20Z"/><path class="a" d="m40 10 22 8-14 40-22-8Z"/>' +
    `<polygon class="w" points="${star(44, 34, 9)}"/>`,
  dice: '<path class="w" d="M4 22 30 8l26 14v26L30 62 4 48Z"/><path class="a" d="M4 22l26 14v26L4 48Z"/><path class="b" d="M56 22 30 36v26l26-14Z"/><circle class="k" cx="30" cy="22" r="3.500"/><circle class="k" cx="12" cy="36" r="3"/><circle class="k" cx="22" cy="50" r="3"/><circle class="k" cx="43" cy="42" r="3"/>',
  mask: '<path class="k" d="M2 22c10-8 20-6 30-1 10-5 20-7 30 1 0 18-8 26-18 26-6 0-9-6-12-6s-6 6-12 6C10 48 2 40 2 22Z"/><path class="w" d="M12 28c5-4 11-3 14 2-4 6-11 5-14-2Zm40 0c-5-4-11-3-14 2 4 6 11 5 14-2Z"/>',
  button:
    '<path class="b" d="M4 42h56v16H4Z"/><path class="red" d="M12 42c0-20 8-28 20-28s20 8 20 28Z"/><path class="shine" d="M19 32c1-7 4-10 8-12-2 4-3 8-3 14Z"/>',
  power:
    '<circle class="a" cx="32" cy="32" r="29"/><path class="l thick" d="M32 12v20M22 18a17 17 0 1 0 20 0"/>',
  popper:
    '<path class="a" d="m4 60 14-34 20 20Z"/><path class="l" d="M14 34 30 50M10 46l8 8"/><circle class="red" cx="36" cy="14" r="4"/><circle class="blue" cx="52" cy="28" r="4"/><circle class="green" cx="50" cy="8" r="3.500"/><path class="gold" d="m28 4 5 2-4 6-5-2Zm28 40 6-1 0 7-6 0ZM44 34l6 2-3 6-6-3Z"/>',
  rainbow:
    '<path class="red" d="M2 52a30 32 0 0 1 60 0H52a20 22 0 0 0-40 0Z"/><path class="gold" d="M9 52a23 25 0 0 1 46 0H45a13 15 0 0 0-26 0Z"/><path class="blue" d="M16 52a16 18 0 0 1 32 0H40a8 9 0 0 0-16 0Z"/><path class="w" d="M0 52c0-6 8-8 11-4 5-3 12 0 12 5 0 6-4 7-8 7H8c-4 0-8-2-8-8Zm64 0c0-6-8-8-11-4-5-3-12 0-12 5 0 6 4 7 8 7h7c4 0 8-2 8-8Z"/>',
  rope: '<path class="l thick" d="M8 62V30C8 4 30 0 32 18s24 14 24-6v50"/><path class="red" d="M2 46h12v16H2Zm48 0h12v16H50Z"/>',
  claw: '<path class="k" d="M28 0h8v20h-8Z"/><path class="a" d="M20 16h24v12H20Z"/><path class="l thick" d="M22 28C8 32 8 48 16 60m26-32c14 4 14 20 6 32M32 28v26"/>',
  cannon:
    '<path class="k" d="M6 22 50 6l10 22-44 20Z"/><path class="b" d="M44 4 56 0l8 24-10 5Z" transform="translate(-2 2)"/><circle class="gold" cx="22" cy="46" r="16"/><circle class="k" cx="22" cy="46" r="4"/><path class="l" d="M22 30v32M6 46h32"/>',
  lasso:
    '<ellipse class="l thick" cx="36" cy="20" rx="24" ry="15"/><path class="l thick" d="M16 28C10 36 26 40 22 48c-3 6-12 4-16 14"/><path class="a" d="m12 20 9-1 3 13-10 2Z"/>',
  cup: '<path class="l thick" d="M46 28c16-4 18 20-2 20"/><path class="a" d="M6 22h42v22c0 12-8 18-21 18S6 56 6 44Z"/><ellipse class="k" cx="27" cy="23" rx="21" ry="5"/><path class="l" d="M18 14c-4-4 4-6 0-12m10 12c-4-4 4-6 0-12m10 12c-4-4 4-6 0-12"/>',
  wire: '<path class="l thick" d="M0 18c16-8 24 8 40 0s16-4 24-2M0 46c16 8 24-8 40 0s16 4 24 2"/><path class="l" d="m10 6 8 18m0-18-8 18m34-18 8 20m0-20-8 20M24 36l8 20m0-20-8 20m28-20 6 16"/>',
  candle:
    '<path class="b" d="M22 26h20v36H22Z"/><path class="w" d="M22 26h20v8c-4 0-3 8-6 8s-2-6-5-6-3 10-6 10-3-8-3-12Z"/><path class="gold" d="M32 0c8 8 8 12 8 16 0 5-4 8-8 8s-8-3-8-8c0-4 0-8 8-16Z"/>',
  camera:
    '<path class="k" d="M4 20h38v28H4Z"/><path class="a" d="m42 28 20-10v32L42 40Z"/><circle class="w" cx="23" cy="34" r="9"/><circle class="blue" cx="23" cy="34" r="4"/><circle class="red" cx="35" cy="25" r="2.500"/><path class="l" d="M16 20V8h14v12"/>',
  house:
    '<path class="b" d="M10 28h44v34H10Z"/><path class="red" d="M2 32 32 4l30 28Z"/><path class="k" d="M24 40h16v22H24Z"/><circle class="w" cx="32" cy="24" r="4"/>',
  crack: '<path class="l thick" d="m40 2-14 16 12 8-18 16 12 6-8 14"/>',
  bulb: '<path class="gold" d="M32 2c14 0 22 10 22 22 0 10-8 14-10 24H20C18 38 10 34 10 24 10 12 18 2 32 2Z"/><path class="k" d="M22 48h20v8l-6 7h-8l-6-7Z"/><path class="l" d="m24 26 5 8 3-8 3 8 5-8"/>',
  moon: '<path class="c" d="M42 4C24 6 14 18 14 33s12 27 30 27C22 62 4 50 4 32S22 0 42 4Z" transform="translate(8 0)"/>',
  arrowup: '<path class="c" d="m32 2 28 30H44v30H20V32H4Z"/>',
  arrowdown: '<path class="c" d="M32 62 4 32h16V2h24v30h16Z"/>',
  shrink:
    '<path class="red" d="M4 4l22 4-7 5 9 15-15-9-5 7Z"/><path class="red" d="m60 60-22-4 7-5-9-15 15 9 5-7Z"/><path class="blue" d="m60 4-4 22-5-7-15 9 9-15-7-5Z"/><path class="blue" d="M4 60l4-22 5 7 15-9-9 15 7 5Z"/>',
  flag:
    '<path class="k" d="M6 2h6v60H6Z"/><path class="w" d="M12 6h48v36H12Z"/><path class="red" d="M12 6h48v7H12Zm0 14h48v7H12Zm0 14h48v8H12Z"/><path class="blue" d="M12 6h22v21H12Z"/>' +
    `<polygon class="w" points="${star(23, 17, 8)}"/>`,
  bone: '<path class="w" d="m16 40 24-24c-4-8 4-16 11-11 2-1 9-1 8 8 6 6-2 15-11 11L24 48c4 8-4 16-11 11-2 1-9 1-8-8-6-6 2-15 11-11Z"/>',
  bee: '<path class="w" d="M24 24C10 22 8 4 20 4c8 0 12 10 12 18 0-8 4-18 12-18 12 0 10 18-4 20Z"/><ellipse class="gold" cx="32" cy="42" rx="24" ry="19"/><path class="k" d="M20 26h8v32h-8Zm16 0h8v33h-8Z"/>',
  // fever
  pepper:
    '<path class="red" d="M14 14c10-4 18 0 18 10 0 16 12 22 28 22-10 12-50 14-50-18 0-6 0-12 4-14Z"/><path class="green" d="M10 18C8 12 14 6 20 10c0-4 2-8 6-9l2 4c-3 1-4 3-4 6 6 1 8 5 7 9-6-4-12-4-21-2Z"/>',
  ball: '<path class="l thick" d="M30 30c-8-8-4-14-10-18S8 8 6 2"/><circle class="k" cx="40" cy="40" r="22"/><path class="shine" d="M25 38c1-7 5-11 10-12-4 4-6 7-6 13Z"/>',
  carrot:
    '<path class="gold" d="M20 20c10-8 22-2 22 8-8 8-20 20-38 34C8 44 12 30 20 20Z"/><path class="l" d="m17 30 8 5m-11 6 7 4m9-20 5 4"/><path class="green" d="M30 18C26 8 34 0 42 2c-2 4-2 6-2 8 6-4 14-2 16 4-4 0-6 1-8 3 6 1 8 6 6 10-8 2-18 0-24-9Z"/>',
  puddle:
    '<path class="a" d="M4 46c-4-10 10-12 14-16 6-6 22-8 26 0 4 6 18 4 18 14 0 14-54 18-58 2Z"/><path class="shine" d="M16 42c4-5 10-7 18-7-6 3-10 4-14 8Z"/><path class="a" d="M32 2c6 8 9 12 9 16 0 5-4 8-9 8s-9-3-9-8c0-4 3-8 9-16Z"/>',
  fizz: '<circle class="blue" cx="22" cy="42" r="18"/><circle class="w" cx="48" cy="24" r="11"/><circle class="blue" cx="28" cy="10" r="8"/><circle class="w" cx="54" cy="50" r="6"/><path class="shine" d="M10 42c0-6 4-10 8-11-2 3-4 6-4 11Z"/>',
  shoe: '<path class="a" d="M8 4h14c-6 18-6 40 10 40S48 22 42 4h14c10 26 2 58-24 58S-2 30 8 4Z"/><path class="k" d="M13 16h4v4h-4Zm-1 14h4v4h-4Zm6 14h4v4h-4Zm11 6h4v4h-4Zm13-6h4v4h-4Zm6-14h4v4h-4ZM47 16h4v4h-4Z"/>',
  pot: '<path class="k" d="M8 22h48c8 20 0 40-24 40S0 42 8 22Z"/><path class="k" d="M2 14h60v10H2Z"/><circle class="gold" cx="20" cy="10" r="7"/><circle class="gold" cx="34" cy="7" r="7"/><circle class="gold" cx="46" cy="11" r="6"/>',
  ice: '<path class="l thick" d="M32 2v60M6 17l52 30M6 47l52-30M24 6l8 8 8-8M24 58l8-8 8 8M8 28l9-4-3-10m42 22-9 4 3 10M8 36l9 4-3 10m42-22-9-4 3-10"/>',
  horn: '<path class="gold" d="M12 62C20 40 34 16 60 2 52 28 40 46 26 62Z"/><path class="l" d="m20 44 12 9m-5-21 13 10m-4-20 11 8"/>',
  leg: '<path class="a" d="M18 2h18c-2 12 12 16 4 26-8 8 4 12 0 22H22c-2-10-12-12-6-22 6-8 4-14 2-26Z"/><path class="k" d="M18 50h26l6 12H14Z"/>',
  wind: '<path class="l thick" d="M2 20h34c12 0 12-16 2-16-5 0-7 4-6 8M2 34h48c14 0 14 20 2 20-6 0-8-4-7-9M2 48h24c10 0 8 14 0 13"/>',
  soda: '<path class="red" d="M14 18h36l-6 44H20Z"/><path class="w" d="M16 30h32l-2 14H18Z"/><path class="k" d="M10 12h44v7H10Z"/><path class="l" d="M34 12 40 0h10"/>',
  seal:
    '<path class="blue" d="m22 38-6 26 14-8 4 8 6-26Z"/>' +
    `<polygon class="red" points="${star(32, 26, 25, 12, 0.82)}"/><circle class="l" cx="32" cy="26" r="14"/><path class="l thick" d="m25 26 5 6 9-11"/>`,
  toot: '<path class="a" d="M22 44C8 46 0 36 8 28c-4-10 8-16 14-10 4-12 22-10 22 2 12-2 18 10 10 18-2 8-12 10-16 6-4 6-12 6-16 0Z"/><path class="l" d="M24 54c3-3 3 5 6 2m6 2c3-3 3 5 6 2M18 62c2-2 2 3 4 1"/>',
  whisper:
    '<path class="a" d="M20 2c20-4 32 12 26 28-2 8-8 10-10 18-2 10-14 14-20 6"/><path class="l thick" d="M14 22c0-16 22-14 22 0 0 8-10 8-9 16"/><path class="l" d="M50 8c8 6 8 22 2 30M57 2c10 12 9 30 2 40"/>',
  news: '<path class="w" d="M4 8h46v50H10c-4 0-6-3-6-6Z"/><path class="b" d="M50 18h10v34c0 8-10 8-10 0Z"/><path class="k" d="M10 14h34v8H10Z"/><path class="l" d="M10 29h14M10 36h14m-14 7h34m-34 7h34"/><path class="red" d="M29 27h15v11H29Z"/>',
  stamp:
    '<path class="a" d="M26 4h12c4 6-2 14 0 22h14v14H12V26h14c2-8-4-16 0-22Z"/><path class="red" d="M8 44h48v14H8Z"/>',
  book: '<path class="a" d="M4 8h26v50H4Z"/><path class="b" d="M34 8h26v50H34Z"/><path class="l" d="M10 18h14M10 26h14m-14 8h14m16-16h14m-14 8h14m-14 8h14M30 8h4v50h-4Z"/>',
  door: '<path class="b" d="M12 2h40v60H12Z"/><path class="k" d="M20 10h24v52H20Z"/><path class="a" d="m20 10 18 6v46H20Z"/><circle class="gold" cx="33" cy="38" r="3"/>',
  gift: '<path class="a" d="M6 28h52v34H6Z"/><path class="b" d="M2 18h60v12H2Z"/><path class="gold" d="M27 18h10v44H27Z"/><path class="l thick" d="M32 18C20 16 14 4 22 3s10 15 10 15 2-14 10-15 2 13-10 15Z"/>',
  gear: `<polygon class="b" points="${star(32, 32, 31, 9, 0.78)}"/><circle class="w" cx="32" cy="32" r="10"/>`,
  bowl: '<path class="a" d="M2 30h60c0 20-12 30-30 30S2 50 2 30Z"/><circle class="gold" cx="24" cy="22" r="8"/><circle class="gold" cx="40" cy="16" r="8"/>',
  medal:
    '<path class="red" d="M12 0h14l10 26H22Z"/><path class="blue" d="M52 0H38L28 26h14Z"/><circle class="gold" cx="32" cy="42" r="20"/>' +
    `<polygon class="w" points="${star(32, 43, 12)}"/>`,
  statue:
    '<path class="k" d="M10 52h44v10H10Z"/><path class="a" d="M20 52c0-14 2-26 10-32l2-12 3 0 3 8c6 4 12 10 12 16l-6 3-8-4c-2 8 4 14 6 21Z"/>',
  pig: '<ellipse class="a" cx="30" cy="36" rx="27" ry="20"/><path class="a" d="M42 18 56 12l-2 14Z"/><path class="a" d="M56 30h8v14h-8Z"/><path class="k" d="M24 16h14v4H24Z"/><path class="a" d="M12 50h10v12H12Zm26 0h10v12H38Z"/><circle class="k" cx="46" cy="30" r="2.500"/><circle class="gold" cx="31" cy="8" r="7"/>',
  pick: '<path class="k" d="m8 58 34-40 6 6L14 62Z"/><path class="b" d="M18 8C34 0 52 6 62 26l-6 2C48 18 36 12 18 14Z"/>',
  baton:
    '<path class="red" d="m6 50 40-44 12 10-40 46Z"/><path class="w" d="m16 39 12 11 8-9-12-11Zm16-18 12 10 8-9L40 12Z"/>',
  gem: '<path class="a" d="M16 8h32l14 18-30 34L2 26Z"/><path class="l" d="M2 26h60M16 8l16 52L48 8M22 26l10-18 10 18"/>',
  cauldron:
    '<path class="k" d="M6 24h52c6 20-2 36-26 36S0 44 6 24Z"/><path class="green" d="M6 24c4-8 12-4 16-10 4-8 14-6 16 0 6-2 16 2 20 10Z"/><circle class="green" cx="20" cy="6" r="4"/><circle class="green" cx="44" cy="6" r="3"/>',
  orb:
    '<path class="k" d="M12 50h40l6 12H6Z"/><circle class="blue" cx="32" cy="28" r="26"/><path class="shine" d="M12 26c2-10 8-16 16-18-6 5-9 11-9 20Z"/>' +
    `<polygon class="w" points="${star(38, 32, 9, 4, 0.3)}"/>`,
  leaf: '<path class="green" d="M60 4C62 40 44 58 20 52L8 62l-6-6 10-10C4 24 24 4 60 4Z"/><path class="l" d="M12 46C26 34 36 24 48 14M28 33V20m-6 18 16 0"/>',
  broom:
    '<path class="k" d="m2 6 4-4 34 34-4 4Z"/><path class="gold" d="M30 34c8-6 20 0 32 12-2 8-8 14-16 16C34 52 26 42 30 34Z"/><path class="l" d="m40 42 14 12M38 50l8 12m2-24 14 8"/>',
  ring:
    '<circle class="l thick" cx="32" cy="32" r="27"/>' +
    `<polygon class="gold" points="${star(32, 32, 20, 6, 0.58)}"/>`,
  bag: '<path class="a" d="M22 16h20c14 12 22 46-4 46H26C0 62 8 28 22 16Z"/><path class="b" d="M18 2h28l-5 14H23Z"/><path class="l" d="M32 28v24m-6-19c3-3 12-4 12 2 0 7-12 3-12 10 0 6 9 5 12 2"/>',
  mouth: '<path class="w" d="M4 4h56v34H38L24 54V38H4Z"/><path class="l" d="M14 16h36M14 26h24"/>',
  hand: '<path class="a" d="M12 34V16c0-6 8-6 8 0V8c0-6 8-6 8 0v4c0-8 9-8 9 0v6c0-6 8-6 8 0v14l4-6c4-4 9 0 7 4L44 56c-4 8-26 8-30-4Z"/><path class="l" d="M20 16v16m8-20v20m9-14v14"/>',
  plus: '<path class="c" d="M24 4h16v20h20v16H40v20H24V40H4V24h20Z"/>',
  minus: '<path class="c" d="M4 24h56v16H4Z"/>',
} as const;

export type Glyph = keyof typeof GLYPHS;
