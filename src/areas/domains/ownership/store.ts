import { sql } from 'kysely';
import { Problem } from '../../../core/problem.ts';
import { oneOf, type Db } from '../../../store/index.ts';
import { domainsIn, passing, type DomainFilter, type DomainRow } from '../inventory/index.ts';
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
  return (await ownersOf(db, accountId, [name], now)).get(name) ?? null;
}

/** The hosts of a domain that the account owns: these alone, or all of them, where a proof reaches below its name. */
export type OwnHosts = readonly string[] | 'all';

/** Which hosts of the domain the account owns, of itself and those below: a file of its own host proves nothing below. */
export async function ownHostsOf(db: Db, accountId: string, domain: string, now: number): Promise<OwnHosts> {
  const below = `*.${domain}`;
  const owners = await ownersOf(db, accountId, [domain, `www.${domain}`, below], now);
  return owners.has(below) ? 'all' : [...owners.keys()];
}

export function ownsHost(own: OwnHosts, host: string): boolean {
  return own === 'all' || own.includes(host);
}

/** The same of many names, without those that nothing proves. */
async function ownersOf(db: Db, accountId: string, names: readonly string[], now: number): Promise<ReadonlyMap<string, string>> {
  const above = new Map(names.map(name => [name, withParents(name)]));
  const rows = await tables(db).selectFrom('ownership').innerJoin('domain', 'domain.id', 'ownership.domain_id').selectAll('ownership').select('domain.name')
    .where('domain.account_id', '=', accountId).where(oneOf(tables(db), 'domain.name', 'text', [...new Set([...above.values()].flat())])).execute();
  const methods = new Map(rows.filter(row => isOwned(row, now)).map(row => [row.name, row.method]));
  return new Map([...above].flatMap(([name, candidates]) => {
    const owner = candidates.find(one => (one === name ? methods.has(one) : methods.get(one) === 'dns'));
    return owner === undefined ? [] : [[name, owner] as const];
  }));
}

/** The name and those above it, the longest first, but no top-level domain. */
export function withParents(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, Math.min(MAX_PARENTS, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}

/** Domains of the account that pass the filter, by name and after `last`. */
export function domainsAfter(db: Db, accountId: string, filter: DomainFilter, last: string, limit: number): Promise<Pick<DomainRow, 'id' | 'name'>[]> {
  return passing(domainsIn(db, accountId), filter).where('domain.name', '>', last).orderBy('domain.name').limit(limit).execute();
}

/** A domain with what is known of its ownership, and the domain through which the account owns it; null for neither. */
export interface DomainOwnership extends Pick<DomainRow, 'id' | 'name'> {
  stored: OwnershipRow | null;
  owner: string | null;
}

/** The same of each of these domains of the account. */
export async function ownershipsAmong(db: Db, accountId: string, domains: readonly Pick<DomainRow, 'id' | 'name'>[], now: number): Promise<DomainOwnership[]> {
  const rows = await tables(db).selectFrom('ownership').selectAll().where(oneOf(tables(db), 'domain_id', 'text', domains.map(({ id }) => id))).execute();
  const stored = new Map(rows.map(row => [row.domain_id, row]));
  const owners = await ownersOf(db, accountId, domains.map(({ name }) => name), now);
  return domains.map(({ id, name }) => ({ id, name, stored: stored.get(id) ?? null, owner: owners.get(name) ?? null }));
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
