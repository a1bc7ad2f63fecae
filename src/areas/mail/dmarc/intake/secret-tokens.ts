import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { domainScanned } from '../../../domains/history/index.ts';
import type { MailboxesServices } from '../mailboxes/services.ts';
import { tables, type DmarcTables } from '../tables.ts';
import { FORMER_TOKEN_DAYS, hashOfToken, newToken } from './tokens.ts';

type Row = Selectable<DmarcTables['dmarc_secret_intake']>;
type Means = Pick<MailboxesServices, 'randomBytes' | 'sealer'>;

const DAY_MS = 86_400_000;
const MAX_TOKENS = 20;
const TOKENS = /\b[0-9a-f]{32}\b/gi;

/** A secret address that works, as those see it who may manage it. */
export interface SecretToken extends Pick<Row, 'created_at' | 'ends_at' | 'published_on' | 'published_at'> {
  /** Null where it was sealed with another key. */
  token: string | null;
}

/** The secret tokens of the account that work, the newest first. */
export async function secretTokensOf(db: Db, { sealer }: Pick<Means, 'sealer'>, accountId: string, now: number): Promise<SecretToken[]> {
  const rows = await tables(db).selectFrom('dmarc_secret_intake').selectAll().where('account_id', '=', accountId)
    .where(where => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)])).orderBy('created_at', 'desc').orderBy('token_hash').execute();
  const current = rows.filter(({ ends_at }) => ends_at === null);
  return [...current, ...rows.filter(({ ends_at }) => ends_at !== null)].map(({ sealed, ...row }) => ({ ...row, token: sealer.open(sealed, accountId) }));
}

/** Makes a secret token; former ones work for `FORMER_TOKEN_DAYS` more, or not at all where they must end `atOnce` or stand in DNS. */
export async function makeSecretToken(tx: Db, means: Means, accountId: string, atOnce: boolean, now: number): Promise<void> {
  await lockAccount(tx, accountId);
  await endSecretTokens(tx, accountId, atOnce, now);
  const token = newToken(means);
  await tables(tx).insertInto('dmarc_secret_intake')
    .values({ token_hash: hashOfToken(token), account_id: accountId, sealed: means.sealer.seal(token, accountId), created_at: now, ends_at: null, published_on: null, published_at: null }).execute();
}

async function endSecretTokens(tx: Db, accountId: string, atOnce: boolean, now: number): Promise<void> {
  const working = () => tables(tx).updateTable('dmarc_secret_intake').where('account_id', '=', accountId).where(where => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]));
  await working().$if(!atOnce, query => query.where('published_at', 'is not', null)).set({ ends_at: now }).execute();
  await working().where('ends_at', 'is', null).set({ ends_at: now + FORMER_TOKEN_DAYS * DAY_MS }).execute();
}

/** Ends all secret tokens of the account now. */
export async function revokeSecretTokens(tx: Db, accountId: string, now: number): Promise<void> {
  await tables(tx).updateTable('dmarc_secret_intake').set({ ends_at: now }).where('account_id', '=', accountId)
    .where(where => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)])).execute();
}

/** A secret token that a scan finds in the DMARC or TLS-RPT record of a domain of the account is none any more: everybody can read it. */
export const hearPublished = domainScanned.heardBy<object>(async (tx, _services, { accountId, name, result, at }) => {
  const { dmarc, tlsRpt } = result.records;
  const tokens = [dmarc.record, tlsRpt?.record].flatMap(record => record?.match(TOKENS) ?? []).slice(0, MAX_TOKENS);
  if (tokens.length === 0) return;
  await tables(tx).updateTable('dmarc_secret_intake').set({ published_on: name, published_at: at }).where('account_id', '=', accountId)
    .where('token_hash', 'in', tokens.map(token => hashOfToken(token.toLowerCase()))).where('published_at', 'is', null).execute();
});
