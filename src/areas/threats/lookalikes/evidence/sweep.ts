import { keepUpkeep } from '../../../platform/runs/index.ts';
import { z } from 'zod';
import { defineJob } from '../../../job.ts';
import type { Schedule } from '../../../schedule.ts';
import type { EvidenceServices } from './services.ts';
import { forgetGone, forgetSwept, markSwept } from './store.ts';

const sweepJob = defineJob('evidenceSweep', z.object({}));
const SWEEP_EACH_MS = 3_600_000;
const BLOBS_AT_ONCE = 100;

/** Removes the bytes of evidence whose domain or account is gone, an hour after they were last needed at the soonest. */
export const sweepEvidence = sweepJob.handledBy<EvidenceServices>(async ({ services: { store, blobs, clock }, signal }) => {
  while (!signal.aborted && await store.transaction(tx => forgetGone(tx, BLOBS_AT_ONCE)) === BLOBS_AT_ONCE);
  let swept = BLOBS_AT_ONCE;
  while (swept === BLOBS_AT_ONCE && !signal.aborted) {
    const unneeded = await store.transaction(tx => markSwept(tx, clock.now(), BLOBS_AT_ONCE));
    swept = unneeded.length;
    for (const sha256 of unneeded) {
      await blobs.delete(sha256);
      await forgetSwept(store.db, sha256);
    }
  }
  return { againAt: clock.now() + SWEEP_EACH_MS };
});

/** The sweep comes again by itself. */
export const evidenceSweeping: Schedule<EvidenceServices> = {
  name: 'evidence of domains that are gone',
  async due(tx, { queue }, now) {
    await keepUpkeep(tx, queue, [sweepJob({}, { dedupeKey: 'blobs', runAt: now + SWEEP_EACH_MS })]);
    return 0;
  },
};
