import { z } from 'zod';
import { oneLine } from '../../../../core/inputs.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import { pushHash } from '../kinds/push-token.ts';
import { keepResults } from '../results/keep.ts';
import type { ChecksServices } from '../services.ts';
import { specOf } from '../spec.ts';
import { findPushCheck } from '../store.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';

const push = operationIn<ChecksServices>()({
  id: 'custom_checks.push',
  summary: 'Report that a job has run',
  description: 'The job of a push check calls this when it has finished. Without a call within the interval plus the grace period, the check fails. The token is the only credential; no key is needed.',
  method: 'POST',
  path: '/api/status/push/{token}',
  access: 'public',
  limit: 'push',
  allowance: 'none',
  maybeNotFound: true,
  input: z.strictObject({
    token: z.string().regex(/^[0-9a-f]{32}$/, 'This is not the token of a push check.'),
    status: z.enum(['up', 'down']).default('up').describe('`down` says that the job has failed'),
    durationMs: z.int().min(0).max(86_400_000).optional().describe('How long it took'),
    message: oneLine(300, 0).optional(),
  }),
  output: z.object({ success: z.literal(true) }),
  examples: [{ input: { token: TOKEN }, says: 'Done' }, { input: { token: TOKEN, status: 'down', message: 'The disk is full' }, says: 'Failed' }],
  audit: { none: 'It is the result of a check, not a change of the account.' },
  run: async ({ now }, services, { token, status, durationMs = null, message }) => {
    const { db } = services;
    const row = await findPushCheck(db, pushHash(token));
    if (!row || row.enabled === 0) throw new Problem('not_found', 'No push check has this token. Copy its URL again, or create a new check.');
    const { intervalSeconds, graceSeconds } = specOf(row);
    await keepResults(db, services, [{
      checkId: row.id, slot: now, dueAt: now + (intervalSeconds + graceSeconds) * 1000, version: row.version,
      result: { at: now, outcome: status, cause: status === 'up' ? null : 'reported', durationMs, status: null }, error: status === 'up' ? null : message ?? 'The job reports that it has failed.', tlsExpiresAt: null, seen: null,
    }], now);
    return { success: true as const };
  },
});

export const pushOperations = [push] as const;
