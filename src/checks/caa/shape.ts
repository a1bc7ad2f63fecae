import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.caa` in replies. */
export const CaaShape = z.looseObject({
  status: Status,
  issues: Issues,
  records: z.array(z.object({ flags: z.number().int(), tag: z.string(), value: z.string() })),
  at: z.string().nullable(),
}).meta({ id: 'CaaRecord' });
