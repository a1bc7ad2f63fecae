import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { runColumns } from '../../platform/runs/index.ts';
import { domainColumns } from '../inventory/index.ts';

interface KnownNameTable {
  domain_id: string;
  name: string;
  sources: JsonText;
  addresses: JsonText;
  target: string | null;
  first_seen_at: Millis;
  last_seen_at: Millis;
}

/** The tables of this area, by name. */
export interface SubdomainTables {
  known_name: KnownNameTable;
}

export const tables = defineTables<SubdomainTables>()('subdomains', {
  known_name: {},
}, [domainColumns, runColumns]);
