import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.dane` in replies. */
export const DaneShape = z.looseObject({
  status: Status,
  issues: Issues,
  hosts: z.array(z.object({
    host: z.string(),
    records: z.array(z.object({ usage: z.number().int(), selector: z.number().int(), matchingType: z.number().int(), association: z.string() })),
    security: z.enum(['secure', 'insecure', 'bogus', 'indeterminate', 'notValidated']).nullable().describe('DNSSEC status of the TLSA records; null if not queried'),
  })),
}).meta({ id: 'DaneRecord' });
