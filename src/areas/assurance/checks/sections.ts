import type { Db } from '../../../store/index.ts';
import { presentIncident, incidentsOf } from './incidents/store.ts';
import { presentCheck } from './present.ts';
import { checksOf } from './store.ts';

const ROWS_A_PAGE = 200;

/** The checks of the account, without secrets. */
export async function* checksIn(db: Db, accountId: string): AsyncGenerator<object> {
  const all = { states: undefined, kinds: undefined, domainIds: undefined, text: undefined };
  for (let rows = await checksOf(db, accountId, all, null, ROWS_A_PAGE); rows.length > 0;) {
    for (const row of rows) yield presentCheck(row);
    const { created_at: at, id } = rows.at(-1)!;
    rows = await checksOf(db, accountId, all, { at, id }, ROWS_A_PAGE);
  }
}

/** What has failed. */
export async function* incidentsIn(db: Db, accountId: string): AsyncGenerator<object> {
  const all = { open: undefined, from: undefined, before: undefined };
  for (let rows = await incidentsOf(db, accountId, all, null, ROWS_A_PAGE); rows.length > 0;) {
    for (const row of rows) yield presentIncident(row);
    const { started_at: at, id } = rows.at(-1)!;
    rows = await incidentsOf(db, accountId, all, { at, id }, ROWS_A_PAGE);
  }
}
