import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.tlsRpt` in replies. */
export const TlsRptShape = z.looseObject({
  status: Status,
  issues: Issues,
  record: z.string().nullable(),
}).meta({ id: 'TlsRptRecord' });
