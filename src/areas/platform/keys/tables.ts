import type { Generated } from 'kysely';
import { defineTables, publish, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns, personColumns } from '../account/index.ts';

const DAY_MS = 86_400_000;

interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string | null;
  prefix: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  scopes: JsonText;
  rate_limit: number;
  created_at: Millis;
  created_by: string | null;
  expires_at: Millis | null;
  revoked_at: Millis | null;
  last_used_at: Millis | null;
  /** The network from which it was used last, such as `203.0.113.0/24`. */
  last_network: Generated<string | null>;
  rotated_at: Generated<Millis | null>;
  /** The secret before the last rotation, which works until `previous_until`; null before the first one. */
  previous_prefix: Generated<string | null>;
  previous_hash: Generated<string | null>;
  previous_until: Generated<Millis | null>;
}

/** What was called with a key in one clock hour. */
interface KeyUsageTable {
  key_id: string;
  hour: Millis;
  operation: string;
  status: number;
  requests: number;
}

/** The tables of this area, by name. */
export interface KeyTables {
  api_key: ApiKeyTable;
  key_usage: KeyUsageTable;
}

/** What other areas may know of a key. */
export const keyColumns = publish<ApiKeyTable>()('api_key', ['id', 'account_id', 'name', 'prefix', 'expires_at', 'revoked_at']);

export const tables = defineTables<KeyTables>()('keys', {
  api_key: {},
  key_usage: { key: ['key_id', 'hour', 'operation', 'status'], expires: [{ column: 'hour', keptMs: 30 * DAY_MS }] },
}, [accountColumns, personColumns]);
