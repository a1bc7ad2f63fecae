import { defineTables, publish, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../inventory/index.ts';

const DAY_MS = 86_400_000;

/** What was accepted last of one subject of a domain, such as `dns.mx`. */
interface BaselineTable {
  domain_id: string;
  subject: string;
  value: JsonText;
  hash: string;
  /** What it was before, or takes turns among; null where nothing was learnt. */
  learnt: JsonText | null;
  accepted_at: Millis;
}

/** A change that was seen and waits for the scan that confirms it. */
interface SuspicionTable {
  domain_id: string;
  subject: string;
  hash: string;
  /** Further scans that saw it. */
  scans: number;
  /** How often a further scan was asked for since the accepted value was seen last. */
  asked: number;
  first_seen_at: Millis;
  /** A scan from this moment on confirms it. */
  confirm_at: Millis;
}

interface DomainEventTable {
  id: string;
  account_id: string;
  domain_id: string;
  domain_name: string;
  kind: string;
  subject: string;
  severity: string;
  state: string;
  title: string;
  before: JsonText;
  after: JsonText;
  after_hash: string;
  count: number;
  created_at: Millis;
  last_seen_at: Millis;
  decided_at: Millis | null;
  decided_by: JsonText | null;
  reason: string | null;
  /** When a denied change that persists is reported again. */
  next_alarm_at: Millis | null;
  closed_at: Millis | null;
}

interface ChangeWindowTable {
  id: string;
  account_id: string;
  domain_id: string;
  kinds: JsonText;
  expected: JsonText | null;
  reason: string | null;
  starts_at: Millis;
  ends_at: Millis;
  created_at: Millis;
  created_by: JsonText;
}

/** The tables of this area, by name. */
export interface EventTables {
  baseline: BaselineTable;
  suspicion: SuspicionTable;
  domain_event: DomainEventTable;
  change_window: ChangeWindowTable;
}

/** What changed at domains. */
export const eventColumns = publish<DomainEventTable>()('domain_event', ['id', 'account_id', 'domain_id', 'domain_name', 'kind', 'subject', 'severity', 'state', 'title', 'before', 'after', 'after_hash', 'count', 'created_at', 'last_seen_at', 'decided_at', 'decided_by', 'reason', 'next_alarm_at', 'closed_at']);

export const tables = defineTables<EventTables>()('events', {
  baseline: {},
  suspicion: { due: [{ column: 'confirm_at', withinMs: 8 * DAY_MS }] },
  domain_event: { due: [{ column: 'next_alarm_at', withinMs: 8 * DAY_MS }] },
  change_window: {},
}, [domainColumns]);
