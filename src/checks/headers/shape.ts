import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.headers` in replies. */
export const HeadersShape = z.looseObject({
  status: Status,
  issues: Issues,
  url: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  verified: z.boolean().nullable().describe('False where browsers refuse the certificate: the headers were read without trust'),
  headers: z.record(z.string(), z.string()),
  cookies: z.array(z.object({ name: z.string(), secure: z.boolean(), httpOnly: z.boolean(), sameSite: z.string().nullable() })),
  securityTxt: z.object({ url: z.string(), contacts: z.array(z.string()), expires: z.string().nullable() }).nullable(),
}).meta({ id: 'HeadersRecord' });
