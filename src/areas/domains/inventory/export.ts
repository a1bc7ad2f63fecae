import { z } from 'zod';
import { known, type Plan } from '../../../core/access.ts';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import type { Db } from '../../../store/index.ts';
import type { Plans } from '../../platform/account/index.ts';
import type { DomainsServices } from './services.ts';
import { csvLine } from '../../../core/csv.ts';
import { domainFilters, measured, type DomainFilter } from './filter.ts';
import type { KnownMeasures } from './measures.ts';
import { fieldsOf, filtersOf } from './offered.ts';
import { recordsOf } from './record.ts';
import { client, group } from './resources.ts';
import type { DomainRecord } from './shapes.ts';
import { domainsIn } from './store.ts';

const ROWS_A_PAGE = 500;

/** The export of the domains with these measures. */
export const exportDomains = (measures: KnownMeasures) => operationIn<DomainsServices>()({
  id: 'domains.export',
  summary: 'Export the domains',
  description: 'The domains of the inventory, all or those that pass the filters, as CSV, which an import reads again, or as one JSON object a line.',
  method: 'GET',
  path: '/api/domains/export',
  access: { scope: 'domains' },
  allowance: 'none',
  kind: 'file',
  contentTypes: ['text/csv', 'application/x-ndjson'],
  owns: { group, client },
  input: z.strictObject({ format: z.enum(['csv', 'jsonl']).default('csv'), ...domainFilters, ...filtersOf(measures) }),
  output: z.custom<FileReply>(),
  examples: [{ input: {}, says: 'Everything as CSV' }, { input: { format: 'jsonl', tag: 'shop' }, says: 'Those with one tag as JSON Lines' }],
  run: ({ caller, signal }, { db, plans }, { format, ...filter }) => {
    const { account: { id, plan } } = known(caller);
    const records = recordsIn(db, id, { plans, measures, plan }, filter);
    const csv = format === 'csv';
    return Promise.resolve({
      contentType: csv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      fileName: `domains.${csv ? 'csv' : 'ndjson'}`,
      body: write(records, csv ? columnsOf(measures) : null, signal),
    });
  },
});

/** The domains of the account that pass the filter, in pages. */
async function* recordsIn(db: Db, accountId: string, terms: { plans: Plans; measures: KnownMeasures; plan: Plan }, filter: DomainFilter): AsyncGenerator<DomainRecord[]> {
  for (let last = '';;) {
    const rows = await measured(domainsIn(db, accountId), accountId, { measures: terms.measures, filter }, 'all').where('domain.id', '>', last).orderBy('domain.id').limit(ROWS_A_PAGE).execute();
    if (rows.length > 0) yield await recordsOf(db, terms, rows);
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}

type Column = [name: string, value: (record: DomainRecord) => string | number | null];

/** The first five are what an import takes. */
const columns: readonly Column[] = [
  ['name', ({ name }) => name],
  ['tags', ({ tags }) => tags.join(';')],
  ['group', ({ group: label }) => label?.name ?? null],
  ['client', ({ client: label }) => label?.name ?? null],
  ['note', ({ note }) => note],
  ['monitored', ({ monitored }) => String(monitored)],
  ['score', ({ score }) => score],
  ['grade', ({ grade }) => grade],
  ['issues', ({ issues }) => issues],
  ['worst', ({ worst }) => worst],
  ['openEvents', ({ openEvents }) => openEvents],
  ['expiresAt', ({ expiresAt }) => expiresAt],
  ['checkedAt', ({ checkedAt }) => checkedAt],
  ['createdAt', ({ createdAt }) => createdAt],
  ['id', ({ id }) => id],
];

/** Those of measures that are not among them come last. */
function columnsOf(measures: KnownMeasures): readonly Column[] {
  const more = Object.keys(fieldsOf(measures)).filter(name => columns.every(([column]) => column !== name));
  return [...columns, ...more.map((name): Column => [name, record => record[name as 'score']])];
}

/** As CSV with these columns, or else as JSON Lines. */
async function* write(pages: AsyncIterable<DomainRecord[]>, csv: readonly Column[] | null, signal: AbortSignal): AsyncGenerator<string> {
  if (csv) yield csvLine(csv.map(([name]) => name));
  for await (const records of pages) {
    signal.throwIfAborted();
    yield records.map(record => (csv ? csvLine(csv.map(([, value]) => value(record))) : `${JSON.stringify(record)}\n`)).join('');
  }
}
