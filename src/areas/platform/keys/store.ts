import type { Scope } from '../../../core/access.ts';
import type { NewId } from '../../../core/ids.ts';
import type { Cursor } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { present, withoutStatus, type KeyRecord, type KeyRow } from './shapes.ts';
import { hashOfToken, makeKeyToken, prefixOfToken } from './token.ts';
import type { UsageRow } from './usage.ts';
import { tables } from './tables.ts';
import { lockAccount } from '../account/index.ts';

/** Of one account; expired and revoked ones do not count. */
export const MAX_ACTIVE_KEYS = 10;
const ROWS_A_PAGE = 500;

/** What a new key is made of, as the store takes it; times are epoch milliseconds. */
export interface KeyToCreate {
  name: string | null;
  scopes: readonly Scope[];
  rateLimit: number;
  expiresAt: number | null;
  /** The person; null for the program. */
  createdBy: string | null;
  now: number;
}

/**
 * Makes a key and returns its row and the key itself, which is kept nowhere; `tx` must be a transaction.
 * Throws `Problem` `key_limit_reached` for the eleventh active key, however many are made at once.
 */
export async function createKey(
  tx: Db, accountId: string, { newId, randomBytes }: { newId: NewId; randomBytes(size: number): Buffer }, wanted: KeyToCreate,
): Promise<{ row: KeyRow; key: string }> {
  await lockAccount(tx, accountId);
  const active = await countActive(tx, accountId, wanted.now);
  if (active >= MAX_ACTIVE_KEYS) {
    throw new Problem('key_limit_reached', `This account has ${active} active keys, and ${MAX_ACTIVE_KEYS} is the most. Revoke one that is not used.`, { limit: MAX_ACTIVE_KEYS, active });
  }
  const key = makeKeyToken(randomBytes);
  const id = newId('key');
  await tables(tx).insertInto('api_key').values({
    id,
    account_id: accountId,
    name: wanted.name,
    prefix: prefixOfToken(key),
    hash: hashOfToken(key),
    scopes: JSON.stringify(wanted.scopes),
    rate_limit: wanted.rateLimit,
    created_at: wanted.now,
    created_by: wanted.createdBy,
    expires_at: wanted.expiresAt,
    revoked_at: null,
    last_used_at: null,
  }).execute();
  return { row: (await findKey(tx, accountId, id))!, key };
}

/** Active keys of the account, and those of them that end before `soon` (epoch milliseconds); those of one creator where that is given. */
export async function countKeys(db: Db, accountId: string, { now, soon, createdBy }: { now: number; soon: number; createdBy: readonly string[] | undefined }): Promise<{ active: number; endingSoon: number }> {
  const { active, ending } = await tables(db).selectFrom('api_key')
    .select(eb => [eb.fn.countAll<number | string>().as('active'), eb.fn.count<number | string>(eb.case().when('expires_at', '<', soon).then(1).end()).as('ending')])
    .where('account_id', '=', accountId).where('revoked_at', 'is', null).where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .$if(createdBy !== undefined, query => query.where('created_by', 'in', createdBy!)).executeTakeFirstOrThrow();
  return { active: Number(active), endingSoon: Number(ending) };
}

async function countActive(db: Db, accountId: string, now: number): Promise<number> {
  const { active } = await tables(db).selectFrom('api_key').select(eb => eb.fn.countAll<number>().as('active'))
    .where('account_id', '=', accountId).where('revoked_at', 'is', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return active;
}

/** The key, or null where the account has none of that id. */
export async function findKey(db: Db, accountId: string, id: string): Promise<KeyRow | null> {
  return await keys(db, accountId).where('api_key.id', '=', id).executeTakeFirst() ?? null;
}

/** Keys of the account in every state, newest first: at most `limit`, after `position`; those of one creator where that is given. */
export async function newestKeys(db: Db, accountId: string, position: Cursor | null, limit: number, createdBy?: readonly string[]): Promise<KeyRow[]> {
  return keys(db, accountId)
    .$if(createdBy !== undefined, query => query.where('created_by', 'in', createdBy!))
    .$if(position !== null, query => query.where(eb => eb(eb.refTuple('created_at', 'api_key.id'), '<', eb.tuple(position!.at, position!.id))))
    .orderBy('created_at', 'desc').orderBy('api_key.id', 'desc').limit(limit).execute();
}

function keys(db: Db, accountId: string) {
  return tables(db).selectFrom('api_key').leftJoin('auth_user', 'auth_user.id', 'api_key.created_by')
    .selectAll('api_key').select(['auth_user.name as creator_name', 'auth_user.email as creator_email']).where('api_key.account_id', '=', accountId);
}

/** All keys of the account, newest first, for the export of everything that an account holds; of a key itself nothing is known. */
export async function* keysOf(db: Db, accountId: string): AsyncGenerator<Omit<KeyRecord, 'status'>> {
  for (let position: Cursor | null = null; ;) {
    const rows = await newestKeys(db, accountId, position, ROWS_A_PAGE);
    yield* rows.map(withoutStatus);
    const last = rows.at(-1);
    if (!last) return;
    position = { at: last.created_at, id: last.id };
  }
}

/** Revokes the key and returns it, or null where it was revoked already or is not there. */
export async function revokeKey(tx: Db, accountId: string, id: string, now: number): Promise<KeyRow | null> {
  const revoked = await tables(tx).updateTable('api_key').set({ revoked_at: now })
    .where('account_id', '=', accountId).where('id', '=', id).where('revoked_at', 'is', null)
    .returning('id').executeTakeFirst();
  return revoked ? findKey(tx, accountId, id) : null;
}

/** Gives the key another name and returns it, or null where it has that name already. */
export async function renameKey(tx: Db, accountId: string, id: string, name: string | null): Promise<KeyRow | null> {
  const renamed = await tables(tx).updateTable('api_key').set({ name })
    .where('account_id', '=', accountId).where('id', '=', id).where('name', 'is distinct from', name).returning('id').executeTakeFirst();
  return renamed ? findKey(tx, accountId, id) : null;
}

/**
 * Gives the key a new secret, which is kept nowhere; the current one works for `overlapMs` more, never past the expiry. A secret that was still
 * working from an earlier rotation ends. Throws `Problem` `invalid_state` for a key that is revoked or expired.
 */
export async function rotateKey(
  tx: Db, row: KeyRow, randomBytes: (size: number) => Buffer, { overlapMs, now }: { overlapMs: number; now: number },
): Promise<{ row: KeyRow; key: string }> {
  const key = makeKeyToken(randomBytes);
  const until = Math.min(now + overlapMs, row.expires_at ?? Infinity);
  const rotated = await tables(tx).updateTable('api_key')
    .set(eb => ({ previous_hash: eb.ref('hash'), previous_prefix: eb.ref('prefix'), previous_until: until, hash: hashOfToken(key), prefix: prefixOfToken(key), rotated_at: now }))
    .where('account_id', '=', row.account_id).where('id', '=', row.id).where('revoked_at', 'is', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])).returning('id').executeTakeFirst();
  const found = (await findKey(tx, row.account_id, row.id))!;
  if (!rotated) throw new Problem('invalid_state', 'This key is revoked or expired. Create another one.', { current: present(found, now) });
  return { row: found, key };
}

/** What was called with the key since the start of an hour (epoch milliseconds). */
export async function usageSince(db: Db, accountId: string, id: string, hour: number): Promise<UsageRow[]> {
  return tables(db).selectFrom('key_usage').innerJoin('api_key', 'api_key.id', 'key_usage.key_id')
    .select(['key_usage.hour', 'key_usage.operation', 'key_usage.status', 'key_usage.requests'])
    .where('api_key.account_id', '=', accountId).where('key_usage.key_id', '=', id).where('key_usage.hour', '>=', hour)
    .execute();
}
