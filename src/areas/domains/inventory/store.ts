import type { Insertable, Selectable } from 'kysely';
import { parseDomain, toUnicode } from '../../../core/domain-name.ts';
import { isName } from '../../../core/domain-reference.ts';
import type { Db } from '../../../store/index.ts';
import { tables, type InventoryTables } from './tables.ts';

/** A domain with the names of its labels. */
export type DomainRow = Selectable<InventoryTables['domain']> & { group_name: string | null; client_name: string | null };

const ROWS_A_STATEMENT = 500;

/** The domains of the account. */
export function domainsIn(db: Db, accountId: string) {
  return tables(db).selectFrom('domain')
    .leftJoin('domain_group', 'domain_group.id', 'domain.group_id').leftJoin('client', 'client.id', 'domain.client_id')
    .selectAll('domain').select(['domain_group.name as group_name', 'client.name as client_name'])
    .where('domain.account_id', '=', accountId);
}

/** The domain, or null where the account has none of that id. */
export async function findDomain(db: Db, accountId: string, id: string): Promise<DomainRow | null> {
  return await domainsIn(db, accountId).where('domain.id', '=', id).executeTakeFirst() ?? null;
}

/** The domain of this name or id, or null where the account has none. */
export async function findReferred(db: Db, accountId: string, reference: string): Promise<DomainRow | null> {
  if (!isName(reference)) return findDomain(db, accountId, reference);
  const parsed = parseDomain(reference);
  return parsed.ok ? await domainsIn(db, accountId).where('domain.name', '=', parsed.domain).executeTakeFirst() ?? null : null;
}

/** The tags of each of these domains, sorted. */
export async function tagsOf(db: Db, domainIds: readonly string[]): Promise<(domainId: string) => string[]> {
  const rows = domainIds.length === 0 ? [] : await tables(db).selectFrom('domain_tag').selectAll().where('domain_id', 'in', domainIds).orderBy('tag').execute();
  const byDomain = Map.groupBy(rows, row => row.domain_id);
  return domainId => (byDomain.get(domainId) ?? []).map(({ tag }) => tag);
}

/** What is known of a domain that is added. */
export interface DomainToAdd extends Pick<Insertable<InventoryTables['domain']>, 'id' | 'account_id' | 'name' | 'due_at' | 'created_at'> {
  note?: string | null | undefined;
  group_id?: string | null | undefined;
  client_id?: string | null | undefined;
  profile?: string | null | undefined;
  selectors?: readonly string[] | undefined;
  interval_minutes?: number | null | undefined;
  tags: readonly string[];
}

/** Adds domains, which the account must not have yet. */
export async function insertDomains(tx: Db, domains: readonly DomainToAdd[]): Promise<void> {
  const rows = domains.map(({ id, account_id, name, due_at, created_at, note = null, group_id = null, client_id = null, profile = null, selectors = [], interval_minutes = null }) => ({
    id, account_id, name, due_at, created_at, updated_at: created_at, note, group_id, client_id, profile, interval_minutes,
    search: searchText(name, note), selectors: JSON.stringify([...new Set(selectors)]), monitored: due_at === null ? 0 as const : 1 as const,
    checked_at: null, version: 1,
  }));
  for (const portion of portions(rows)) await tables(tx).insertInto('domain').values(portion).execute();
  await insertTags(tx, domains.flatMap(({ id, tags }) => [...new Set(tags)].map(tag => ({ domain_id: id, tag }))));
}

/** Adds tags; those that are there already stay. Gives the domains that got one. */
export async function insertTags(tx: Db, rows: readonly { domain_id: string; tag: string }[]): Promise<Set<string>> {
  const tagged = new Set<string>();
  for (const portion of portions(rows)) {
    const added = await tables(tx).insertInto('domain_tag').values(portion).onConflict(conflict => conflict.columns(['domain_id', 'tag']).doNothing()).returning('domain_id').execute();
    for (const { domain_id } of added) tagged.add(domain_id);
  }
  return tagged;
}

/** What a search for a domain looks in. */
export function searchText(name: string, note: string | null): string {
  return searchable(`${name} ${toUnicode(name)} ${note ?? ''}`);
}

/** Text as it is searched: two that differ only in case or composition are one. */
export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** `rows` in pieces that fit into one statement. */
export function* portions<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) yield rows.slice(from, from + ROWS_A_STATEMENT);
}

/** The domain of the account that is `host`, or the nearest above it; null where it has none. */
export async function domainAbove(db: Db, accountId: string, host: string): Promise<DomainRow | null> {
  const labels = host.split('.');
  const names = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
  const rows = names.length === 0 ? [] : await domainsIn(db, accountId).where('domain.name', 'in', names).execute();
  return rows.toSorted((a, b) => b.name.length - a.name.length)[0] ?? null;
}
