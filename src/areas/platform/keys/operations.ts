import { z } from 'zod';
import { known, planWithKeys, roleCovers, type Caller } from '../../../core/access.ts';
import { operationIn, type AuditNote, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { invalid } from '../../../core/invalid-input.ts';
import type { AreaServices } from '../../services.ts';
import type { Counters } from '../../../store/index.ts';
import { callsOfKey, HOUR_MS, hourOf } from './hourly-limits.ts';
import { judgeScopes } from './judge.ts';
import { KeyName, KeyPath, KeyQuery, KeyRecord, KeyUsage, NewKey, present, Rotation, type KeyRow } from './shapes.ts';
import { countKeys, createKey, findKey, MAX_ACTIVE_KEYS, newestKeys, renameKey, revokeKey, rotateKey, usageSince } from './store.ts';
import { firstHourOf, summarize } from './usage.ts';

const SOON_MS = 14 * 86_400_000;

/** What the operations on keys need. */
export interface KeysServices extends AreaServices {
  counters: Counters;
  /** Brings what was called with keys, and when last, to the database. */
  usage: { flush(): Promise<void> };
}

/** A key of the account, by its id. */
const apiKey: Resource<KeysServices, KeyRow> = { type: 'API key', load: ({ db }, accountId, id) => findKey(db, accountId, id) };

const KeyReply = z.object({ success: z.literal(true), data: KeyRecord });
const NewKeyReply = KeyReply.extend({ key: z.string().describe('The whole key; null where the reply is a repeated one') });

const listKeys = operationIn<KeysServices>()({
  id: 'keys.list',
  summary: 'List the API keys',
  description: 'The keys of this account in every state, newest first, with who created each and from which network it was used last. Of the key itself only the beginning is shown.',
  method: 'GET',
  path: '/api/api-keys',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  input: KeyQuery,
  output: pageOf(KeyRecord).extend({ counts: z.object({ active: z.number().int(), endingSoon: z.number().int().describe('Active ones that end within 14 days') }).describe('Over all keys, however many the page shows') }),
  examples: [
    { input: {}, says: 'All keys of the account' },
    { input: { createdBy: 'usr_01kb0000000000000000000000' }, says: 'Those that one person created' },
  ],
  run: async ({ caller, now }, { db, usage }, { createdBy, limit, cursor }) => {
    await usage.flush();
    const accountId = known(caller).account.id;
    const rows = await newestKeys(db, accountId, decodeCursor('keys.list', cursor), limit + 1, createdBy);
    const page = cutPage('keys.list', rows, limit, row => ({ at: row.created_at, id: row.id }), row => present(row, now));
    return { ...page, counts: await countKeys(db, accountId, { now, soon: now + SOON_MS, createdBy }) };
  },
});

const createOne = operationIn<KeysServices>()({
  id: 'keys.create',
  summary: 'Create an API key',
  description: `Creates a key and returns it this one time. An account has at most ${MAX_ACTIVE_KEYS} active keys; expired and revoked ones do not count. `
    + 'A reply that is repeated for the same request_key has null instead of the key.',
  method: 'POST',
  path: '/api/api-keys',
  access: 'session',
  role: 'admin',
  plan: planWithKeys,
  allowance: 'none',
  status: 201,
  idempotent: true,
  secrets: ['key'],
  input: NewKey,
  output: NewKeyReply,
  examples: [
    { input: { scopes: ['scans'] }, says: 'A key for the domain check' },
    { input: { name: 'Reporting', scopes: ['domains', 'seo'], expiresAt: '2030-01-01T00:00:00Z', rateLimit: 200 }, says: 'Two scopes, an end and a limit of its own' },
  ],
  judge: (caller, { scopes }) => judgeScopes(known(caller).account, isAdministrator(caller), scopes),
  audit: ({ output }) => keyCreated(output.data),
  run: async (call, services, { name, scopes, expiresAt, rateLimit }) => {
    const { caller, now, respond } = call, { db } = services;
    const { row, key } = await createKey(db, known(caller).account.id, services, {
      name: name ?? null, scopes, rateLimit, expiresAt: readExpiry(expiresAt, now), createdBy: caller.kind === 'session' ? caller.userId : null, now,
    });
    respond.headers['cache-control'] = 'no-store';
    return { success: true as const, data: present(row, now), key };
  },
});

const showKey = operationIn<KeysServices>()({
  id: 'keys.get',
  summary: 'Show an API key',
  description: 'One key of this account, with who created it, from which network it was used last, and whether it is still valid. Of the key itself only the beginning is shown.',
  method: 'GET',
  path: '/api/api-keys/{id}',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  owns: { id: apiKey },
  input: KeyPath,
  output: KeyReply,
  examples: [{ input: { id: 'key_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  run: async ({ caller, now, owned }, { db, usage }, { id }) => {
    await usage.flush();
    return { success: true as const, data: present(await findKey(db, known(caller).account.id, id) ?? owned.id, now) };
  },
});

const renameOne = operationIn<KeysServices>()({
  id: 'keys.rename',
  summary: 'Rename an API key',
  description: 'Gives a key another name; null takes it away. Scopes, limit and expiry of a key cannot be changed: create another one for that.',
  method: 'PATCH',
  path: '/api/api-keys/{id}',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  owns: { id: apiKey },
  input: KeyName,
  output: KeyReply,
  examples: [{ input: { id: 'key_01hzy3v4qk8m0p2r5s7t9w1x3z', name: 'Nightly report' }, says: 'Another name' }],
  audit: ({ input, output }) => ({ action: 'api_key.renamed', resource: { type: 'api_key', id: output.data.id }, details: { name: input.name } }),
  run: async ({ caller, now, owned, nothingChanged }, { db }, { id, name }) => {
    const renamed = await renameKey(db, known(caller).account.id, id, name);
    if (renamed === null) nothingChanged();
    return { success: true as const, data: present(renamed ?? owned.id, now) };
  },
});

const rotateOne = operationIn<KeysServices>()({
  id: 'keys.rotate',
  summary: 'Rotate an API key',
  description: 'Gives a key a new secret and returns it this one time. The current one keeps working for the overlap, at most seven days and never past the expiry, '
    + 'so that programs can change over one by one; one from an earlier rotation ends at once. It stays one key: one limit, one usage, and revoking it ends both.',
  method: 'POST',
  path: '/api/api-keys/{id}/rotate',
  access: 'session',
  role: 'admin',
  plan: planWithKeys,
  allowance: 'none',
  idempotent: true,
  secrets: ['key'],
  owns: { id: apiKey },
  input: Rotation,
  output: NewKeyReply,
  examples: [
    { input: { id: 'key_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'The old secret works for another day' },
    { input: { id: 'key_01hzy3v4qk8m0p2r5s7t9w1x3z', overlapHours: 0 }, says: 'A secret that leaked: it ends at once' },
  ],
  audit: ({ output }) => keyRotated(output.data),
  run: async ({ now, owned, respond }, { db, randomBytes }, { overlapHours }) => {
    const { row, key } = await rotateKey(db, owned.id, randomBytes, { overlapMs: overlapHours * HOUR_MS, now });
    respond.headers['cache-control'] = 'no-store';
    return { success: true as const, data: present(row, now), key };
  },
});

const revokeOne = operationIn<KeysServices>()({
  id: 'keys.revoke',
  summary: 'Revoke an API key',
  description: 'Ends a key: the very next request with it answers 401. The record stays in the list; revoking it again changes nothing.',
  method: 'DELETE',
  path: '/api/api-keys/{id}',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  owns: { id: apiKey },
  input: KeyPath,
  output: KeyReply,
  examples: [{ input: { id: 'key_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  audit: ({ output }) => keyRevoked(output.data),
  run: async ({ caller, now, owned, nothingChanged }, { db }, { id }) => {
    const accountId = known(caller).account.id;
    const revoked = await revokeKey(db, accountId, id, now);
    if (revoked === null) nothingChanged();
    return { success: true as const, data: present(revoked ?? await findKey(db, accountId, id) ?? owned.id, now) };
  },
});

const showUsage = operationIn<KeysServices>()({
  id: 'keys.usage',
  summary: 'Show the usage of an API key',
  description: 'The hourly limit of the key, and what was called with it in the last 24 clock hours, by hour, operation and status.',
  method: 'GET',
  path: '/api/api-keys/{id}/usage',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  owns: { id: apiKey },
  input: KeyPath,
  output: z.object({ success: z.literal(true), data: KeyUsage }),
  examples: [{ input: { id: 'key_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  run: async ({ caller, now, owned }, { db, counters, usage }, { id }) => {
    await usage.flush();
    const { rate_limit: rateLimit } = owned.id;
    const startsAt = hourOf(now);
    const used = Math.min(await callsOfKey(counters, id, now), rateLimit);
    const rows = await usageSince(db, known(caller).account.id, id, firstHourOf(now));
    const currentHour = { startsAt: new Date(startsAt).toISOString(), used, remaining: rateLimit - used, resetsAt: new Date(startsAt + HOUR_MS).toISOString() };
    return { success: true as const, data: { keyId: id, rateLimit, currentHour, last24Hours: summarize(rows, now) } };
  },
});

/** The audit note for a key that was made. */
export function keyCreated({ id, prefix, scopes }: KeyRecord): AuditNote {
  return { action: 'api_key.created', resource: { type: 'api_key', id }, details: { prefix, scopes } };
}

/** The audit note for a key that got a new secret. */
export function keyRotated({ id, prefix, previous }: KeyRecord): AuditNote {
  return { action: 'api_key.rotated', resource: { type: 'api_key', id }, details: { prefix, previousPrefix: previous?.prefix ?? null, previousUntil: previous?.worksUntil ?? null } };
}

function keyRevoked({ id, prefix, scopes }: KeyRecord): AuditNote {
  return { action: 'api_key.revoked', resource: { type: 'api_key', id }, details: { prefix, scopes } };
}

function isAdministrator(caller: Caller): boolean {
  return caller.kind === 'session' && caller.account.operator && roleCovers(caller.role, 'admin');
}

const MAX_YEARS = 10;

/** The moment in epoch milliseconds; null without one. Throws `Problem` for one that is past or too far away. */
export function readExpiry(expiresAt: string | null | undefined, now: number): number | null {
  if (expiresAt === undefined || expiresAt === null) return null;
  const at = Date.parse(expiresAt);
  if (at <= now) throw invalid([{ path: ['expiresAt'], message: 'Give a moment in the future.' }]);
  if (at > new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + MAX_YEARS)) {
    throw invalid([{ path: ['expiresAt'], message: `Give a moment at most ${MAX_YEARS} years away, or none.` }]);
  }
  return at;
}

export const keysOperations = [listKeys, createOne, showKey, revokeOne, showUsage, renameOne, rotateOne] as const;
