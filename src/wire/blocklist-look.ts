import type { Clock } from '../core/clock.ts';
import type { Look } from '../core/lookup.ts';
import type { BlocklistLook } from '../core/outside/probes.ts';
import type { Resolver } from './dns/resolver.ts';

export interface BlocklistOptions extends Omit<BlocklistLook, 'testPoint'> {
  resolver: Pick<Resolver, 'look'>;
  clock: Clock;
}

const DAY_MS = 86_400_000;
/** A list that is out of reach is tried again after this. */
const FAILURE_MS = 10 * 60_000;
const TIMEOUT_MS = 4000;
const MAX_REMEMBERED = 200;

/** Blocklists whose test points are remembered as long as the look lives. */
export function createBlocklistLook({ resolver, clock, zones, spamhausKey }: BlocklistOptions): BlocklistLook {
  const remembered = new Map<string, { look: Promise<Look<readonly string[]>>; untilMs: number }>();
  return {
    zones,
    spamhausKey,
    testPoint(name) {
      const nowMs = clock.monotonicMs();
      const known = remembered.get(name);
      if (known && known.untilMs > nowMs) return known.look;
      // Not the signal of one check: the answer is for all of them.
      const look = resolver.look(name, 'A', AbortSignal.timeout(TIMEOUT_MS));
      const entry = { look, untilMs: nowMs + DAY_MS };
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(name, entry);
      void look.then(({ outcome }) => { if (outcome === 'failed') entry.untilMs = clock.monotonicMs() + FAILURE_MS; });
      return look;
    },
  };
}
