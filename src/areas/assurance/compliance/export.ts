import type { Db } from '../../../store/index.ts';
import { changesOf, MOST_CHANGES, rowsOf } from './controls/store.ts';
import { affirmationsOf } from './affirmations/store.ts';
import { presentChange, presentControl } from './controls/shapes.ts';
import { cataloguesOf, ownFrameworks } from './catalogues/store.ts';
import { clocksOf } from './clocks/store.ts';
import { controlsOfDocuments, newestDocuments } from './documents/store.ts';
import { presentDocument } from './documents/shapes.ts';
import { earlierObservations, findingsIn } from './evidence/store.ts';
import { findControl, frameworksOf } from './frameworks/store.ts';
import { oneWithDuties } from './incidents/duties.ts';
import { incidentsFrom } from './incidents/store.ts';
import { entriesIn, versionsOf } from './wisp/store.ts';

const ROWS_A_PAGE = 200;
const nothingCounted = () => ({ supports: 0, contradicts: 0, stale: 0, documents: 0, expired: 0 });

/** Every control that the account has said something of, with its history. */
export async function* controlsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const frameworks = await frameworksOf(db, accountId);
  const rows = await rowsOf(db, accountId, frameworks.map(({ id }) => id));
  for (const [id, row] of rows) {
    const of = await findControl(db, accountId, id);
    if (!of) continue;
    const key = { accountId, framework: of.framework.id, control: of.control.id };
    const { attention: _, evidence: _evidence, ...record } = presentControl(of, row, nothingCounted, row.changed_at);
    yield { ...record, history: (await changesOf(db, key, MOST_CHANGES)).map(presentChange) };
  }
}

/** Every catalogue that the account imported, with its controls. */
export async function* cataloguesIn(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { account_id: _, imported_by: by, ...row } of await cataloguesOf(db, accountId)) {
    const [own] = await ownFrameworks(db, accountId, new Set([row.id]));
    yield { ...row, by: JSON.parse(by) as object, controls: own!.controls };
  }
}

/** Every incident, with its duties. */
export async function* incidentsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let rows = await incidentsFrom(db, accountId, undefined, null, ROWS_A_PAGE); rows.length > 0;) {
    for (const row of rows) yield await oneWithDuties(db, row, row.changed_at);
    const { created_at: at, id } = rows.at(-1)!;
    rows = await incidentsFrom(db, accountId, undefined, { at, id }, ROWS_A_PAGE);
  }
}

/** Every clock that the account added, with those that it removed while incidents name them. */
export async function* clocksIn(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { account_id: _, added_by: by, ...row } of await clocksOf(db, accountId)) yield { ...row, by: JSON.parse(by) as object };
}

/** Every file and link that is evidence, without the bytes of files. */
export async function* documentsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let rows = await newestDocuments(db, accountId, everyDocument, null, ROWS_A_PAGE); rows.length > 0;) {
    const controls = await controlsOfDocuments(db, rows.map(({ id }) => id));
    for (const row of rows) yield presentDocument(row, controls(row.id), row.added_at);
    const { added_at: at, id } = rows.at(-1)!;
    rows = await newestDocuments(db, accountId, everyDocument, { at, id }, ROWS_A_PAGE);
  }
}

const everyDocument = { control: undefined, withdrawn: undefined };

/** Everything that was seen as evidence. */
export async function* observationsIn(db: Db, accountId: string): AsyncGenerator<object> {
  for (let rows = await earlierObservations(db, accountId, everything, null, ROWS_A_PAGE); rows.length > 0;) {
    for (const { account_id: _, ...row } of rows) yield { ...row, findings: findingsIn(row) };
    const { first_at: at, id } = rows.at(-1)!;
    rows = await earlierObservations(db, accountId, everything, { at, id }, ROWS_A_PAGE);
  }
}

const everything = { kinds: undefined, domainIds: undefined };

/** Every version of the written information security plan. */
export async function* plansOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let rows = await versionsOf(db, accountId, null, ROWS_A_PAGE); rows.length > 0;) {
    for (const { account_id: _, by, ...row } of rows) yield { ...row, entries: entriesIn(row), by: JSON.parse(by) as object };
    rows = await versionsOf(db, accountId, rows.at(-1)!.version, ROWS_A_PAGE);
  }
}

/** Every yearly affirmation. */
export async function* affirmationsIn(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { account_id: _, by, ...row } of await affirmationsOf(db, accountId)) yield { ...row, by: JSON.parse(by) as object };
}
