import { defineTables, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../inventory/index.ts';

interface OwnershipTable {
  domain_id: string;
  token: string;
  /** How it was shown last. */
  method: string | null;
  /** Since when it holds, or held. */
  proven_at: Millis | null;
  /** When it was shown last. */
  confirmed_at: Millis | null;
  checked_at: Millis | null;
  failing_since: Millis | null;
  /** When it was reported that the days of grace are over. */
  lost_at: Millis | null;
  cause: string | null;
}

/** The tables of this area, by name. */
export interface OwnershipTables {
  ownership: OwnershipTable;
}

export const tables = defineTables<OwnershipTables>()('ownership', {
  ownership: {},
}, [domainColumns]);
