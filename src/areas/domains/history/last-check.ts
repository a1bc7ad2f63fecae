import { z } from 'zod';
import { findingsInput, wanted } from '../../../core/findings/wanted.ts';
import { operationIn } from '../../../core/operation.ts';
import type { AreaServices } from '../../services.ts';
import { ScanResult } from '../check/index.ts';
import { domain, DomainPath, replyOf } from '../inventory/index.ts';
import { latestResult } from './snapshots/index.ts';

export const showLastCheck = operationIn<AreaServices>()({
  id: 'domains.last_check',
  summary: 'Show the last check of a domain',
  description: 'The last stored scan as a checkup replies it, without verdict and next actions: every record, every finding with its evidence and its fix. Nothing is looked up again. '
    + 'Scheduled scans read some records once a day; `asOf` says when. Its duration and number of queries are not stored, and reported as 0.',
  method: 'GET',
  path: '/api/domains/{id}/last-check',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: z.strictObject({ ...DomainPath.shape, ...findingsInput }),
  output: replyOf(ScanResult.nullable().describe('Null before the first scan')),
  examples: [{ input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  run: async (_call, { db }, { id, findings }) => {
    const latest = await latestResult(db, id);
    return { success: true as const, data: latest && wanted(latest.result, findings) };
  },
});
