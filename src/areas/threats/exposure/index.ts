import { defineArea } from '../../area.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';

/** Which doors of a proven domain stand open, and what answers behind them. */
export const exposureArea = defineArea<DomainsServices>()({
  id: 'exposure',
  group: 'threats',
  topics: {},
  operations: [],
});
