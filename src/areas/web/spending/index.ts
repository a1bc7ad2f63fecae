import type { AreaServices } from '../../services.ts';
import { defineArea } from '../../area.ts';
import { spendingOf } from './ledger.ts';
import { providerSpending } from './migrations/0106-provider-spending.ts';
import { tables } from './tables.ts';

export { giveBack, spend, spentOn, usdSince, type Spent } from './ledger.ts';

/** What is asked of third-party services for an account, and what that costs. */
export const spendingArea = defineArea<AreaServices>()({
  id: 'spending',
  group: 'web',
  topics: {},
  operations: [],
  tables,
  migrations: { '0106-provider-spending': providerSpending },
  exports: { providerSpending: spendingOf },
});
