import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import { cursorInput, cutSorted, decodeSortCursor } from '../../../core/sorted-page.ts';
import type { DomainsServices } from './services.ts';
import { domainFilters } from './filter.ts';
import type { KnownMeasures } from './measures.ts';
import { filtersOf, sortable } from './offered.ts';
import { recordsOf } from './record.ts';
import { client, group } from './resources.ts';
import { domainRecord } from './shapes.ts';
import { orderOf, ownSorts, sortedDomains } from './sorted.ts';

/** The names of orders: the name comes first, then the measures. */
function sortsOf(measures: KnownMeasures): string[] {
  const [first, ...rest] = ownSorts;
  return [first!, ...Object.keys(sortable(measures)), ...rest].flatMap(name => [name, `-${name}`]);
}

/** The list of the domains, which offers these measures. */
export const listDomains = (measures: KnownMeasures) => operationIn<DomainsServices>()({
  id: 'domains.list',
  summary: 'List the domains',
  description: 'The domains of the inventory with the results of their last scan: score, grade, issues, registration expiry and pending changes. Can be searched, filtered and sorted.',
  method: 'GET',
  path: '/api/domains',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { group, client },
  input: z.strictObject({
    ...domainFilters,
    ...filtersOf(measures),
    sort: z.enum(sortsOf(measures)).default('name').describe('A leading `-` turns the order around; what has no value comes last'),
    ...pageInput,
    cursor: cursorInput,
  }),
  output: pageOf(domainRecord(measures)),
  examples: [
    { input: {}, says: 'All domains by name' },
    { input: { sort: 'score', limit: '20' }, says: 'The twenty with the lowest score' },
    { input: { search: 'shop', worst: 'critical' }, says: 'Those with a critical issue and "shop" in the name or note' },
  ],
  run: async ({ caller }, { db, plans }, { sort, limit, cursor, ...filter }) => {
    const { account } = known(caller);
    const list = `domains.list ${sort}`;
    const order = orderOf(measures, sort);
    const rows = await sortedDomains(db, account.id, { measures, filter }, order, decodeSortCursor(list, order.kind, cursor), limit + 1);
    const page = cutSorted(list, rows, limit, ({ id, at }) => ({ value: at, id }), row => row);
    return { ...page, data: await recordsOf(db, { plans, plan: account.plan, measures }, page.data) };
  },
});
