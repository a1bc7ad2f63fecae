import { z } from 'zod';

/** `configured`: reached through an alias; `notTested`: nobody looked. */
export const Status = z.enum(['ok', 'configured', 'found', 'missing', 'error', 'notTested']);
export type RecordStatus = z.output<typeof Status>;

/** The issues of a record, as its findings say them. */
export const Issues = z.array(z.string()).describe('What to mend, as sentences, most urgent first; empty when all is well');
