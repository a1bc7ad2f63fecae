import type { Db } from '../../../store/index.ts';
import { changesOf, MOST_CHANGES, rowsOf } from './controls/store.ts';
import { presentChange, presentControl } from './controls/shapes.ts';
import { controlOf, frameworks } from './catalogue/index.ts';
import { incidentsFrom, saidOfObligations } from './incidents/store.ts';
import { presentIncident } from './incidents/shapes.ts';

const ROWS_A_PAGE = 200;

/** Every control that the account has said something of, with its history. */
export async function* controlsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await rowsOf(db, accountId, frameworks.map(({ id }) => id));
  for (const [id, row] of rows) {
    const of = controlOf(id);
    if (!of) continue;
    const key = { accountId, framework: of.framework.id, control: of.control.id };
    yield { ...presentControl(of, row, row.changed_at), history: (await changesOf(db, key, MOST_CHANGES)).map(presentChange) };
  }
}

/** Every incident, with its duties. */
export async function* incidentsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let rows = await incidentsFrom(db, accountId, undefined, null, ROWS_A_PAGE); rows.length > 0;) {
    const said = await saidOfObligations(db, rows.map(({ id }) => id));
    for (const row of rows) yield presentIncident(row, said, row.changed_at);
    const { created_at: at, id } = rows.at(-1)!;
    rows = await incidentsFrom(db, accountId, undefined, { at, id }, ROWS_A_PAGE);
  }
}
