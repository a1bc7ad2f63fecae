import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.takeover` in replies. */
export const TakeoverShape = z.looseObject({
  status: Status,
  issues: Issues,
  namesLookedAt: z.number().int(),
  names: z.array(z.object({
    name: z.string(),
    target: z.string().nullable(),
    service: z.string().nullable(),
    danger: z.enum(['register', 'claim', 'maybeClaim', 'dangling', 'unused', 'broken']).nullable(),
  })).describe('Names that lead to another one, or to a known service'),
  unread: z.array(z.string()).describe('Names of which a lookup or the page failed, or whose page was not visited because there are so many: what they are in danger of is not known'),
}).meta({ id: 'TakeoverRecord' });
