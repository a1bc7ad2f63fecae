import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** One include, redirect or other term of the SPF tree, with what hangs below it. */
const SpfNode: z.ZodType = z.looseObject({
  domain: z.string(),
  lookups: z.number().int(),
  get children() {
    return z.array(SpfNode);
  },
}).meta({ id: 'SpfTree' });

/** `records.spf` in replies. */
export const SpfShape = z.looseObject({
  status: Status,
  record: z.string().nullable(),
  texts: z.array(z.string()).describe('Every TXT record at the domain'),
  issues: Issues,
  lookups: z.number().int().nullable(),
  voidLookups: z.number().int().nullable(),
  tree: SpfNode.nullable(),
}).meta({ id: 'SpfRecord' });
