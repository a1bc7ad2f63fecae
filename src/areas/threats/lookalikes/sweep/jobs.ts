import type { LookalikesServices } from '../services.ts';
import { loadBrand } from '../store/brand.ts';
import { candidatesDue } from '../store/candidates.ts';
import { probeJob, probeSoon } from '../store/probe-soon.ts';
import { keepProbed, probeCandidates } from './probe.ts';

const MOST_AT_ONCE = 100;

/** Probes candidates that are new, and again those of which one probe saw a change: the second makes it certain, or not. It runs again while any are left. */
export const probeAgain = probeJob.handledBy<LookalikesServices>(async ({ accountId, payload: { domainId }, services, signal }) => {
  const brand = await loadBrand(services.db, domainId);
  if (!brand || brand.accountId !== accountId) return {};
  const rows = await candidatesDue(services.db, domainId, services.clock.now(), MOST_AT_ONCE);
  const learnt = await probeCandidates(rows, brand, { ...services, signal });
  return {
    async change(tx) {
      const now = services.clock.now();
      await keepProbed(tx, services, brand, learnt, now);
      await probeSoon(tx, services.queue, brand, now);
    },
  };
});
