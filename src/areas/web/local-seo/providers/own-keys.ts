import { keyedProviders, type KeyedProvider, type LocalSearch, type ProfileGrant, type SearchCredentials, type SearchProvider } from '../../../../core/outside/local-search.ts';
import type { Db } from '../../../../store/index.ts';
import type { LocalSeoServices } from '../services.ts';
import { tables } from '../tables.ts';
import type { OwnKey } from './ask.ts';

/** What an account can have a key of its own for; the last one is no provider of ranks. */
export const connectable = [...keyedProviders, 'businessProfile'] as const;
export type Connectable = (typeof connectable)[number];

/** Whose key a run uses, and so who pays. */
export type Payer = 'account' | 'operator';

type Sealing = Pick<LocalSeoServices, 'db' | 'sealer'>;

/** What the account has keys for, with when each was entered. */
export async function keysOf(db: Db, accountId: string): Promise<Map<Connectable, number>> {
  const rows = await tables(db).selectFrom('local_provider_key').select(['provider', 'created_at']).where('account_id', '=', accountId).execute();
  return new Map(rows.map(({ provider, created_at: at }) => [provider as Connectable, at]));
}

/** Keeps a key in place of the one before. */
export async function saveKey({ db, sealer, newId }: Sealing & Pick<LocalSeoServices, 'newId'>, accountId: string, provider: Connectable, credentials: SearchCredentials | ProfileGrant, now: number): Promise<void> {
  await deleteKey(db, accountId, provider);
  const id = newId('lpk');
  await tables(db).insertInto('local_provider_key').values({ id, account_id: accountId, provider, secret: sealer.seal(JSON.stringify(credentials), id), created_at: now }).execute();
}

/** Says whether there was one. */
export async function deleteKey(tx: Db, accountId: string, provider: Connectable): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('local_provider_key').where('account_id', '=', accountId).where('provider', '=', provider).executeTakeFirst();
  return numDeletedRows > 0n;
}

async function openKey<Kept>({ db, sealer }: Sealing, accountId: string, provider: Connectable): Promise<Kept | null> {
  const row = await tables(db).selectFrom('local_provider_key').selectAll().where('account_id', '=', accountId).where('provider', '=', provider).executeTakeFirst();
  const opened = row ? sealer.open(row.secret, row.id) : null;
  return opened === null ? null : JSON.parse(opened) as Kept;
}

/** Who pays for questions to the provider: the account where it has a key, else the operator. */
export async function payerOf(db: Db, accountId: string, provider: SearchProvider, { takesKeys }: Pick<LocalSearch, 'takesKeys'>): Promise<Payer> {
  return takesKeys && (await keysOf(db, accountId)).has(provider as KeyedProvider) ? 'account' : 'operator';
}

/** The account's key for a run that it pays for; null for one that the operator pays for; `gone` where the key was removed or does not open. */
export async function keyForRun(services: Sealing, accountId: string, { provider, payer }: { provider: SearchProvider; payer?: Payer }): Promise<OwnKey | null | 'gone'> {
  if (payer !== 'account') return null;
  const credentials = await openKey<SearchCredentials>(services, accountId, provider as KeyedProvider);
  return credentials === null ? 'gone' : { credentials, accountId };
}

/** The account's grant for Google Business Profile; null where it has none. */
export function grantOf(services: Sealing, accountId: string): Promise<ProfileGrant | null> {
  return openKey(services, accountId, 'businessProfile');
}

/** Why a run cannot go on whose key is gone. */
export const KEY_GONE = 'the key of the account was removed; enter one with PUT /api/local-seo/providers/<provider>';
