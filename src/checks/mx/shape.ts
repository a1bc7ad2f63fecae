import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

const Provider = z.object({ name: z.string(), url: z.string().nullable() });

/** `records.mx` in replies. */
export const MxShape = z.looseObject({
  status: Status,
  records: z.array(z.object({ priority: z.number().int(), exchange: z.string() })),
  issues: Issues,
  nullMx: z.boolean(),
  isMicrosoft365: z.boolean(),
  isGoogleWorkspace: z.boolean(),
  provider: Provider.nullable(),
}).meta({ id: 'MxRecord' });
