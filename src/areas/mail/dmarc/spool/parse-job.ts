import type { z } from 'zod';
import type { Job } from '../../../../store/index.ts';
import { ReadingFailed } from '../reading/shapes.ts';
import { parseJob, type ParsePayload } from './parse-kind.ts';
import { quotasOf } from './quota.ts';
import { Reading } from './reading.ts';
import type { SpoolServices } from './services.ts';
import type { MessageRow } from './message.ts';
import { findMessage, noteWaiting, waitingMessages } from './store.ts';

/** Messages that share a transaction: most are so small that it costs more than they do. */
export const MESSAGES_AT_ONCE = 512;
const BYTES_AT_ONCE = 1024 * 1024;
/** What took too much memory or time twice will do so again. */
const ATTEMPTS = 2;

/**
 * Parses a message from the spool, with others of the account that wait, and keeps their reports; the states of the messages are set in
 * the transaction that ends the jobs. A report that was kept before is recognized, so it can be killed and done again at any moment. What is
 * done again is done alone, so that a message which fails takes no others along for long.
 */
export const parseMessage = parseJob.handledBy<SpoolServices>(async ({ accountId, payload, attempts, services, signal }) => {
  const row = await findMessage(services.db, accountId, payload.message);
  if (!row) return;
  const reading = new Reading(services, accountId, await quotasOf(services, accountId), signal);
  const full = await reading.fullFor(row);
  if (full) return { change: tx => noteWaiting(tx, accountId, row.id), againAt: services.clock.now() + full.retryAfterMs };
  await reading.read(row).catch((error: unknown) => {
    if (!(error instanceof ReadingFailed) || attempts < ATTEMPTS || signal.aborted) throw error;
    reading.giveUp(row);
  });
  const [jobs, unread]: Job[][] = [[], []];
  for (const { job, row: other } of attempts === 1 ? await takeOthers(services, row) : []) {
    if (reading.isFull || await reading.fullFor(other)) {
      unread!.push(job);
      continue;
    }
    await reading.read(other, job);
    jobs!.push(job);
  }
  return {
    change: async tx => {
      for (const job of unread!) await services.queue.putOff(tx, job, services.clock.now(), 0);
      const still = new Set(jobs!.length === 0 ? [] : (await services.queue.finishThese(tx, jobs!)).map(({ id }) => id));
      await reading.end(tx, job => job === null || still.has(job.id));
    },
  };
});

/** Messages of the account that wait besides this one, with their jobs. */
async function takeOthers({ db, queue, clock }: SpoolServices, { id, account_id, bytes }: MessageRow): Promise<{ job: Job; row: MessageRow }[]> {
  let budget = BYTES_AT_ONCE - bytes;
  const waiting = budget <= 0 ? [] : (await waitingMessages(db, account_id, clock.now(), MESSAGES_AT_ONCE)).filter(row => row.id !== id && (budget -= row.bytes) >= 0);
  if (waiting.length === 0) return [];
  const jobs = await queue.takeThese(parseJob.kind, waiting.map(row => row.id));
  const rows = new Map(waiting.map(row => [row.id, row]));
  return jobs.map(job => ({ job, row: rows.get((job.payload as z.infer<typeof ParsePayload>).message)! }));
}
