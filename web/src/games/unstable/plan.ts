/** Where things lie on this table: how high each region is, and whether the own stable stands over or beside the hand. */
import { fit, type Need, type Shape, share, worth } from "../layout/room";

export const GAP = 8;
/** Beside the cards of the own stable: its name, horns and flags; where it is narrow they stand above. */
const LABEL = { wide: 136, high: 26 } as const;
const FRAME = 14; // border and padding of a region
const NARROW = 620;
const READ = 20; // px of a card that is only to be read; it is shown large when it is touched

/** The box of a phone held sideways: the own cards come first. */
const isLow = (width: number, height: number): boolean => height < 420 && width > height * 1.2;

/** So much of a card must be seen to touch it: a finger needs more than a mouse. */
const touchOf = (width: number): number => (width < NARROW ? 44 : 32);
const card = (touch: number, most = 230): Shape => ({ tall: 1.3, gap: 6, most, touch });
const small = (touch: number): Shape => ({ tall: 1.3, gap: 4, most: 130, touch });

export interface Asked {
  width: number;
  height: number;
  rivals: number;
  /** Cards in the fullest stable of a rival. */
  most: number;
  mine: number;
  hand: number;
  /** Something of the own stable, of the hand is asked for now. */
  asksMine: boolean;
  asksHand: boolean;
  /** Nobody sits here: all stables are rivals', and nothing lies below the middle. */
  watched: boolean;
}

export interface Plan {
  /** Heights of the rows: rivals, middle, then mine and hand, or both beside each other. */
  rows: number[];
  /** In so many lines the rivals stand. */
  lines: number;
  beside: boolean;
  /** Of the width, what the own stable gets beside the hand. */
  part: number;
  /** The label of the own stable stands above it. */
  above: boolean;
  /** Rivals' stables show their cards as things to touch; else they are summaries to be opened. */
  open: boolean;
  /** How cards are laid in the own stable, in the hand, with the rivals and over the middle. */
  shapes: { mine: Shape; hand: Shape; rivals: Shape; over: Shape };
}

/** The plan in which everything can be touched; where there is none, what is not asked for now may lie closer. */
export function plan(asked: Asked): Plan {
  if (asked.watched) return watched(asked);
  const touch = touchOf(asked.width);
  const best = arranged(asked, touch, touch);
  if (best.good || (asked.asksMine && asked.asksHand)) return best.plan;
  return arranged(asked, asked.asksMine ? touch : READ, asked.asksHand ? touch : READ).plan;
}

/** Who only looks on sees the stables in as many lines as give the largest cards. */
function watched(asked: Asked): Plan {
  const { width, height, rivals, most } = asked;
  const touch = touchOf(width);
  const shapes = { mine: card(touch), hand: card(touch), rivals: small(READ), over: card(touch, 150) };
  let best: { plan: Plan; seen: number } | null = null;
  for (let lines = 1; lines <= Math.min(4, Math.max(1, rivals)); lines++) {
    const stables = { least: 38 * lines, likes: 150 * lines, most: height };
    const rows = share(height - GAP, [stables, middleOf(width, height)]);
    const tile = width / Math.ceil(rivals / lines) - GAP;
    const laid = fit(Math.max(1, most), tile - 22, ((rows[0] ?? 0) + GAP) / lines - GAP - 62, shapes.rivals);
    const open = tile >= 150 && laid.good;
    const seen = open ? worth(laid) * 2 : worth(laid);
    if (!best || seen > best.seen)
      best = { plan: { rows, lines, beside: false, part: 1, above: true, open, shapes }, seen };
  }
  return (best as { plan: Plan }).plan;
}

function arranged(asked: Asked, mine: number, hand: number): { plan: Plan; good: boolean } {
  const stacked = laidOut(asked, mine, hand, false);
  const beside = laidOut(asked, mine, hand, true);
  return beside.seen > stacked.seen * 1.05 ? beside : stacked;
}

function laidOut(
  asked: Asked,
  touchMine: number,
  touchHand: number,
  beside: boolean,
): { plan: Plan; good: boolean; seen: number } {
  const { width } = asked;
  const part = beside ? Math.min(0.6, Math.max(0.3, (asked.mine + 1.5) / (asked.mine + asked.hand + 2))) : 1;
  const above = beside || (width < 760 && !isLow(width, asked.height));
  const mine = (beside ? width * part - GAP : width) - (above ? 0 : LABEL.wide) - FRAME;
  const hand = (beside ? width * (1 - part) : width) - FRAME;
  const label = above ? LABEL.high : 0;
  const own = cards(asked.mine, mine, touchMine, label);
  const held = cards(asked.hand, hand, touchHand, 0);
  const rows = shared(asked, beside ? [larger(own, held)] : [own, held]);
  const shapes = {
    mine: card(touchMine),
    hand: card(touchHand),
    rivals: small(touchOf(width)),
    over: card(touchOf(width), 150),
  };
  const high = [rows[2] ?? 0, (beside ? rows[2] : rows[3]) ?? 0] as const;
  const fits = [
    asked.mine ? fit(asked.mine, mine, high[0] - label - FRAME, shapes.mine) : null,
    asked.hand ? fit(asked.hand, hand, high[1] - FRAME, shapes.hand) : null,
  ].filter((one) => one !== null);
  return {
    plan: { rows, lines: 1, beside, part, above, open: opens(asked, rows[0] ?? 0, shapes.rivals), shapes },
    good: fits.every((one) => one.good),
    seen: Math.min(...fits.map(worth), Infinity),
  };
}

/** The height that so many cards want in such a width; none need next to nothing. */
function cards(n: number, width: number, touch: number, label: number): Need {
  const frame = FRAME + label;
  if (!n) return { least: frame + 20, likes: frame + 24, most: frame + 40 };
  const rows = Math.max(1, Math.ceil((n * touch) / width));
  const likes = rows > 1 ? rows * 90 : 118;
  const most = Math.max(likes, Math.min(300, (width / n) * 1.3 - 6));
  return { least: frame + rows * (touch === READ ? 44 : 60), likes: frame + likes, most: frame + most };
}

const larger = (a: Need, b: Need): Need => ({
  least: Math.max(a.least, b.least),
  likes: Math.max(a.likes, b.likes),
  most: Math.max(a.most, b.most),
});

function middleOf(width: number, height: number): Need {
  if (isLow(width, height)) return { least: 74, likes: 90, most: 140 };
  return width < NARROW ? { least: 82, likes: 126, most: 190 } : { least: 90, likes: 140, most: 220 };
}

function shared({ width, height, rivals, most }: Asked, below: Need[]): number[] {
  const tile = width / Math.max(1, rivals);
  const rows = Math.min(3, Math.ceil((most * 52) / Math.max(1, tile - 20)) || 1);
  const wide = tile >= 180;
  const low = isLow(width, height);
  const needs: Need[] = [
    low
      ? { least: 38, likes: 40, most: 84 }
      : { least: 38, likes: wide ? 62 + rows * 62 : 76, most: wide ? 62 + rows * 160 : 84 },
    middleOf(width, height),
    ...below,
  ];
  return share(height - GAP * (needs.length - 1), needs);
}

function opens({ width, rivals, most }: Asked, high: number, shape: Shape): boolean {
  const tile = width / Math.max(1, rivals) - GAP;
  return tile >= 170 && fit(Math.max(1, most), tile - 22, high - 62, shape).good;
}
