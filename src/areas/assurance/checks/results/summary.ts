/** Figures of a check's history, kept with it: uptime in per cent, latency in milliseconds; null where nothing is known. */
export interface Summary {
  day: number | null;
  week: number | null;
  month: number | null;
  quarter: number | null;
  /** Of the last day. */
  p50Ms: number | null;
  p95Ms: number | null;
}
