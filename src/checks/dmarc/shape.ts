import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

const Policy = z.enum(['none', 'quarantine', 'reject']);

/** `records.dmarc` in replies. */
export const DmarcShape = z.looseObject({
  status: Status,
  record: z.string().nullable(),
  issues: Issues,
  policy: z.object({ domain: Policy, subdomain: Policy, nonexistent: Policy }).nullable(),
  foundAt: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  walk: z.array(z.object({ name: z.string(), outcome: z.enum(['found', 'absent', 'failed']), records: z.array(z.string()) }))
    .describe('The names that were asked for a record, from the domain up'),
});
