import type { Clicked } from '../search-data/reading.ts';

/** Clicks for an impression at the positions 1 to 10 of Google, over 80 million keywords, in 2020: https://www.sistrix.com/blog/why-almost-everything-you-knew-about-google-ctr-is-no-longer-valid/ */
const GENERAL = [0.285, 0.157, 0.11, 0.08, 0.072, 0.051, 0.04, 0.032, 0.028, 0.025] as const;
/** Impressions at a position by which the rate of the site counts as much as the general one. */
const PRIOR = 1000;
const LAST = GENERAL.length;
/** On the second page of results a listing is clicked in less than 1 % of cases. */
const FALL = 4;

/** How often a listing is clicked where it stands. */
export interface Expectation {
  /** By positions from 1 to 10. */
  rates: readonly number[];
  at(position: number): number;
}

/** The rates of the site itself, drawn to the general ones as far as it has few impressions, and never rising with the position. */
export function expectationOf(rows: readonly Clicked[]): Expectation {
  const sums = GENERAL.map(rate => ({ clicks: PRIOR * rate, impressions: PRIOR }));
  for (const { clicks, impressions, position } of rows) {
    const sum = sums[Math.round(Math.max(1, position)) - 1];
    if (!sum) continue;
    sum.clicks += clicks;
    sum.impressions += impressions;
  }
  let least = 1;
  const rates = sums.map(({ clicks, impressions }) => (least = Math.min(least, clicks / impressions)));
  return {
    rates,
    at(position) {
      if (position >= LAST) return rates[LAST - 1]! * (LAST / position) ** FALL;
      const [lower, part] = [Math.floor(Math.max(1, position)), Math.max(1, position) % 1];
      return rates[lower - 1]! * (1 - part) + rates[lower]! * part;
    },
  };
}

/** How the expectation is calculated, for people. */
export const EXPECTATION = `The expected CTR at positions 1 to ${LAST} is (clicks of the site there + ${PRIOR} × general CTR) ÷ (impressions of the site there + ${PRIOR}); between two positions it is interpolated, and beyond ${LAST} it falls with the fourth power of the position. General CTR by Sistrix (2020): ${GENERAL.map(rate => `${Math.round(1000 * rate) / 10} %`).join(', ')}.`;
