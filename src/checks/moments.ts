/** The day of a moment in ISO 8601, `unknown` where there is none. */
export function dayOf(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'unknown';
}

/** The moment in ISO 8601; null for one that cannot be read: what a certificate says is up to its maker. */
export function isoOf(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}
