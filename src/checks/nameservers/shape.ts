import { z } from 'zod';
import { Issues } from '../shape.ts';

const Provider = z.object({ name: z.string(), url: z.string().nullable() });

/** `records.nameservers` in replies. */
export const NameserversShape = z.looseObject({
  status: z.enum(['found', 'error']),
  nameservers: z.array(z.object({ nameserver: z.string(), provider: z.string() })),
  delegation: z.array(z.string()).nullable().describe('The nameservers that the parent zone names; null where it could not be asked'),
  provider: Provider,
  issues: Issues,
}).meta({ id: 'NameserversRecord' });
