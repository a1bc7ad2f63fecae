import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.bimi` in replies. */
export const BimiShape = z.looseObject({
  status: Status,
  issues: Issues,
  record: z.string().nullable(),
}).meta({ id: 'BimiRecord' });
