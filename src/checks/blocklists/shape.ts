import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.blocklists` in replies. */
export const BlocklistsShape = z.looseObject({
  status: Status,
  issues: Issues,
  lists: z.array(z.object({
    zone: z.string(),
    name: z.string(),
    lists: z.enum(['addresses', 'domains']),
    fault: z.string().nullable().describe('Why the list is unreliable today and was not queried; null if it works'),
  })),
  unread: z.object({ mail: z.string().nullable(), web: z.string().nullable() }).describe('Why not all addresses of mail servers, and of the website, are known; null if they are'),
  targets: z.array(z.object({
    role: z.enum(['mail', 'web', 'domain']),
    target: z.string(),
    host: z.string(),
    answers: z.array(z.object({
      zone: z.string(),
      state: z.enum(['listed', 'clean', 'unknown']),
      codes: z.array(z.object({ code: z.string(), weight: z.enum(['abuse', 'policy', 'notice']).describe('`abuse`: mail is refused; `policy`: the address should send no mail itself; `notice`: blocks little'), meaning: z.string() })),
      text: z.string().nullable(),
      cause: z.string().nullable(),
    })),
  })),
}).meta({ id: 'BlocklistsRecord' });
