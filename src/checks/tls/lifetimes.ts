/**
 * For how many days a certificate may be valid, by the day of its issue.
 * Source: CA/Browser Forum, Baseline Requirements §6.3.2, with ballots 193, SC22, SC31 (browsers' programmes) and SC-081v3; as of 2025-04.
 */
const lifetimeLimits: readonly { from: string; maxDays: number }[] = [
  { from: '2029-03-15', maxDays: 47 },
  { from: '2027-03-15', maxDays: 100 },
  { from: '2026-03-15', maxDays: 200 },
  { from: '2020-09-01', maxDays: 398 },
  { from: '2018-03-01', maxDays: 825 },
  { from: '2015-04-01', maxDays: 1188 },
];

const DAY_MS = 86_400_000;

/** The limit for a certificate issued at `notBefore` (epoch milliseconds), in days; null before there was one. */
export function maxLifetimeDays(notBefore: number): number | null {
  return lifetimeLimits.find(({ from }) => notBefore >= Date.parse(from))?.maxDays ?? null;
}

/** The whole life of a certificate in days; the last second counts (RFC 5280 §4.1.2.5). */
export function lifetimeDays({ notBefore, notAfter }: { notBefore: number; notAfter: number }): number {
  return (notAfter - notBefore + 1000) / DAY_MS;
}
