import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../../core/canonical-json.ts';
import type { NewId } from '../../../core/ids.ts';
import type { Db } from '../../../store/index.ts';
import { hashOf, NO_HASH, type AuditEntry } from './entry.ts';
import { tables } from './tables.ts';

/** Characters of a keyed hash: 128 bits are enough to tell two addresses apart. */
const KEYED_HASH_LENGTH = 32;

/** Appends one entry to the account's chain; `tx` must be the transaction of the change that it tells of. */
export async function appendAudit(tx: Db, { newId }: { newId: NewId }, entry: AuditEntry): Promise<void> {
  const { accountId } = entry;
  const { seq, previousHash } = await nextLink(tx, accountId);
  const keyedHash = await keyedHashOf(tx, accountId);
  const { email, ...details } = entry.details ?? {};
  const row = {
    id: newId('aud'),
    account_id: accountId,
    seq,
    at: entry.now,
    actor: canonicalJson({ ...entry.actor, addressHash: keyedHash(entry.address) }),
    action: entry.action,
    resource_type: entry.resource.type,
    resource_id: entry.resource.id,
    details: canonicalJson({ ...details, emailHash: keyedHash(typeof email === 'string' ? email.toLowerCase() : null) }),
    request_id: entry.requestId,
    previous_hash: previousHash,
  };
  const hash = hashOf(row);
  await tables(tx).insertInto('audit_entry').values({ ...row, hash }).execute();
  await tables(tx).updateTable('audit_head').set({ hash }).where('account_id', '=', accountId).execute();
}

/** Takes the next number; the row stays locked to the end of the transaction, so that two writers follow one another. */
async function nextLink(tx: Db, accountId: string): Promise<{ seq: number; previousHash: string }> {
  const { seq, hash } = await tables(tx).insertInto('audit_head')
    .values({ account_id: accountId, seq: 1, hash: NO_HASH })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(eb => ({ seq: eb('audit_head.seq', '+', 1) })))
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  return { seq, previousHash: hash };
}

/** Hashes with the account's own key; of an account whose key is destroyed nothing is kept. */
async function keyedHashOf(tx: Db, accountId: string): Promise<(text: string | null) => string | undefined> {
  const row = await tables(tx).selectFrom('account_hashing_key').select('key').where('account_id', '=', accountId).executeTakeFirst();
  return text => (row === undefined || text === null ? undefined : createHmac('sha256', Buffer.from(row.key, 'hex')).update(text).digest('hex').slice(0, KEYED_HASH_LENGTH));
}
