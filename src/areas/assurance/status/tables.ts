import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

/** The feed of one status page, read once for all accounts. */
interface StatusFeedTable {
  /** The slug of the catalogue, or an id of its own. */
  id: string;
  /** As the catalogue or the account gave it; `url` and `kind` say where it was found since. */
  listed_url: string;
  url: string;
  kind: string;
  due_at: Millis;
  /** When it last answered in a form that can be read, unchanged replies included. */
  read_at: Millis | null;
  tried_at: Millis | null;
  /** When it was last searched for at other addresses of the page. */
  searched_at: Millis | null;
  /** Why the last try gave nothing. */
  failure: string | null;
  etag: string | null;
  last_modified: string | null;
  /** What the last reply said. */
  level: string;
  components: JsonText;
  maintenances: JsonText;
}

/** An incident as its operator reported it. */
interface StatusIncidentTable {
  id: string;
  feed_id: string;
  /** The operator's own id. */
  reported_id: string;
  started_at: Millis;
  /** Null while it goes on. */
  resolved_at: Millis | null;
  incident: JsonText;
}

/** When a service had a level: from `at` until it was last read so. What lies between two rows is unknown. */
interface StatusLevelTable {
  feed_id: string;
  at: Millis;
  lasted_until: Millis;
  level: string;
}

interface StatusFollowTable {
  id: string;
  account_id: string;
  feed_id: string;
  name: string;
  page: string;
  /** Names or ids; none stands for all. */
  components: JsonText;
  regions: JsonText;
  /** The last that was known. */
  level: string | null;
  level_at: Millis | null;
  created_at: Millis;
}

interface StatusEventTable {
  id: string;
  account_id: string;
  follow_id: string;
  name: string;
  before: string;
  after: string;
  affected: JsonText;
  at: Millis;
}

/** The tables of this area, by name. */
export interface StatusTables {
  status_feed: StatusFeedTable;
  status_incident: StatusIncidentTable;
  status_level: StatusLevelTable;
  status_follow: StatusFollowTable;
  status_event: StatusEventTable;
}

const DAY_MS = 86_400_000;
const KEPT_MS = 400 * DAY_MS;

export const tables = defineTables<StatusTables>()('status', {
  status_feed: { due: [{ column: 'due_at', withinMs: DAY_MS }] },
  status_incident: { key: ['id'], expires: [{ column: 'resolved_at', keptMs: KEPT_MS }] },
  status_level: { key: ['feed_id', 'at'], expires: [{ column: 'lasted_until', keptMs: KEPT_MS }] },
  status_follow: {},
  status_event: { key: ['id'], expires: [{ column: 'at', keptMs: KEPT_MS }] },
}, [accountColumns]);
