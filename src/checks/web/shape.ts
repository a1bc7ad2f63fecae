import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.web` in replies. */
export const WebShape = z.looseObject({
  status: Status,
  issues: Issues,
  url: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  verified: z.boolean().nullable().describe('False where browsers refuse the certificate: the page was read without trust'),
  server: z.string().nullable(),
  redirect: z.string().nullable(),
  hsts: z.object({ maxAgeSeconds: z.number().int(), includeSubDomains: z.boolean(), preload: z.boolean() }).nullable(),
}).meta({ id: 'WebRecord' });
