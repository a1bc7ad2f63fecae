import { createHash, createHmac } from 'node:crypto';
import { roleCovers, type Role } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

const TOKEN_CHARACTERS = 32;
const LOCAL_PART = /^reply-([0-9a-f]{32})$/;

/** The address that replies of this person to this thread go to: 128 bits that nobody guesses. Noted, so that it leads back. */
export async function replyAddressFor(tx: Db, { host, key }: { host: string; key: Uint8Array }, threadId: string, personId: string): Promise<string> {
  const token = createHmac('sha256', key).update(`${threadId} ${personId}`).digest('hex').slice(0, TOKEN_CHARACTERS);
  await tables(tx).insertInto('support_reply_address').values({ token_hash: hashOf(token), thread_id: threadId, person_id: personId }).onConflict(conflict => conflict.doNothing()).execute();
  return `reply-${token}@${host}`;
}

/** Where an address leads: the thread, and the person who has it. */
export interface ReplyTarget {
  threadId: string;
  accountId: string;
  personId: string;
  /** The account of the person: the operator's, on that side. */
  personAccountId: string;
  /** The address that the person writes from. */
  email: string;
  side: 'account' | 'operator';
}

/** Whether the part before the @ is that of an address for replies, whether or not it leads anywhere. */
export function isReplyAddress(localPart: string): boolean {
  return LOCAL_PART.test(localPart.toLowerCase());
}

/** Where the address leads; null for one that leads nowhere, also since its person has left or may no longer write there. */
export async function targetOf(db: Db, localPart: string): Promise<ReplyTarget | null> {
  const token = LOCAL_PART.exec(localPart.toLowerCase())?.[1];
  if (token === undefined) return null;
  const row = await tables(db).selectFrom('support_reply_address').innerJoin('support_thread', 'support_thread.id', 'support_reply_address.thread_id')
    .innerJoin('auth_user', 'auth_user.id', 'support_reply_address.person_id').innerJoin('account', 'account.id', 'auth_user.accountId')
    .select(['support_thread.id', 'support_thread.account_id', 'auth_user.id as person_id', 'auth_user.email', 'auth_user.accountId as of', 'auth_user.role', 'account.operator'])
    .where('token_hash', '=', hashOf(token)).executeTakeFirst();
  if (!row) return null;
  const side = row.of === row.account_id ? 'account' : 'operator';
  const may = side === 'account' ? roleCovers(row.role as Role, 'member') : row.operator === 1 && roleCovers(row.role as Role, 'admin');
  return may ? { threadId: row.id, accountId: row.account_id, personId: row.person_id, personAccountId: row.of, email: row.email, side } : null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
