import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

const Policy = z.enum(['none', 'quarantine', 'reject']);
const Policies = z.object({ domain: Policy, subdomain: Policy, nonexistent: Policy });

/** `records.dmarc` in replies. */
export const DmarcShape = z.looseObject({
  status: Status,
  record: z.string().nullable(),
  issues: Issues,
  policy: Policies.nullable(),
  foundAt: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  receivers: z.array(z.object({
    standard: z.enum(['RFC 9989', 'RFC 7489']),
    organizationalDomain: z.string(),
    foundAt: z.string().nullable(),
    policy: Policies.nullable().describe('What these receivers read; null where they apply no DMARC'),
    applied: Policies.nullable().describe('What they act by: the next weaker policies where they know that the record is in test mode'),
    percent: z.int().describe('The part of failing mail that they act on so; the rest gets the next weaker policy'),
    notes: z.array(z.string()).describe('Tags that they read in a way of their own'),
  })).optional().describe('Two columns: receivers that follow RFC 9989, and those that follow RFC 7489; left out in results of older versions'),
  walk: z.array(z.object({ name: z.string(), outcome: z.enum(['found', 'absent', 'failed']), records: z.array(z.string()) }))
    .describe('The names that were asked for a record, from the domain up'),
}).meta({ id: 'DmarcRecord' });
