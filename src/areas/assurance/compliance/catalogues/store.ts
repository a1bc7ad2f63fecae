import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { Control, Framework } from '../catalogue/framework.ts';
import { tables, type ComplianceTables } from '../tables.ts';
import type { ReadControl } from './reading/catalogue.ts';

export type CatalogueRow = Selectable<ComplianceTables['compliance_catalogue']>;

const ROWS_AT_ONCE = 100;

export async function cataloguesOf(db: Db, accountId: string): Promise<CatalogueRow[]> {
  return tables(db).selectFrom('compliance_catalogue').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export async function findCatalogue(db: Db, accountId: string, id: string): Promise<CatalogueRow | null> {
  return await tables(db).selectFrom('compliance_catalogue').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** The catalogues that the account imported, as frameworks; of `ids` alone where these are given. */
export async function ownFrameworks(db: Db, accountId: string, ids?: ReadonlySet<string>): Promise<Framework[]> {
  const rows = (await cataloguesOf(db, accountId)).filter(({ id }) => ids === undefined || ids.has(id));
  if (rows.length === 0) return [];
  const controls = await tables(db).selectFrom('compliance_catalogue_control').selectAll().where('account_id', '=', accountId).where('catalogue_id', 'in', rows.map(({ id }) => id)).orderBy('catalogue_id').orderBy('position').execute();
  const byCatalogue = Map.groupBy(controls, ({ catalogue_id: id }) => id);
  return rows.map(row => ({ ...headOf(row), controls: (byCatalogue.get(row.id) ?? []).map(controlIn) }));
}

/** A control of a catalogue that the account imported. */
export async function findOwnControl(db: Db, accountId: string, catalogueId: string, control: string): Promise<{ framework: Pick<Framework, 'id' | 'title'>; control: Control } | null> {
  const catalogue = await findCatalogue(db, accountId, catalogueId);
  const row = catalogue && await tables(db).selectFrom('compliance_catalogue_control').selectAll().where('account_id', '=', accountId).where('catalogue_id', '=', catalogueId).where('control', '=', control).executeTakeFirst();
  return row ? { framework: { id: catalogue.id, title: catalogue.title }, control: controlIn(row) } : null;
}

function headOf({ id, title, edition, source }: CatalogueRow): Omit<Framework, 'controls'> {
  return { id, title, version: edition, source, attribution: null, rule: 'Imported by the account. Each control is judged by itself.' };
}

function controlIn({ control: id, title, family, text }: Pick<Selectable<ComplianceTables['compliance_catalogue_control']>, 'control' | 'title' | 'family' | 'text'>): Control {
  return { id, title, family, text };
}

export async function insertCatalogue(tx: Db, row: CatalogueRow, controls: readonly ReadControl[]): Promise<void> {
  await tables(tx).insertInto('compliance_catalogue').values(row).execute();
  const rows = controls.map(({ id, title, family, text }, position) => ({ catalogue_id: row.id, control: id, account_id: row.account_id, position, title, family, text }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await tables(tx).insertInto('compliance_catalogue_control').values(rows.slice(at, at + ROWS_AT_ONCE)).execute();
}

/** Removes the catalogue with everything that was said of its controls. */
export async function deleteCatalogue(tx: Db, { account_id: accountId, id }: CatalogueRow): Promise<void> {
  for (const table of ['compliance_control', 'compliance_change', 'compliance_framework', 'compliance_document_control'] as const) await tables(tx).deleteFrom(table).where('account_id', '=', accountId).where('framework', '=', id).execute();
  await tables(tx).deleteFrom('compliance_catalogue').where('account_id', '=', accountId).where('id', '=', id).execute();
}
