import { defineTables, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

const DAY_MS = 86_400_000;

/** What was asked of a provider for an account on a day. */
interface ProviderSpendingTable {
  account_id: string;
  /** What it was asked for, such as `localSeo`. */
  purpose: string;
  /** `ALL` counts all of the purpose together, which is what limits hold for. */
  provider: string;
  /** Its beginning, UTC. */
  day: Millis;
  requests: Millis;
  /** Millionths of a US dollar, at the prices that were known. */
  micro_usd: Millis;
}

interface SpendingTables {
  provider_spending: ProviderSpendingTable;
}

export const tables = defineTables<SpendingTables>()('spending', {
  provider_spending: { key: ['account_id', 'purpose', 'day', 'provider'], expires: [{ column: 'day', keptMs: 400 * DAY_MS }] },
}, [accountColumns]);
