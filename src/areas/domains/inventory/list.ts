import { sql, type ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { severities } from '../../../core/finding.ts';
import { operationIn } from '../../../core/operation.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import { grades } from '../../../core/score.ts';
import type { Db } from '../../../store/index.ts';
import type { DomainsServices } from './services.ts';
import { cursorInput, cutSorted, decodeSortCursor, type SortCursor } from '../../../core/sorted-page.ts';
import { recordsOf } from './record.ts';
import { client, group } from './resources.ts';
import { ClientId, DomainRecord, GroupId, Tag } from './shapes.ts';
import { domainsIn, searchable, type DomainRow } from './store.ts';
import type { InventoryTables } from './tables.ts';

/** What the list can be sorted by; what has no value comes last in either direction, and equal ones come by their ids. */
const columns = {
  name: { column: 'name', kind: 'name', nullable: false },
  score: { column: 'score', kind: 'count', nullable: true },
  issues: { column: 'issues', kind: 'count', nullable: false },
  openEvents: { column: 'open_events', kind: 'count', nullable: false },
  checkedAt: { column: 'checked_at', kind: 'time', nullable: true },
  nextCheckAt: { column: 'due_at', kind: 'time', nullable: true },
  expiresAt: { column: 'expires_at', kind: 'time', nullable: true },
  createdAt: { column: 'created_at', kind: 'time', nullable: false },
  updatedAt: { column: 'updated_at', kind: 'time', nullable: false },
} as const;
type SortName = keyof typeof columns;
const sorts = Object.keys(columns).flatMap(name => [name, `-${name}`]) as (SortName | `-${SortName}`)[];

/** Which domains are wanted; what is left out does not matter. */
export const domainFilters = {
  search: z.string().trim().min(1).max(100).optional().describe('A part of the name, also as people read it, or of the note; case does not matter'),
  tag: Tag.optional(),
  group: GroupId.optional(),
  client: ClientId.optional(),
  grade: z.enum(grades).optional(),
  worst: z.enum([...severities, 'none']).optional().describe('The severity of the worst issue; `none` for scanned domains without issues'),
  monitored: z.enum(['true', 'false']).optional(),
};
export type DomainFilter = Partial<Record<keyof typeof domainFilters, string | undefined>>;

const DomainQuery = z.strictObject({
  ...domainFilters,
  sort: z.enum(sorts).default('name').describe('A leading `-` turns the order around; what has no value comes last'),
  ...pageInput,
  cursor: cursorInput,
});

export const listDomains = operationIn<DomainsServices>()({
  id: 'domains.list',
  summary: 'List the domains',
  description: 'The domains of the inventory with the results of their last scan: score, grade, issues, registration expiry and pending changes. Can be searched, filtered and sorted.',
  method: 'GET',
  path: '/api/domains',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { group, client },
  input: DomainQuery,
  output: pageOf(DomainRecord),
  examples: [
    { input: {}, says: 'All domains by name' },
    { input: { sort: 'score', limit: '20' }, says: 'The twenty with the lowest score' },
    { input: { search: 'shop', worst: 'critical' }, says: 'Those with a critical issue and "shop" in the name or note' },
  ],
  run: async ({ caller }, { db, plans }, { sort, limit, cursor, ...filter }) => {
    const { account } = known(caller);
    const list = `domains.list ${sort}`;
    const { column, kind } = columnOf(sort);
    const rows = await sortedDomains(db, account.id, filter, sort, decodeSortCursor(list, kind, cursor), limit + 1);
    const page = cutSorted(list, rows, limit, row => ({ value: row[column], id: row.id }), row => row);
    return { ...page, data: await recordsOf(db, { plans, plan: account.plan }, page.data) };
  },
});

function columnOf(sort: (typeof sorts)[number]) {
  const descending = sort.startsWith('-');
  return { ...columns[(descending ? sort.slice(1) : sort) as SortName], descending };
}

/** The domains that `filter` lets through, in order, after `position`. */
async function sortedDomains(
  db: Db, accountId: string, filter: DomainFilter, sort: (typeof sorts)[number], position: SortCursor | null, limit: number,
): Promise<DomainRow[]> {
  const { column, nullable, descending } = columnOf(sort);
  const ref = `domain.${column}` as const;
  let query = passing(domainsIn(db, accountId), filter);
  if (position) query = query.where(eb => comesAfter(eb as DomainExpression, column, nullable, descending, position));
  if (nullable) query = query.orderBy(sql`${sql.ref(ref)} is null`);
  query = query.orderBy(ref, descending ? 'desc' : 'asc');
  // No two names are equal: then the index of names gives the order.
  if (column !== 'name') query = query.orderBy('domain.id');
  return query.limit(limit).execute();
}

type DomainExpression = ExpressionBuilder<InventoryTables, 'domain'>;
type Column = (typeof columns)[SortName]['column'];

function comesAfter(eb: DomainExpression, column: Column, nullable: boolean, descending: boolean, { value, id }: SortCursor) {
  const ref = `domain.${column}` as const;
  if (column === 'name') return eb(ref, descending ? '<' : '>', value as never);
  if (value === null) return eb.and([eb(ref, 'is', null), eb('domain.id', '>', id)]);
  return eb.or([
    eb(ref, descending ? '<' : '>', value as never),
    eb.and([eb(ref, '=', value as never), eb('domain.id', '>', id)]),
    ...(nullable ? [eb(ref, 'is', null)] : []),
  ]);
}

/** Those of `domains` that the filter lets through. */
export function passing(domains: ReturnType<typeof domainsIn>, filter: DomainFilter): ReturnType<typeof domainsIn> {
  return domains.where(eb => passes(eb as DomainExpression, filter));
}

function passes(eb: DomainExpression, { search, tag, group, client, grade, worst, monitored }: DomainFilter) {
  return eb.and([
    ...(search === undefined ? [] : [sql<boolean>`domain.search like ${`%${searchable(search).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`]),
    ...(tag === undefined ? [] : [eb.exists(eb.selectFrom('domain_tag').select('tag').whereRef('domain_tag.domain_id', '=', 'domain.id').where('tag', '=', tag))]),
    ...(group === undefined ? [] : [eb('domain.group_id', '=', group)]),
    ...(client === undefined ? [] : [eb('domain.client_id', '=', client)]),
    ...(grade === undefined ? [] : [eb('domain.grade', '=', grade)]),
    ...(worst === undefined ? [] : worst === 'none' ? [eb('domain.worst', 'is', null), eb('domain.checked_at', 'is not', null)] : [eb('domain.worst', '=', worst)]),
    ...(monitored === undefined ? [] : [eb('domain.monitored', '=', monitored === 'true' ? 1 : 0)]),
  ]);
}
