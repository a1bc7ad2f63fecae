import { keepUpkeep, type JobHandler, type Schedule } from '../../../platform/runs/index.ts';
import type { EvidenceContext } from './context.ts';
import { forgetGone, forgetSwept, markSwept } from './store.ts';

const JOB = 'evidenceSweep';
const SWEEP_EACH_MS = 3_600_000;
const BLOBS_AT_ONCE = 100;

/** Removes the bytes of evidence whose domain or account is gone, an hour after they were last needed at the soonest. */
const sweepEvidence: JobHandler<EvidenceContext> = async ({ context: { store, blobs, clock }, signal }) => {
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
};

/** Who does the jobs of evidence that are no runs. */
export const evidenceJobs: Readonly<Record<string, JobHandler<EvidenceContext>>> = { [JOB]: sweepEvidence };

/** The sweep comes again by itself. */
export const evidenceSweeping: Schedule<EvidenceContext> = {
  name: 'evidence of domains that are gone',
  async due(tx, { queue }, now) {
    await keepUpkeep(tx, queue, [{ kind: JOB, payload: {}, dedupeKey: 'blobs', runAt: now + SWEEP_EACH_MS }]);
    return 0;
  },
};
