import type { Clock } from '../../../../core/clock.ts';
import { Problem } from '../../../../core/problem.ts';

/** Gives the bytes of a package: those that were made lately under the same key, or what `make` makes. Throws `Problem` 503 where too many are being made. */
export type Packages = (key: string, make: () => Promise<Uint8Array>) => Promise<Uint8Array>;

/** Each holds its items, the archive and a page that is printed in memory. */
const AT_ONCE = 2;
const RETRY_SECONDS = 5;
const KEPT_MS = 5 * 60_000;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Packages of evidence that are made `atOnce` at a time, and given again for some minutes. */
export function createPackages({ clock, atOnce = AT_ONCE }: { clock: Clock; atOnce?: number }): Packages {
  const kept = new Map<string, { untilMs: number; bytes: Uint8Array }>();
  let underWay = 0;
  const keep = (key: string, bytes: Uint8Array): void => {
    kept.delete(key);
    kept.set(key, { untilMs: clock.monotonicMs() + KEPT_MS, bytes });
    let remaining = MAX_KEPT_BYTES;
    // The newest stay, as many as fit.
    for (const [each, { bytes: { length }, untilMs }] of [...kept].toReversed()) {
      remaining -= length;
      if (remaining < 0 || untilMs <= clock.monotonicMs()) kept.delete(each);
    }
  };
  return async (key, make) => {
    const known = kept.get(key);
    if (known && known.untilMs > clock.monotonicMs()) return known.bytes;
    if (underWay >= atOnce) throw new Problem('overloaded', 'Other packages are being made at this moment. Try again in a few seconds.', {}, RETRY_SECONDS);
    underWay++;
    try {
      const bytes = await make();
      keep(key, bytes);
      return bytes;
    } finally {
      underWay--;
    }
  };
}
