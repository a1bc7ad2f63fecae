import type { Updateable } from 'kysely';
import type { Account } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import type { DomainsServices } from './services.ts';
import { dueAfter, intervalOf } from './interval.ts';
import type { DomainChange } from './shapes.ts';
import { findDomain, insertTags, searchText, tagsOf, type DomainRow } from './store.ts';
import { tables, type InventoryTables } from './tables.ts';

type Columns = Updateable<InventoryTables['domain']>;

/** Changes what is given; `conflict` where the domain has another version than the one that was read, or is gone. */
export async function changeDomain(tx: Db, { plans }: Pick<DomainsServices, 'plans'>, account: Account, given: DomainChange, now: number): Promise<'changed' | 'same' | 'conflict'> {
  const row = await findDomain(tx, account.id, given.id);
  if (!row || (given.version !== undefined && given.version !== row.version)) return 'conflict';
  const set = { ...labelColumns(row, given), ...watchColumns(row, given, own => intervalOf(plans, account.plan, own), now) };
  const tags = given.tags && [...new Set(given.tags)].toSorted();
  const retag = tags !== undefined && tags.join() !== (await tagsOf(tx, [row.id]))(row.id).join();
  if (!retag && Object.entries(set).every(([column, value]) => row[column as keyof DomainRow] === value)) return 'same';
  const { numUpdatedRows } = await tables(tx).updateTable('domain').set({ ...set, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id).where('version', '=', row.version).executeTakeFirst();
  if (numUpdatedRows === 0n) return 'conflict';
  if (retag) {
    await tables(tx).deleteFrom('domain_tag').where('domain_id', '=', row.id).execute();
    await insertTags(tx, tags.map(tag => ({ domain_id: row.id, tag })));
  }
  return 'changed';
}

function labelColumns({ name }: DomainRow, { note, group, client, profile, dkimSelectors }: DomainChange): Columns {
  return {
    ...(note === undefined ? {} : { note: note || null, search: searchText(name, note) }),
    ...(group === undefined ? {} : { group_id: group }),
    ...(client === undefined ? {} : { client_id: client }),
    ...(profile === undefined ? {} : { profile }),
    ...(dkimSelectors === undefined ? {} : { selectors: JSON.stringify([...new Set(dkimSelectors)]) }),
  };
}

/** A domain monitored from now on, or at another interval, is scanned when the interval has passed since the last scan. */
function watchColumns(row: DomainRow, { monitored = row.monitored === 1, intervalMinutes = row.interval_minutes }: Pick<DomainChange, 'monitored' | 'intervalMinutes'>, every: (own: number | null) => number, now: number): Columns {
  if (monitored === (row.monitored === 1) && intervalMinutes === row.interval_minutes) return {};
  const due_at = monitored ? dueAfter(row.checked_at ?? row.created_at, every(intervalMinutes), row.id, now) : null;
  return { monitored: monitored ? 1 : 0, interval_minutes: intervalMinutes, due_at };
}
