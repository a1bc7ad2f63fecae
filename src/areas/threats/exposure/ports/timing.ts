/** How long to wait for a port before anything is known of the way to it. */
const FIRST_MS = 1000;
const LEAST_MS = 150;
const MOST_MS = 1500;
const MAX_SAMPLES = 64;

/** How long to wait for a port, by the round trips that were seen: the smoothed one and four times its variation (RFC 6298 §2), 150 to 1,500 ms. */
export function createTiming() {
  let [smoothed, variation]: [number | null, number] = [null, 0];
  const samples: number[] = [];
  return {
    timeoutMs(): number {
      return smoothed === null ? FIRST_MS : Math.min(MOST_MS, Math.max(LEAST_MS, smoothed + 4 * variation));
    },
    saw(rttMs: number): void {
      if (samples.length < MAX_SAMPLES) samples.push(rttMs);
      if (smoothed === null) [smoothed, variation] = [rttMs, rttMs / 2];
      else [smoothed, variation] = [smoothed + (rttMs - smoothed) / 8, variation + (Math.abs(rttMs - smoothed) - variation) / 4];
    },
    /** The median of the first round trips; null where there were none. */
    rttMs(): number | null {
      return samples.length === 0 ? null : samples.toSorted((a, b) => a - b)[samples.length >> 1]!;
    },
  };
}
