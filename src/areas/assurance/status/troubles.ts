import type { Db } from '../../../store/index.ts';
import type { Incident, Level } from './feeds/report.ts';
import { severityOf } from './alerts.ts';
import { tables } from './tables.ts';

/** What a followed third-party service reports now. */
export interface Trouble {
  name: string;
  level: Level;
  /** Of its newest open incident; the name of the service where it reports none. */
  title: string;
  /** Epoch milliseconds; null where it is not known. */
  since: number | null;
  url: string;
}

const MAX_TROUBLES = 20;

/** The services that the account follows and that have trouble at `now`, for incidents of other areas. */
export async function troublesFor(db: Db, accountId: string, now: number): Promise<Trouble[]> {
  const follows = await tables(db).selectFrom('status_follow').selectAll().where('account_id', '=', accountId).where('level', 'is not', null).orderBy('level_at', 'desc').execute();
  const troubled = follows.filter(({ level }) => severityOf(level as Level) !== null).slice(0, MAX_TROUBLES);
  if (troubled.length === 0) return [];
  const incidents = await tables(db).selectFrom('status_incident').selectAll().where('feed_id', 'in', troubled.map(one => one.feed_id)).where('resolved_at', 'is', null).where('started_at', '<=', now).orderBy('started_at').execute();
  const newest = new Map(incidents.map(row => [row.feed_id, row]));
  return troubled.map(({ feed_id: feed, name, level, level_at: at, page }) => {
    const row = newest.get(feed);
    return { name, level: level as Level, title: row ? (JSON.parse(row.incident) as Incident).title : name, since: row?.started_at ?? at, url: page };
  });
}
