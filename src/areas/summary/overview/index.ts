import { defineArea } from '../../area.ts';
import { listExpiries } from './expiries.ts';
import { showAccountOverview, type OverviewServices } from './operations.ts';
import { tables } from './tables.ts';

/** How the whole account stands, and what to do first. */
export const overviewArea = defineArea<OverviewServices>()({
  id: 'overview',
  group: 'summary',
  topics: { overview: 'The status of the whole inventory, and what to do first.' },
  operations: [showAccountOverview, listExpiries],
  tables,
});
