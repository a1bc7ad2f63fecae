import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '../../../store/index.ts';
import { tables, type NotificationTables } from './tables.ts';

export type MailToken = Selectable<NotificationTables['mail_token']>;

const TOKEN_BYTES = 16;

/** Makes the link of an e-mail: 128 bits, of which only the hash is kept. */
export async function makeMailLink(
  tx: Db, { randomBytes, baseUrl }: { randomBytes(size: number): Buffer; baseUrl: string },
  of: Pick<MailToken, 'account_id' | 'channel_id' | 'rule_id'> & { purpose: 'unsubscribe' | 'confirm' }, now: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tables(tx).insertInto('mail_token').values({ token_hash: hashOf(token), ...of, created_at: now }).execute();
  return `${baseUrl}/u/${token}`;
}

/** What the token of a link stands for; null where it is none, or one of a channel that is gone. */
export async function findMailToken(db: Db, token: string): Promise<MailToken | null> {
  return await tables(db).selectFrom('mail_token').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst() ?? null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
