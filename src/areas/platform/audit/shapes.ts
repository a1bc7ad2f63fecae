import { z } from 'zod';
import { pageInput } from '../../../core/page.ts';
import { periodInput } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';

/** An action by name. */
export const AuditAction = z.string().regex(/^[a-z_.]{1,100}$/, 'Give the name of an action, such as api_key.created.');

/** What the account's log is asked. */
export const AuditQuery = z.strictObject({
  action: several(AuditAction).optional().describe('Only entries of these actions, such as `api_key.created`'),
  ...periodInput,
  ...pageInput,
});

/** One entry, with the link to the entry before it. */
export const AuditRecord = z.object({
  id: z.string(),
  accountId: z.string(),
  seq: z.number().int().describe('1, 2, 3, … without gaps'),
  at: z.string().describe('ISO 8601, UTC'),
  actor: z.object({
    type: z.enum(['key', 'person', 'program', 'visitor']),
    id: z.string().nullable(),
    prefix: z.string().optional().describe('How the key begins'),
    addressHash: z.string().optional().describe('Keyed hash of the client address; equal addresses have equal hashes within the account'),
  }),
  action: z.string(),
  resource: z.object({ type: z.string(), id: z.string() }),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string().nullable(),
  previousHash: z.string().describe('`hash` of the entry before; 64 zeros in the first'),
  hash: z.string().describe('SHA-256 of this entry without `hash`, as RFC 8785 text'),
}).meta({ id: 'AuditEntry' });
export type AuditRecord = z.output<typeof AuditRecord>;
