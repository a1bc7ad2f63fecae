import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.registration` in replies. */
export const RegistrationShape = z.looseObject({
  status: Status,
  issues: Issues,
  registrar: z.object({ name: z.string(), ianaId: z.number().int().nullable() }).nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  statuses: z.array(z.string()),
  nameservers: z.array(z.string()),
  source: z.enum(['rdap', 'whois']).nullable(),
  asOf: z.string().nullable().describe('When the registry answered, if taken from an earlier lookup on the same day; null if it was asked just now'),
}).meta({ id: 'RegistrationRecord' });
