import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AreaServices } from '../../../services.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type DmarcTables } from '../tables.ts';
import { lockAccount } from '../../../platform/account/index.ts';

/** How long the former token still works after a new one was made: DNS is cached, and reporters repeat what failed. */
export const FORMER_TOKEN_DAYS = 30;
const DAY_MS = 86_400_000;
const TOKEN_BYTES = 16;
const TOKEN = /^[0-9a-f]{32}$/;

export type IntakeToken = Selectable<DmarcTables['dmarc_intake']>;
type Means = Pick<AreaServices, 'store' | 'randomBytes'>;

/** Where a token leads to. */
export interface TokenOwner {
  accountId: string;
  /** `public`: it stands in DNS and proves nothing; `published` was secret until it was found there. */
  address: 'public' | 'secret' | 'published';
}

/** The account that a token leads to now; null for one that leads nowhere. */
export async function ownerOfToken(db: Db, token: string, now: number): Promise<TokenOwner | null> {
  const given = token.toLowerCase();
  if (!TOKEN.test(given)) return null;
  const works = (row: { ends_at: number | null } | undefined) => row !== undefined && (row.ends_at === null || row.ends_at > now);
  const known = await tables(db).selectFrom('dmarc_intake').select(['account_id', 'ends_at']).where('token', '=', given).executeTakeFirst();
  if (known) return works(known) ? { accountId: known.account_id, address: 'public' } : null;
  const secret = await tables(db).selectFrom('dmarc_secret_intake').select(['account_id', 'ends_at', 'published_at']).where('token_hash', '=', hashOfToken(given)).executeTakeFirst();
  return secret && works(secret) ? { accountId: secret.account_id, address: secret.published_at === null ? 'secret' : 'published' } : null;
}

/** A new token: 128 random bits. */
export function newToken({ randomBytes }: Pick<Means, 'randomBytes'>): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** By what a secret token is found. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The tokens of the account that work, the current one first; it is made where there is none. */
export async function tokensOf(means: Means, accountId: string, now: number): Promise<[current: IntakeToken, ...former: IntakeToken[]]> {
  const tokens = await working(means.store.db, accountId, now);
  const current = tokens.find(({ ends_at }) => ends_at === null) ?? await means.store.transaction(async tx => {
    await lockAccount(tx, accountId);
    const made = (await working(tx, accountId, now)).find(({ ends_at }) => ends_at === null);
    return made ?? insertToken(tx, means, accountId, now);
  });
  return [current, ...tokens.filter(({ ends_at }) => ends_at !== null)];
}

/** Makes a new token; the former one works for `FORMER_TOKEN_DAYS` more, or not at all where it must end `atOnce`, with all before it. */
export async function rotateToken(tx: Db, means: Pick<Means, 'randomBytes'>, accountId: string, atOnce: boolean, now: number): Promise<IntakeToken[]> {
  await lockAccount(tx, accountId);
  await tables(tx).updateTable('dmarc_intake').set({ ends_at: atOnce ? now : now + FORMER_TOKEN_DAYS * DAY_MS }).where('account_id', '=', accountId)
    .$if(!atOnce, query => query.where('ends_at', 'is', null)).execute();
  const current = await insertToken(tx, means, accountId, now);
  return [current, ...(await working(tx, accountId, now)).filter(({ token }) => token !== current.token)];
}

function working(db: Db, accountId: string, now: number): Promise<IntakeToken[]> {
  return tables(db).selectFrom('dmarc_intake').selectAll().where('account_id', '=', accountId)
    .where(where => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)])).orderBy('created_at', 'desc').orderBy('token').execute();
}

function insertToken(tx: Db, means: Pick<Means, 'randomBytes'>, accountId: string, now: number): Promise<IntakeToken> {
  const token = { token: newToken(means), account_id: accountId, created_at: now, ends_at: null };
  return tables(tx).insertInto('dmarc_intake').values(token).returningAll().executeTakeFirstOrThrow();
}
