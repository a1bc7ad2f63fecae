import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.smtp` in replies. */
export const SmtpShape = z.looseObject({
  status: Status,
  issues: Issues,
  hosts: z.array(z.object({
    host: z.string(),
    address: z.string().nullable(),
    failure: z.string().nullable(),
    greeting: z.string().nullable(),
    startTls: z.boolean().nullable(),
    protocol: z.string().nullable(),
    cipher: z.string().nullable(),
    certificate: z.object({
      subject: z.string(),
      issuer: z.string(),
      names: z.array(z.string()),
      expiresAt: z.string().nullable(),
      refused: z.string().nullable().describe('Why a sender that checks certificates would refuse it'),
    }).nullable(),
  })),
}).meta({ id: 'SmtpRecord' });
