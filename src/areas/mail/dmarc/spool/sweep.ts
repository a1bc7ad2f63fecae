import { keepUpkeep } from '../../../platform/runs/index.ts';
import { z } from 'zod';
import { defineJob } from '../../../job.ts';
import type { Schedule } from '../../../schedule.ts';
import type { SpoolServices } from './services.ts';
import { forgetSwept, markSwept, refuseGivenUp } from './store.ts';

const SWEEP_EACH_MS = 3_600_000;
const CONTENTS_AT_ONCE = 100;

const sweepJob = defineJob('dmarcSweep', z.object({}));

/** Removes the bytes of messages that were kept long enough, and of those whose account is gone. */
export const sweepSpool = sweepJob.handledBy<SpoolServices>(async ({ services: { store, spool, clock }, signal }) => {
  let swept = store.mayForget() ? CONTENTS_AT_ONCE : 0;
  while (swept === CONTENTS_AT_ONCE && !signal.aborted) {
    const contents = await store.transaction(tx => markSwept(tx, clock.now(), CONTENTS_AT_ONCE));
    swept = contents.length;
    for (const { sha256, blob } of contents) {
      await spool.delete(blob);
      await forgetSwept(store.db, sha256);
    }
  }
  return { againAt: clock.now() + SWEEP_EACH_MS };
});

/** Messages whose parsing was given up end as refused. */
export const givenUpMessages: Schedule<SpoolServices> = { name: 'given up reports', due: (tx, _context, now, max) => refuseGivenUp(tx, now, max) };

/** The sweep comes again by itself. */
export const sweeping: Schedule<SpoolServices> = {
  name: 'report spool',
  async due(tx, { queue }, now) {
    await keepUpkeep(tx, queue, [sweepJob({}, { dedupeKey: 'spool', runAt: now + SWEEP_EACH_MS })]);
    return 0;
  },
};
