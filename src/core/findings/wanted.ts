import { z } from 'zod';
import type { FindingState } from '../finding.ts';

/** Which findings a reply has. */
export const findingsInput = {
  findings: z.enum(['all', 'failed']).default('all').describe('`failed`: only findings that failed or could not be determined, for small replies'),
};

/** The reply with the findings that are wanted; everything else in it stays. */
export function wanted<Of extends { findings: readonly { state: FindingState }[] }>(reply: Of, findings: 'all' | 'failed'): Of {
  return findings === 'all' ? reply : { ...reply, findings: reply.findings.filter(({ state }) => state === 'fail' || state === 'unknown') };
}
