import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.ciphers` in replies. */
export const CiphersShape = z.looseObject({
  status: Status,
  issues: Issues,
  level: z.enum(['modern', 'intermediate', 'old']).nullable().describe('The strictest of Mozilla\'s guidelines that allows all that is offered'),
  versions: z.array(z.looseObject({ version: z.string(), suites: z.array(z.looseObject({ name: z.string() })) })),
}).meta({ id: 'CiphersRecord' });
