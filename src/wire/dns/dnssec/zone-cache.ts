import type { Clock } from '../../../core/clock.ts';
import type { ZoneTrust } from './zone-trust.ts';

/** Zones of registries as they were found, for all checks of the process, until their time to live is up. */
export interface ZoneCache {
  get(name: string): ZoneTrust | null;
  put(name: string, trust: ZoneTrust): void;
}

/** More than there are top-level domains, with the registries' further suffixes that are in use. */
const MAX_ZONES = 4000;
/** Keys and DS records of registries change rarely, but then a day is long. */
const MAX_AGE_MS = 86_400_000;

/** Remembers at most `maxZones` zones; the oldest go first. */
export function createZoneCache(clock: Clock, maxZones = MAX_ZONES): ZoneCache {
  const zones = new Map<string, { trust: ZoneTrust; untilMs: number }>();
  return {
    get(name) {
      const known = zones.get(name);
      return known && clock.now() < known.untilMs ? known.trust : null;
    },
    put(name, trust) {
      zones.delete(name);
      zones.set(name, { trust, untilMs: Math.min(trust.untilMs, clock.now() + MAX_AGE_MS) });
      if (zones.size > maxZones) zones.delete(zones.keys().next().value!);
    },
  };
}
