import type { Clock } from '../../core/clock.ts';
import type { Authority } from '../../core/lookup.ts';

/** A zone and the servers that hold it. */
export interface ServedZone {
  zone: string;
  servers: readonly Authority[];
}

const MAX_ZONES = 1000;
const LEAST_SECONDS = 60;
const MOST_SECONDS = 6 * 3600;

/** The servers of zones that were met on the way down from the root, for as long as their delegations say; the oldest give way. */
export function createZoneMemory(clock: Clock) {
  const zones = new Map<string, ServedZone & { untilMs: number }>();

  return {
    /** The nearest zone above `name` whose servers are known. */
    closestAbove(name: string): ServedZone | null {
      const labels = name.split('.');
      for (let at = 1; at < labels.length; at++) {
        const known = zones.get(labels.slice(at).join('.'));
        if (known && known.untilMs > clock.monotonicMs()) return known;
      }
      return null;
    },
    keep({ zone, servers }: ServedZone, ttlSeconds: number): void {
      const oldest = zones.keys().next().value;
      if (zones.size >= MAX_ZONES && oldest !== undefined) zones.delete(oldest);
      zones.delete(zone);
      zones.set(zone, { zone, servers, untilMs: clock.monotonicMs() + Math.min(Math.max(ttlSeconds, LEAST_SECONDS), MOST_SECONDS) * 1000 });
    },
    forget(zone: string): void {
      zones.delete(zone);
    },
  };
}
