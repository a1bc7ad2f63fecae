import { sql } from 'kysely';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { challengeName, challengeOf, challengeUrl } from './proof.ts';
import { isOwned, type OwnershipRow } from './state.ts';
import { tables } from './tables.ts';

const TOKEN_BYTES = 16;
const MAX_PARENTS = 8;

/** What is to be published, for people and clients. */
export interface Challenge {
  token: string;
  record: { name: string; type: 'TXT'; value: string };
  file: { url: string; content: string };
}

export function challengeFor(domain: string, token: string): Challenge {
  const value = challengeOf(token);
  return { token, record: { name: challengeName(domain), type: 'TXT', value }, file: { url: challengeUrl(domain), content: value } };
}

/** The ownership of the domain, with a token of its own from the first time on; null where the domain is gone. */
export async function ownershipOf(db: Db, { randomBytes }: { randomBytes(size: number): Buffer }, domainId: string): Promise<OwnershipRow | null> {
  const known = await findOwnership(db, domainId);
  if (known) return known;
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  // Two may ask at once, and the domain may be deleted meanwhile.
  await tables(db).insertInto('ownership').columns(['domain_id', 'token'])
    .expression(eb => eb.selectFrom('domain').select(['domain.id', sql<string>`cast(${token} as text)`.as('token')]).where('domain.id', '=', domainId))
    .onConflict(conflict => conflict.doNothing()).execute();
  return findOwnership(db, domainId);
}

/** What a file of the domain must say to prove it. */
export async function challengeOfDomain(db: Db, services: { randomBytes(size: number): Buffer }, domainId: string): Promise<string> {
  const row = await ownershipOf(db, services, domainId);
  if (!row) throw new Problem('not_found', 'There is no such domain on this account. Check the list for its id.');
  return challengeOf(row.token);
}

async function findOwnership(db: Db, domainId: string): Promise<OwnershipRow | null> {
  return await tables(db).selectFrom('ownership').selectAll().where('domain_id', '=', domainId).executeTakeFirst() ?? null;
}

/** How the ownership of each domain of the account stands, for the export of everything that it holds. */
export async function* ownershipsOf(db: Db, accountId: string): AsyncGenerator<object> {
  yield* await tables(db).selectFrom('ownership').innerJoin('domain', 'domain.id', 'ownership.domain_id').selectAll('ownership')
    .where('domain.account_id', '=', accountId).orderBy('domain.id').execute();
}

/** Stores the outcome of a check. */
export async function saveOwnership(tx: Db, row: OwnershipRow): Promise<void> {
  await tables(tx).updateTable('ownership').set(row).where('domain_id', '=', row.domain_id).execute();
}

/**
 * The name of the domain of the account by which it owns `name`: that itself, or one above it that is proven in the DNS, which
 * is proof for all names below; null where there is none. A file proves no more than its own host.
 */
export async function ownedBy(db: Db, accountId: string, name: string, now: number): Promise<string | null> {
  const labels = name.split('.');
  const names = labels.slice(0, Math.min(MAX_PARENTS, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
  const rows = await tables(db).selectFrom('ownership').innerJoin('domain', 'domain.id', 'ownership.domain_id').selectAll('ownership').select('domain.name')
    .where('domain.account_id', '=', accountId).where('domain.name', 'in', names).execute();
  const proving = rows.filter(row => isOwned(row, now) && (row.name === name || row.method === 'dns'));
  return proving.map(row => row.name).toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** Throws `Problem` `ownership_required`, which says how to prove it, unless the account owns its domain at `now`. */
export async function requireOwnership(tx: Db, accountId: string, domainId: string, now: number): Promise<void> {
  const domain = await tables(tx).selectFrom('domain').select('name').where('account_id', '=', accountId).where('id', '=', domainId).executeTakeFirst();
  if (!domain) throw new Problem('not_found', 'There is no such domain on this account. Check the list for its id.');
  if (await ownedBy(tx, accountId, domain.name, now) !== null) return;
  const at = `/api/domains/${domainId}/ownership`;
  const [record, file] = [challengeName(domain.name), challengeUrl(domain.name)];
  const how = `GET ${at} shows a token: publish it as TXT record at ${record}, or serve it at ${file}, then POST ${at}.`;
  throw new Problem('ownership_required', `This needs proof that ${domain.name} is yours. ${how}`, { domain: domainId, ownership: at, record, file });
}
