import type { Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import type { EventRow } from '../../domains/events/index.ts';
import { domainsIn, eventMeasures, facetsOf, passing, portions, scanMeasures, type DomainFilter } from '../../domains/inventory/index.ts';
import type { DomainSummary } from './build.ts';
import type { Change } from './shapes.ts';
import type { Move } from './weekly-notice.ts';
import { tables } from './tables.ts';

const ROWS_A_PAGE = 500;
const MAX_CHANGES = 100;
const MAX_EVENTS = 1000;

/** How all domains of the account stand that pass the filter. */
export async function domainSummaries(db: Db, accountId: string, filter: DomainFilter): Promise<(DomainSummary & { id: string })[]> {
  const found: (DomainSummary & { id: string })[] = [];
  const query = passing(domainsIn(db, accountId), filter).clearSelect().select(['domain.id', 'domain.name', 'domain.checked_at']);
  for (let last = '';;) {
    const rows = await query.where('domain.id', '>', last).orderBy('domain.id').limit(ROWS_A_PAGE).execute();
    const facets = await facetsOf(db, { ...scanMeasures.of, ...eventMeasures.of }, rows.map(({ id }) => id));
    found.push(...rows.map(row => ({ ...row, ...facets(row.id) })));
    if (rows.length < ROWS_A_PAGE) return found;
    last = rows.at(-1)!.id;
  }
}

/** What changed at the domain from `since` on (epoch milliseconds), newest first; that a first scan was made is no change. */
export async function changesOf(db: Db, domainId: string, since: number): Promise<Change[]> {
  const rows = await tables(db).selectFrom('domain_event').selectAll().where('domain_id', '=', domainId).where('created_at', '>=', since).where('kind', '!=', 'baseline.created')
    .orderBy('id', 'desc').limit(MAX_CHANGES).execute();
  return rows.map(changeOf);
}

/** The newest changes that wait for a decision at these domains of the account. */
export async function openChanges(db: Db, accountId: string, domains: readonly { id: string }[]): Promise<Change[]> {
  const found: EventRow[] = [];
  for (const portion of portions(domains)) {
    found.push(...await tables(db).selectFrom('domain_event').selectAll().where('account_id', '=', accountId).where('state', '=', 'open')
      .where('domain_id', 'in', portion.map(({ id }) => id)).orderBy('id', 'desc').limit(MAX_EVENTS).execute());
  }
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MAX_EVENTS).map(changeOf);
}

/** What changed at the account's domains after `since` and up to `until` (epoch milliseconds): the newest, and how many there were. */
export async function changesBetween(db: Db, accountId: string, since: number, until: number): Promise<{ total: number; some: Change[] }> {
  const changes = tables(db).selectFrom('domain_event').where('account_id', '=', accountId).where('created_at', '>', since).where('created_at', '<=', until).where('kind', '!=', 'baseline.created');
  const { total } = await changes.select(eb => eb.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow();
  const rows = await changes.selectAll().orderBy('id', 'desc').limit(MAX_EVENTS).execute();
  return { total: Number(total), some: rows.map(changeOf) };
}

/** The account's domains whose score is another than at their last scan before `since` (epoch milliseconds). */
export async function movesSince(db: Db, accountId: string, since: number): Promise<Move[]> {
  const rows = await tables(db).selectFrom('domain').innerJoin('snapshot', 'snapshot.domain_id', 'domain.id')
    .innerJoin('domain_facet as current', join => join.onRef('current.domain_id', '=', 'domain.id').on('current.measure', '=', 'score'))
    .select(['domain.name', 'current.value as score', 'snapshot.score as before'])
    .where('domain.account_id', '=', accountId).whereRef('snapshot.score', '!=', 'current.value')
    .where('snapshot.at', '=', eb => eb.selectFrom('snapshot as earlier').select(({ fn }) => fn.max('earlier.at').as('at')).whereRef('earlier.domain_id', '=', 'domain.id').where('earlier.at', '<=', since))
    .execute();
  return rows.map(({ name, score, before }) => ({ name, score: score!, before: before! }));
}

function changeOf({ domain_name, created_at, kind, severity, state, title, before, after }: EventRow): Change {
  return {
    domain: domain_name, at: new Date(created_at).toISOString(), kind, severity: severity as Severity, state, title,
    before: JSON.parse(before) as string[], after: JSON.parse(after) as string[],
  };
}
