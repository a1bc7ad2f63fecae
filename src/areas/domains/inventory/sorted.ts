import { sql, type RawBuilder } from 'kysely';
import type { SortCursor, SortKind } from '../../../core/sorted-page.ts';
import type { Db } from '../../../store/index.ts';
import type { Measures } from '../../measure.ts';
import { measured, wordsIn, type MeasuredFilter } from './filter.ts';
import { sortable } from './offered.ts';
import { domainsIn, type DomainRow } from './store.ts';
import { tables } from './tables.ts';

/** So many domains are sorted at once; where more pass a filter, they are read in the order until a page is full. */
const FEW = 200;

/** What domains are sorted by that is no measure. */
const own = {
  name: { column: 'name', kind: 'name', nullable: false },
  checkedAt: { column: 'checked_at', kind: 'time', nullable: true },
  nextCheckAt: { column: 'due_at', kind: 'time', nullable: true },
  createdAt: { column: 'created_at', kind: 'time', nullable: false },
  updatedAt: { column: 'updated_at', kind: 'time', nullable: false },
} as const;
export const ownSorts = Object.keys(own) as (keyof typeof own)[];

/** An order of domains: what has no value comes last in either direction, and equal ones come by their ids. */
export interface Order {
  kind: SortKind;
  nullable: boolean;
  descending: boolean;
  /** What it goes by: a column of domains, or a measure. */
  column?: (typeof own)[keyof typeof own]['column'];
  measure?: string;
}

/** A domain, and what it has of that by which it is sorted. */
export type SortedRow = DomainRow & { at: string | number | null };

/** The order that `sort` names, such as `-score`. */
export function orderOf(measures: Measures, sort: string): Order {
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const measure = sortable(measures)[name];
  return measure ? { measure: name, kind: measure.kind, nullable: measure.standard === undefined, descending } : { ...own[name as keyof typeof own], descending };
}

/** The domains of the account that the filter lets through, in order, after `position`. */
export async function sortedDomains(db: Db, accountId: string, of: MeasuredFilter, order: Order, position: SortCursor | null, limit: number): Promise<SortedRow[]> {
  const filters = Object.values(of.filter).filter(value => value !== undefined).length;
  const words = wordsIn(of);
  if (order.measure === undefined ? words.length > 0 : filters > 0) {
    const found = filters === 1 && words[0] ? await having(db, accountId, words[0])
      : await measured(domainsIn(db, accountId), accountId, of, 'all').clearSelect().select('domain.id').limit(FEW + 1).execute();
    if (found.length <= FEW) return sortedAmong(db, accountId, found.map(({ id }) => id), order, position, limit);
  }
  if (order.measure !== undefined) return walked(db, accountId, of, order as MeasureOrder, position, limit);
  // The names have an index.
  return inOrder(measured(domainsIn(db, accountId), accountId, of, order.column === 'name' ? 'each' : 'all'), sql.ref(`domain.${order.column}`), order, position, limit);
}

type Domains = ReturnType<typeof domainsIn>;

/** Domains of the account that have one of the words, from the index alone: a few, and one more. */
async function having(db: Db, accountId: string, [measure, words]: readonly [string, readonly string[]]): Promise<{ id: string }[]> {
  return tables(db).selectFrom('domain_facet').select('domain_id as id').where('account_id', '=', accountId).where('measure', '=', measure).where('word', 'in', words).limit(FEW + 1).execute();
}

/** The same of these few domains. */
async function sortedAmong(db: Db, accountId: string, ids: readonly string[], order: Order, position: SortCursor | null, limit: number): Promise<SortedRow[]> {
  if (ids.length === 0) return [];
  const few = domainsIn(db, accountId).where('domain.id', 'in', ids);
  if (order.measure === undefined) return inOrder(few, sql.ref(`domain.${order.column}`), order, position, limit);
  const joined = few.leftJoin('domain_facet as sorted', join => join.onRef('sorted.domain_id', '=', 'domain.id').on('sorted.measure', '=', order.measure!));
  return inOrder(joined, order.nullable ? sql.ref('sorted.value') : sql`coalesce(${sql.ref('sorted.value')}, 0)`, order, position, limit);
}

/** The first of `domains` by `key`. */
async function inOrder(domains: Domains, key: RawBuilder<unknown>, { column, nullable, descending }: Order, position: SortCursor | null, limit: number): Promise<SortedRow[]> {
  let query = position ? domains.where(comesAfter(key, { column, nullable, descending }, position)) : domains;
  if (nullable) query = query.orderBy(sql`${key} is null`);
  query = query.orderBy(key, descending ? 'desc' : 'asc');
  // No two names are equal: then the index of names gives the order.
  if (column !== 'name') query = query.orderBy('domain.id');
  return query.select(key.as('at')).limit(limit).execute() as Promise<SortedRow[]>;
}

function comesAfter(key: RawBuilder<unknown>, { column, nullable, descending }: Pick<Order, 'nullable' | 'descending'> & { column: Order['column'] | undefined }, { value, id }: SortCursor): RawBuilder<boolean> {
  const beyond = sql<boolean>`${key} ${sql.raw(descending ? '<' : '>')} ${value}`;
  const after = sql<boolean>`${sql.ref('domain.id')} > ${id}`;
  if (column === 'name') return beyond;
  if (value === null) return sql`(${key} is null and ${after})`;
  return sql`(${beyond} or (${key} = ${value} and ${after})${nullable ? sql` or ${key} is null` : sql``})`;
}

type MeasureOrder = Order & { measure: string };

/** The domains by a measure, read in its order: those that have a value along its index, the others by their ids. */
async function walked(db: Db, accountId: string, of: MeasuredFilter, order: MeasureOrder, position: SortCursor | null, limit: number): Promise<SortedRow[]> {
  const standard = order.nullable ? null : 0;
  const othersFirst = standard === 0 && !order.descending;
  const amongOthers = position !== null && position.value === standard;
  const rows: SortedRow[] = [];
  for (const others of [othersFirst, !othersFirst]) {
    // The cursor is beyond all of these.
    if (position !== null && others !== amongOthers && others === othersFirst) continue;
    const from = position !== null && others === amongOthers ? position : null;
    rows.push(...await (others ? withoutValue : withValue)(db, accountId, of, order, from, limit - rows.length));
    if (rows.length === limit) break;
  }
  return rows;
}

/** Has a value other than the one that holds where nothing is known. */
function hasValue(value: 'sorted.value' | 'valued.value', { nullable }: Order): RawBuilder<boolean> {
  return nullable ? sql`${sql.ref(value)} is not null` : sql`${sql.ref(value)} > 0`;
}

async function withValue(db: Db, accountId: string, of: MeasuredFilter, order: MeasureOrder, from: SortCursor | null, limit: number): Promise<SortedRow[]> {
  // SQLite joins in this order, and so along the index.
  const sorted = tables(db).selectFrom('domain_facet as sorted').crossJoin('domain')
    .leftJoin('domain_group', 'domain_group.id', 'domain.group_id').leftJoin('client', 'client.id', 'domain.client_id')
    .selectAll('domain').select(['domain_group.name as group_name', 'client.name as client_name', 'sorted.value as at'])
    .whereRef('domain.id', '=', 'sorted.domain_id')
    .where('sorted.account_id', '=', accountId).where('sorted.measure', '=', order.measure).where(hasValue('sorted.value', order))
    .$if(from !== null, query => query.where('sorted.value', order.descending ? '<=' : '>=', from!.value as number)
      .where(eb => eb.or([eb('sorted.value', '!=', from!.value as number), eb('sorted.domain_id', '>', from!.id)])))
    .orderBy('sorted.value', order.descending ? 'desc' : 'asc').orderBy('sorted.domain_id').limit(limit);
  return await measured(sorted, accountId, of, 'each').execute() as SortedRow[];
}

async function withoutValue(db: Db, accountId: string, of: MeasuredFilter, order: MeasureOrder, from: SortCursor | null, limit: number): Promise<SortedRow[]> {
  const rows = await measured(domainsIn(db, accountId), accountId, of, 'each')
    .where(eb => eb.not(eb.exists(eb.selectFrom('domain_facet as valued').select('valued.domain_id')
      .whereRef('valued.domain_id', '=', 'domain.id').where('valued.measure', '=', order.measure).where(hasValue('valued.value', order)))))
    .$if(from !== null, query => query.where('domain.id', '>', from!.id)).orderBy('domain.id').limit(limit).execute();
  return rows.map(row => ({ ...row, at: order.nullable ? null : 0 }));
}
