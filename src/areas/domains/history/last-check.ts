import { operationIn } from '../../../core/operation.ts';
import type { AreaServices } from '../../services.ts';
import { CheckResult } from '../check/index.ts';
import { domain, DomainPath, replyOf } from '../inventory/index.ts';
import { latestResult } from './snapshots/index.ts';

export const showLastCheck = operationIn<AreaServices>()({
  id: 'domains.last_check',
  summary: 'Show the last check of a domain',
  description: 'The last look that was kept as the whole reply of the domain check: every record, every finding with its evidence and its remedy. Nothing is looked up anew. '
    + 'How long it took and what it asked is not kept, and told as 0.',
  method: 'GET',
  path: '/api/domains/{id}/last-check',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: DomainPath,
  output: replyOf(CheckResult.nullable().describe('Null before the first look')),
  examples: [{ input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  run: async (_call, { db }, { id }) => ({ success: true as const, data: (await latestResult(db, id))?.result ?? null }),
});
