import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.mtaSts` in replies. */
export const MtaStsShape = z.looseObject({
  status: Status,
  issues: Issues,
  record: z.string().nullable(),
  mode: z.string().nullable(),
}).meta({ id: 'MtaStsRecord' });
