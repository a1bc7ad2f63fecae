import type { Count } from '../../core/access.ts';

/** The headers by which a reply tells how the limits that its call counted against stand at `now`; none without limits. */
export function rateLimitHeaders(counts: readonly Count[], now: number): [string, string][] {
  if (counts.length === 0) return [];
  return [
    ['RateLimit', counts.map(count => leftOf(count, now)).join(', ')],
    ['RateLimit-Policy', counts.map(({ name, max, windowSeconds }) => `"${name}";q=${max};w=${windowSeconds}`).join(', ')],
  ];
}

function leftOf({ name, max, used, resetsAt }: Count, now: number): string {
  // The clock may have passed the end of the window meanwhile.
  const seconds = Math.max(0, Math.ceil((resetsAt - now) / 1000));
  return `"${name}";r=${Math.max(0, max - used)};t=${seconds}`;
}
