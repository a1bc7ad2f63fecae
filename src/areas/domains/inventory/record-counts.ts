import { z } from 'zod';
import { glancedRecords } from '../../../checks/index.ts';
import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { domainFilters, passes } from './filter.ts';
import { measureOfRecord, recordStates } from './record-states.ts';
import { client, group } from './resources.ts';
import type { DomainsServices } from './services.ts';
import { replyOf } from './shapes.ts';
import { tables } from './tables.ts';

const Count = z.number().int();
const noneOf = Object.fromEntries(recordStates.map(state => [state, 0])) as Record<(typeof recordStates)[number], number>;

/** Domains by the state of each record: the sums of the heat map. */
export const countRecords = operationIn<DomainsServices>()({
  id: 'domains.records',
  summary: 'Count by check and state',
  description: 'The sums of the heat map: for each check, such as SPF or MTA-STS, how many are fine, faulty, unknown or unseen, counted over everything that the filters let through.',
  method: 'GET',
  path: '/api/domains/records',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { group, client },
  input: z.strictObject(domainFilters),
  output: replyOf(z.object({
    domains: Count,
    records: z.array(z.object({
      record: z.enum(glancedRecords as [(typeof glancedRecords)[number], ...(typeof glancedRecords)[number][]]),
      ok: Count, warning: Count, critical: Count, none: Count,
      unknown: Count.describe('The last scan could not determine it, or is older than this check'),
      notScanned: Count,
    })).describe('In the order of reports'),
  })),
  examples: [{ input: {}, says: 'All domains' }, { input: { tag: 'shop' }, says: 'Those with a tag' }],
  run: async ({ caller }, { db }, filter) => {
    const { id } = known(caller).account;
    const wanted = tables(db).selectFrom('domain').where('domain.account_id', '=', id).where(eb => passes(eb, filter));
    const { domains, scanned } = await wanted.select(({ fn }) => [fn.countAll<number | string>().as('domains'), fn.count<number | string>('domain.checked_at').as('scanned')]).executeTakeFirstOrThrow();
    const rows = await tables(db).selectFrom('domain_facet').select(({ fn }) => ['measure', 'word', fn.countAll<number | string>().as('domains')])
      .where('account_id', '=', id).where('measure', 'in', glancedRecords.map(measureOfRecord)).where('word', 'is not', null)
      .$if(Object.keys(filter).length > 0, rest => rest.where('domain_id', 'in', wanted.select('domain.id')))
      .groupBy(['measure', 'word']).execute();
    const records = glancedRecords.map(record => {
      const own = rows.filter(({ measure }) => measure === measureOfRecord(record));
      const counts = { ...noneOf, ...Object.fromEntries(own.map(row => [row.word, Number(row.domains)])) };
      const stated = own.reduce((sum, row) => sum + Number(row.domains), 0);
      return { record, ...counts, unknown: counts.unknown + Math.max(0, Number(scanned) - stated), notScanned: Number(domains) - Number(scanned) };
    });
    return { success: true as const, data: { domains: Number(domains), records } };
  },
});
