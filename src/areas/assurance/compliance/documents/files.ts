import { z } from 'zod';
import { sha256Of } from '../../../../core/outside/blobs.ts';
import { defineJob } from '../../../job.ts';
import { keepUpkeep } from '../../../platform/runs/index.ts';
import type { Schedule } from '../../../schedule.ts';
import type { ComplianceServices } from '../services.ts';
import { blobsWithoutDocument, forgetBlob, nameBlob } from './store.ts';

const SALT_BYTES = 32;
const SWEEP_EACH_MS = 3_600_000;
const BLOBS_AT_ONCE = 100;

/** Keeps the bytes of a file as a blob of its own, which no other file shares: so it can be removed without a thought. */
export async function keepFile({ store, blobs, clock, randomBytes }: Pick<ComplianceServices, 'store' | 'blobs' | 'clock' | 'randomBytes'>, documentId: string, bytes: Uint8Array): Promise<{ blob: string; sha256: string }> {
  const salted = Buffer.concat([randomBytes(SALT_BYTES), bytes]);
  const blob = sha256Of(salted);
  await store.transaction(tx => nameBlob(tx, blob, documentId, clock.now()));
  await blobs.put(salted);
  return { blob, sha256: sha256Of(bytes) };
}

/** The bytes of a file; null where they are lost. Throws where they are damaged. */
export async function readFile({ blobs }: Pick<ComplianceServices, 'blobs'>, blob: string): Promise<Uint8Array | null> {
  return (await blobs.get(blob))?.subarray(SALT_BYTES) ?? null;
}

const sweepJob = defineJob('complianceSweep', z.object({}));

/** Removes the bytes of files that were kept long enough, or whose account is gone. */
export const sweepFiles = sweepJob.handledBy<ComplianceServices>(async ({ services: { store, blobs, clock }, signal }) => {
  let swept = store.mayForget() ? BLOBS_AT_ONCE : 0;
  while (swept === BLOBS_AT_ONCE && !signal.aborted) {
    const unneeded = await blobsWithoutDocument(store.db, clock.now() - SWEEP_EACH_MS, BLOBS_AT_ONCE);
    swept = unneeded.length;
    for (const blob of unneeded) {
      await blobs.delete(blob);
      await forgetBlob(store.db, blob);
    }
  }
  return { againAt: clock.now() + SWEEP_EACH_MS };
});

/** The sweep comes again by itself. */
export const sweeping: Schedule<ComplianceServices> = {
  name: 'compliance files',
  async due(tx, { queue }, now) {
    await keepUpkeep(tx, queue, [sweepJob({}, { dedupeKey: 'files', runAt: now + SWEEP_EACH_MS })]);
    return 0;
  },
};
