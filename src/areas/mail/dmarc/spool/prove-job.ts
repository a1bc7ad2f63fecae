import { z } from 'zod';
import type { NewJob } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';

/** Proves the sender of a message once more: the DNS did not answer. `tries` counts those before. */
export const proveJob = defineJob('dmarcProve', z.strictObject({ message: z.string(), tries: z.int() }));

const MINUTE_MS = 60_000;
/** From one try to the next; the last is a day after the message came. */
const PAUSES_MS = [5, 25, 90, 360, 960].map(minutes => minutes * MINUTE_MS);

/** The job that tries once more; null where it has been tried often enough. */
export function proveJobOf(message: string, tries: number, now: number): NewJob | null {
  const pauseMs = PAUSES_MS[tries];
  return pauseMs === undefined ? null : proveJob({ message, tries: tries + 1 }, { dedupeKey: `${message} ${tries}`, runAt: now + pauseMs, background: true });
}
