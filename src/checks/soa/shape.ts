import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.soa` in replies. */
export const SoaShape = z.looseObject({
  status: Status,
  issues: Issues,
  zone: z.string(),
  mname: z.string().nullable(),
  rname: z.string().nullable(),
  serial: z.number().int().nullable(),
  refresh: z.number().int().nullable(),
  retry: z.number().int().nullable(),
  expire: z.number().int().nullable(),
  minimum: z.number().int().nullable(),
}).meta({ id: 'SoaRecord' });
