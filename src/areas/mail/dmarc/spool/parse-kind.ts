import { z } from 'zod';
import type { NewJob } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';

/** The message to parse. */
export const ParsePayload = z.object({ message: z.string() });
export const parseJob = defineJob('dmarcParse', ParsePayload);

/** The job that parses a message. */
export function parseJobOf(message: string): NewJob {
  return parseJob({ message }, { dedupeKey: message });
}
