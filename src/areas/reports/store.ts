import type { Selectable } from 'kysely';
import type { Severity } from '../../core/finding.ts';
import type { Db, Schema } from '../../store/index.ts';
import { domainsIn, passing, type DomainFilter } from '../domains/index.ts';
import type { Standing } from './build.ts';
import type { Change } from './shapes.ts';

const ROWS_A_PAGE = 500;
const MAX_CHANGES = 100;
const MAX_OPEN_EVENTS = 1000;

/** How all domains of the account stand that pass the filter. */
export async function standingsOf(db: Db, accountId: string, filter: DomainFilter): Promise<Standing[]> {
  const found: Standing[] = [];
  const query = passing(domainsIn(db, accountId), filter).clearSelect()
    .select(['domain.id', 'domain.name', 'score', 'grade', 'issues', 'worst', 'open_events', 'expires_at', 'checked_at']);
  for (let last = '';;) {
    const rows = await query.where('domain.id', '>', last).orderBy('domain.id').limit(ROWS_A_PAGE).execute();
    found.push(...rows);
    if (rows.length < ROWS_A_PAGE) return found;
    last = rows.at(-1)!.id;
  }
}

/** What changed at the domain from `since` on (epoch milliseconds), newest first; that a first look was made is no change. */
export async function changesOf(db: Db, domainId: string, since: number): Promise<Change[]> {
  const rows = await db.selectFrom('domain_event').selectAll().where('domain_id', '=', domainId).where('created_at', '>=', since).where('kind', '!=', 'baseline.created')
    .orderBy('id', 'desc').limit(MAX_CHANGES).execute();
  return rows.map(changeOf);
}

/** The newest changes that wait for a decision at the domains that pass the filter. */
export async function openChanges(db: Db, accountId: string, filter: DomainFilter): Promise<Change[]> {
  const rows = await db.selectFrom('domain_event').selectAll().where('account_id', '=', accountId).where('state', '=', 'open')
    .where('domain_id', 'in', passing(domainsIn(db, accountId), filter).clearSelect().select('domain.id'))
    .orderBy('id', 'desc').limit(MAX_OPEN_EVENTS).execute();
  return rows.map(changeOf);
}

function changeOf({ domain_name, created_at, kind, severity, state, title, before, after }: Selectable<Schema['domain_event']>): Change {
  return {
    domain: domain_name, at: new Date(created_at).toISOString(), kind, severity: severity as Severity, state, title,
    before: JSON.parse(before) as string[], after: JSON.parse(after) as string[],
  };
}
