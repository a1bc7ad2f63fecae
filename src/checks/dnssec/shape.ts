import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.dnssec` in replies. */
export const DnssecShape = z.looseObject({
  status: Status,
  issues: Issues,
  chain: z.array(z.object({
    zone: z.string(),
    status: z.enum(['secure', 'insecure', 'bogus', 'indeterminate', 'notValidated']),
    reason: z.object({ code: z.string(), zone: z.string(), detail: z.string() }).nullable(),
  })).describe('From the root to the zone that holds the domain, as far as the way is secure; empty where nothing is validated'),
  algorithm: z.string().nullable(),
  keys: z.array(z.object({ keyTag: z.number().int(), algorithm: z.number().int(), flags: z.number().int(), bits: z.number().int().nullable() })),
  ds: z.array(z.object({ keyTag: z.number().int(), algorithm: z.number().int(), digestType: z.number().int(), digest: z.string() })),
  denial: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('nsec') }),
    z.object({ kind: z.literal('nsec3'), iterations: z.number().int(), saltBytes: z.number().int(), optOut: z.boolean() }),
  ]).nullable(),
}).meta({ id: 'DnssecRecord' });
