import { z } from 'zod';

/** `configured`: reached through an alias; `notTested`: not looked up. */
export const Status = z.enum(['ok', 'configured', 'found', 'missing', 'error', 'notTested']);
export type RecordStatus = z.output<typeof Status>;

/** The issues of a record, as its findings say them. */
export const Issues = z.array(z.string()).describe('What to fix, as sentences, most urgent first; empty when everything is fine');
