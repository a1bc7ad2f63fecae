import type { Count } from '../../core/access.ts';

/** The headers by which a reply tells how the limit of its caller stands at `now`. */
export function rateLimitHeaders({ name, max, used, windowSeconds, resetsAt }: Count, now: number): [string, string][] {
  // The clock may have passed the end of the window meanwhile.
  const seconds = Math.max(0, Math.ceil((resetsAt - now) / 1000));
  return [['RateLimit', `"${name}";r=${Math.max(0, max - used)};t=${seconds}`], ['RateLimit-Policy', `"${name}";q=${max};w=${windowSeconds}`]];
}
