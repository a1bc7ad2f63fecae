import type { Clock } from '../core/clock.ts';
import type { Lookup } from '../core/lookup.ts';
import type { BlocklistLookup } from '../core/outside/probes.ts';
import type { Resolver } from './dns/resolver.ts';

export interface BlocklistOptions extends Omit<BlocklistLookup, 'testPoint'> {
  resolver: Pick<Resolver, 'lookup'>;
  clock: Clock;
}

const DAY_MS = 86_400_000;
/** A list that is out of reach is tried again after this. */
const FAILURE_MS = 10 * 60_000;
const TIMEOUT_MS = 4000;
const MAX_REMEMBERED = 200;

/** Blocklists whose test points are remembered as long as the lookup lives. */
export function createBlocklistLookup({ resolver, clock, zones, spamhausKey }: BlocklistOptions): BlocklistLookup {
  const remembered = new Map<string, { lookup: Promise<Lookup<readonly string[]>>; untilMs: number }>();
  return {
    zones,
    spamhausKey,
    testPoint(name) {
      const nowMs = clock.monotonicMs();
      const known = remembered.get(name);
      if (known && known.untilMs > nowMs) return known.lookup;
      // Not the signal of one check: the answer is for all of them.
      const lookup = resolver.lookup(name, 'A', AbortSignal.timeout(TIMEOUT_MS));
      const entry = { lookup, untilMs: nowMs + DAY_MS };
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(name, entry);
      void lookup.then(({ outcome }) => { if (outcome === 'failed') entry.untilMs = clock.monotonicMs() + FAILURE_MS; });
      return lookup;
    },
  };
}
