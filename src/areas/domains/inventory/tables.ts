import { defineTables, publish, type Flag, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

const DAY_MS = 86_400_000;

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
  /** When it was scanned last. */
  checked_at: Millis | null;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

interface DomainTagTable {
  domain_id: string;
  tag: string;
}

/** A domain that is older than alerts, until it has those that it would have. */
interface AlertBacklogTable {
  domain_id: string;
}

/** What an area knows of a domain by one of its measures: a number or a word; no row where nothing is known. */
interface DomainFacetTable {
  domain_id: string;
  account_id: string;
  /** Which feeds it. */
  area: string;
  measure: string;
  value: number | null;
  word: string | null;
  /** Since when it is so. */
  updated_at: Millis;
}

/** The tables of this area, by name. */
export interface InventoryTables {
  domain_group: LabelTable;
  client: LabelTable;
  domain: DomainTable;
  domain_tag: DomainTagTable;
  domain_facet: DomainFacetTable;
  alert_backlog: AlertBacklogTable;
}

/** What other areas may know of a domain. */
export const domainColumns = publish<DomainTable>()('domain', ['id', 'account_id', 'name', 'group_id', 'client_id', 'due_at', 'checked_at']);

/** What other areas may read of facets. */
export const facetColumns = publish<DomainFacetTable>()('domain_facet', ['domain_id', 'account_id', 'measure', 'value', 'word', 'updated_at']);

export const tables = defineTables<InventoryTables>()('inventory', {
  domain_group: {},
  client: {},
  domain: { due: [{ column: 'due_at', withinMs: 8 * DAY_MS, orMinutes: 'interval_minutes' }] },
  domain_tag: {},
  domain_facet: {},
  alert_backlog: {},
}, [accountColumns]);
