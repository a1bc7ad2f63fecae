import { defineTables, publish, type Flag, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

/** A label of domains: a group, or the client whose domains they are. */
interface LabelTable {
  id: string;
  account_id: string;
  name: string;
  details: JsonText;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

interface DomainTable {
  id: string;
  account_id: string;
  /** Lower-case A-labels. */
  name: string;
  note: string | null;
  /** What a search looks in: the name, as it is written and as people read it, and the note, in lower case. */
  search: string;
  group_id: string | null;
  client_id: string | null;
  /** Chosen by a person; null where the evidence decides. */
  profile: string | null;
  /** DKIM selectors that the check should try besides its own. */
  selectors: JsonText;
  monitored: Flag;
  /** Null for the shortest that the plan has. */
  interval_minutes: number | null;
  /** When it is scanned next; null if it is not monitored. */
  due_at: Millis | null;
  /** How the last check ended; null before the first, and where too little could be judged. */
  score: number | null;
  grade: string | null;
  issues: number;
  /** The most severe of the issues; null where there are none. */
  worst: string | null;
  /** The state of each main record at the last scan; null before it. */
  standings: JsonText | null;
  open_events: number;
  expires_at: Millis | null;
  /** When the registry said so. */
  registration_at: Millis | null;
  checked_at: Millis | null;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

interface DomainTagTable {
  domain_id: string;
  tag: string;
}

/** The tables of this area, by name. */
export interface InventoryTables {
  domain_group: LabelTable;
  client: LabelTable;
  domain: DomainTable;
  domain_tag: DomainTagTable;
}

/** What other areas may know of a domain. */
export const domainColumns = publish<DomainTable>()('domain', ['id', 'account_id', 'name', 'group_id', 'client_id', 'due_at', 'score', 'grade', 'issues', 'worst', 'open_events', 'expires_at', 'checked_at']);

export const tables = defineTables<InventoryTables>()('inventory', {
  domain_group: {},
  client: {},
  domain: {},
  domain_tag: {},
}, [accountColumns]);
