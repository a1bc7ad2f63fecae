import type { Selectable } from 'kysely';
import { z } from 'zod';
import { scopes, type Scope } from '../../../core/access.ts';
import { oneLine } from '../../../core/inputs.ts';
import { pageInput } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import { keyHourly } from './hourly-limits.ts';
import type { KeyTables } from './tables.ts';

/** Which keys a list shows. */
export const KeyQuery = z.strictObject({
  createdBy: several(z.string().regex(/^[\w-]{1,64}$/, 'Give the id of a person, as the list of people shows it.')).optional().describe('Only keys that these people created, also after their removal'),
  ...pageInput,
});

const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');

/** Names one key in the path. */
export const KeyPath = z.strictObject({ id: Id.describe('Id of the key') });

const Name = oneLine(100).describe('A name to tell keys apart');

/** The name that a key is to have from now on; null takes it away. */
export const KeyName = KeyPath.extend({ name: Name.nullable() });

/** The longest that a previous secret may keep working. */
const MAX_OVERLAP_HOURS = 7 * 24;
const USUAL_OVERLAP_HOURS = 24;

/** How a key is rotated. */
export const Rotation = KeyPath.extend({
  overlapHours: z.number().int().min(0).max(MAX_OVERLAP_HOURS).default(USUAL_OVERLAP_HOURS)
    .describe('How long the current secret keeps working, never past the expiry of the key; 0 ends it at once'),
});

/** What a new key is made of. */
export const NewKey = z.strictObject({
  name: Name.optional(),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).refine(given => new Set(given).size === given.length, 'Name each scope once.')
    .describe('At least one resource scope; `write` comes on top of it (Enterprise plan)'),
  expiresAt: z.iso.datetime({ offset: true }).nullish().describe('A future moment, at most ten years away; without it, or with null, the key does not expire'),
  rateLimit: z.number().int().min(1).max(keyHourly.max).default(keyHourly.standard).describe('Requests in a clock hour'),
});
export type NewKey = z.output<typeof NewKey>;

/** A key as it is shown; the key itself is shown only once, when it is created. */
export const KeyRecord = z.object({
  id: z.string(),
  name: z.string().nullable(),
  prefix: z.string().describe('How the key begins'),
  scopes: z.array(z.enum(scopes)),
  rateLimit: z.number().int().describe('Requests in a clock hour'),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.string(),
  createdBy: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable()
    .describe('The person who created it, without name and address after their removal; null for the command line'),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  lastUsedFrom: z.string().nullable().describe('The network of the last call: the /24 of an IPv4 address, the /48 of an IPv6 address'),
  rotatedAt: z.string().nullable().describe('When it got the secret that it has now; null where that is its first'),
  previous: z.object({ prefix: z.string(), worksUntil: z.string() }).nullable().describe('The secret before the last rotation: it works until then, and is refused with `key_expired` afterwards'),
}).meta({ id: 'ApiKey' });
export type KeyRecord = z.output<typeof KeyRecord>;

/** A key with the name and address of its creator, null where that is nobody of the account. */
export type KeyRow = Selectable<KeyTables['api_key']> & { creator_name: string | null; creator_email: string | null };

/** The key as it stands at `now`. */
export function present(row: KeyRow, now: number): KeyRecord {
  return { ...withoutStatus(row), status: statusOf(row, now) };
}

/** What is true of the key at any time. */
export function withoutStatus(row: KeyRow): Omit<KeyRecord, 'status'> {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    rateLimit: row.rate_limit,
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.created_by === null ? null : { id: row.created_by, name: row.creator_name, email: row.creator_email },
    expiresAt: isoOf(row.expires_at),
    revokedAt: isoOf(row.revoked_at),
    lastUsedAt: isoOf(row.last_used_at),
    lastUsedFrom: row.last_network,
    rotatedAt: isoOf(row.rotated_at),
    previous: row.previous_prefix === null ? null : { prefix: row.previous_prefix, worksUntil: isoOf(row.previous_until)! },
  };
}

function statusOf({ revoked_at, expires_at }: KeyRow, now: number): KeyRecord['status'] {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const Counts = { requests: z.number().int(), errors: z.number().int(), limited: z.number().int() };

/** What was called with a key. */
export const KeyUsage = z.object({
  keyId: z.string(),
  rateLimit: z.number().int(),
  currentHour: z.object({
    startsAt: z.string(),
    used: z.number().int().describe('Requests that the limit let through'),
    remaining: z.number().int(),
    resetsAt: z.string(),
  }),
  last24Hours: z.object({
    requests: z.number().int().describe('All requests with a key that was valid, refused ones too'),
    errors: z.number().int().describe('Replies with a status of 400 and above, 429 left out'),
    limited: z.number().int().describe('Replies with the status 429'),
    byHour: z.array(z.object({ startsAt: z.string(), ...Counts })).length(24).describe('Oldest first; the last one is the current hour'),
    byOperation: z.array(z.object({ operation: z.string(), requests: z.number().int() })),
    byStatus: z.record(z.string(), z.number().int()),
  }),
}).meta({ id: 'ApiKeyUsage' });
export type KeyUsage = z.output<typeof KeyUsage>;
