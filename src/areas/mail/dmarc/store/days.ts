import { english } from '../../../../core/language.ts';

const DAY_MS = 86_400_000;
/** Reporters use local midnights and 86,399 or 86,400 seconds; the day of a change of the clock has 25 hours. */
const ONE_DAY_MS = DAY_MS + DAY_MS / 12;
/** A longer period is counted on its last days. */
const MAX_DAYS = 92;

/** How much of a report belongs to one day; `day` counts from 1970-01-01, UTC. */
export interface DayShare {
  day: number;
  weight: number;
}

/** The day of a moment, from 1970-01-01 on. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The first day of the week of a day: weeks too are counted from 1970-01-01 on. */
export function weekOf(day: number): number {
  return day - day % 7;
}

/** The first millisecond of a day. */
export function startOfDay(day: number): number {
  return day * DAY_MS;
}

/** A day as `2026-01-15`. */
export function isoDay(day: number): string {
  return english.isoDay(startOfDay(day));
}

/** The days of a report: that on which it begins, or each that a longer period touches, by how much of it lies there. */
export function sharesOf(beginAt: number, endAt: number): DayShare[] {
  const first = dayOf(beginAt);
  if (endAt - beginAt <= ONE_DAY_MS) return [{ day: first, weight: 1 }];
  const last = dayOf(endAt - 1);
  const from = Math.max(first, last - MAX_DAYS + 1);
  return Array.from({ length: last - from + 1 }, (_, at) => {
    const day = from + at;
    return { day, weight: Math.min(endAt, startOfDay(day + 1)) - Math.max(beginAt, startOfDay(day)) };
  });
}

/** `total` in whole parts by weight that add up to it: largest remainders first, then earlier days. */
export function apportion(total: number, shares: readonly DayShare[]): number[] {
  if (shares.length === 1) return [total];
  const weight = shares.reduce((sum, share) => sum + share.weight, 0);
  const exact = shares.map(share => total * (share.weight / weight));
  const parts = exact.map(Math.floor);
  const left = total - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = exact.map((value, at) => ({ at, rest: value - parts[at]! })).toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRemainder.slice(0, left)) parts[at]!++;
  return parts;
}
