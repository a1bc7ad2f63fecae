import type { Db } from '../../../store/index.ts';
import type { Measures } from '../../measure.ts';
import { facetsOf } from './facets.ts';
import { labelsByName, type LabelTable } from './labels-store.ts';
import { domainsIn, tagsOf } from './store.ts';

/** What this area adds to the export of everything that an account holds. */

const ROWS_A_PAGE = 200;

/** All domains of the account with their tags, labels and facets. */
export function domainsWith(measures: Measures) {
  return (db: Db, accountId: string): AsyncGenerator<object> => domainsOf(db, accountId, measures);
}

/** The same with the facets of some measures. */
export async function* domainsOf(db: Db, accountId: string, measures: Measures = {}): AsyncGenerator<object> {
  for (let last = '';;) {
    const rows = await domainsIn(db, accountId).where('domain.id', '>', last).orderBy('domain.id').limit(ROWS_A_PAGE).execute();
    const ids = rows.map(({ id }) => id);
    const [tags, facets] = [await tagsOf(db, ids), await facetsOf(db, measures, ids)];
    for (const { account_id: _, search: __, selectors, ...row } of rows) yield { ...row, selectors: JSON.parse(selectors) as unknown, tags: tags(row.id), facets: facets(row.id) };
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}

/** All groups or all clients of the account. */
export function labelsOf(table: LabelTable) {
  return async function* (db: Db, accountId: string): AsyncGenerator<object> {
    for (let last: string | null = null; ;) {
      const rows = await labelsByName(db, table, accountId, last === null ? null : { value: last, id: '' }, ROWS_A_PAGE);
      for (const { account_id: _, details, ...row } of rows) yield { ...row, details: JSON.parse(details) as unknown };
      if (rows.length < ROWS_A_PAGE) return;
      last = rows.at(-1)!.name;
    }
  };
}
