import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

const DkimSelector = z.object({
  status: z.enum(['ok', 'configured', 'missing', 'error']),
  record: z.string().nullable(),
  keyType: z.string().nullable(),
  keyBits: z.number().int().nullable(),
  via: z.string().nullable(),
  revoked: z.boolean().default(false).describe('Whether the record withdraws its key (RFC 6376 §3.6.1); its status is then `missing`'),
});

/** `records.dkim` in replies. */
export const DkimShape = z.looseObject({
  status: Status,
  record: z.string().nullable(),
  issues: Issues,
  foundSelector: z.string().nullable(),
  selectors: z.record(z.string(), DkimSelector),
}).meta({ id: 'DkimRecord' });
