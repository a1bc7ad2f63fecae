import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { Cursor } from '../../../../core/page.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type DocumentRow = Selectable<ComplianceTables['compliance_document']>;

/** Which documents are wanted; what is undefined does not matter. */
export interface DocumentFilter {
  control: readonly { framework: string; control: string }[] | undefined;
  withdrawn: boolean | undefined;
}

export async function findDocument(db: Db, accountId: string, id: string): Promise<DocumentRow | null> {
  return await tables(db).selectFrom('compliance_document').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Those of these documents that the account has, oldest first. */
export async function documentsById(db: Db, accountId: string, ids: readonly string[]): Promise<DocumentRow[]> {
  if (ids.length === 0) return [];
  return tables(db).selectFrom('compliance_document').selectAll().where('account_id', '=', accountId).where('id', 'in', ids).orderBy('added_at').orderBy('id').execute();
}

/** Documents of the account, newest first, after `position`. */
export async function newestDocuments(db: Db, accountId: string, { control, withdrawn }: DocumentFilter, position: Cursor | null, limit: number): Promise<DocumentRow[]> {
  return tables(db).selectFrom('compliance_document').selectAll().where('account_id', '=', accountId)
    .$if(withdrawn !== undefined, query => query.where('withdrawn_at', withdrawn ? 'is not' : 'is', null))
    .$if(control !== undefined, query => query.where(eb => eb.exists(eb.selectFrom('compliance_document_control').select('document_id').whereRef('document_id', '=', 'compliance_document.id')
      .where(of => of.or(control!.map(one => of.and([of('framework', '=', one.framework), of('control', '=', one.control)])))))))
    .$if(position !== null, query => query.where(eb => eb.or([eb('added_at', '<', position!.at), eb.and([eb('added_at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('added_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The controls that each of these documents is evidence for, as `framework:control`. */
export async function controlsOfDocuments(db: Db, ids: readonly string[]): Promise<(id: string) => string[]> {
  const rows = ids.length === 0 ? [] : await tables(db).selectFrom('compliance_document_control').selectAll().where('document_id', 'in', ids).orderBy('framework').orderBy('control').execute();
  const byDocument = Map.groupBy(rows, row => row.document_id);
  return id => (byDocument.get(id) ?? []).map(({ framework, control }) => `${framework}:${control}`);
}

/** How many documents that hold on `day` each control of these frameworks has, by `framework:control`. */
export async function countDocuments(db: Db, accountId: string, frameworks: readonly string[], day: string): Promise<ReadonlyMap<string, { valid: number; expired: number }>> {
  if (frameworks.length === 0) return new Map();
  const rows = await tables(db).selectFrom('compliance_document_control').innerJoin('compliance_document', 'compliance_document.id', 'compliance_document_control.document_id')
    .select(eb => ['framework', 'control', eb.fn.countAll<number | string>().as('total'), eb.fn.sum<number | string>(eb.case().when('valid_until', '<', day).then(1).else(0).end()).as('expired')])
    .where('compliance_document_control.account_id', '=', accountId).where('framework', 'in', frameworks).where('withdrawn_at', 'is', null).groupBy(['framework', 'control']).execute();
  return new Map(rows.map(({ framework, control, total, expired }) => [`${framework}:${control}`, { valid: Number(total) - Number(expired), expired: Number(expired) }]));
}

const MOST_EXPIRING = 500;

/** Documents that count until the day `until` at most, each with the first of its controls, soonest first. */
export async function expiringDocuments(db: Db, accountId: string, until: string): Promise<(Pick<DocumentRow, 'id' | 'title' | 'valid_until'> & { framework: string; control: string })[]> {
  const rows = await tables(db).selectFrom('compliance_document').innerJoin('compliance_document_control', 'compliance_document_control.document_id', 'compliance_document.id')
    .select(['compliance_document.id', 'title', 'valid_until', 'framework', 'control']).where('compliance_document.account_id', '=', accountId).where('withdrawn_at', 'is', null).where('valid_until', '<=', until)
    .orderBy('valid_until').orderBy('compliance_document.id').orderBy('framework').orderBy('control').limit(MOST_EXPIRING).execute();
  return rows.filter(({ id }, at) => at === 0 || rows[at - 1]!.id !== id);
}

/** How many documents the account has, and how many bytes their files have. */
export async function usedBy(db: Db, accountId: string): Promise<{ documents: number; bytes: number }> {
  const row = await tables(db).selectFrom('compliance_document').select(eb => [eb.fn.countAll<number | string>().as('documents'), eb.fn.sum<number | string | null>('size').as('bytes')]).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return { documents: Number(row.documents), bytes: Number(row.bytes ?? 0) };
}

export async function insertDocument(tx: Db, row: DocumentRow, controls: readonly { framework: string; control: string }[]): Promise<void> {
  await tables(tx).insertInto('compliance_document').values(row).execute();
  for (const { framework, control } of controls) await tables(tx).insertInto('compliance_document_control').values({ document_id: row.id, account_id: row.account_id, framework, control }).onConflict(conflict => conflict.doNothing()).execute();
}

/** Withdraws the document, which is kept as a record; null where it was withdrawn already. */
export async function withdrawDocument(tx: Db, { id, account_id: accountId }: DocumentRow, { at, by, reason }: { at: number; by: string; reason: string }): Promise<DocumentRow | null> {
  return await tables(tx).updateTable('compliance_document').set({ withdrawn_at: at, withdrawn_by: by, withdrawn_reason: reason }).where('account_id', '=', accountId).where('id', '=', id).where('withdrawn_at', 'is', null).returningAll().executeTakeFirst() ?? null;
}

/** Says that a blob is about to be kept for a document. */
export async function nameBlob(tx: Db, blob: string, documentId: string, now: number): Promise<void> {
  await tables(tx).insertInto('compliance_blob').values({ blob, document_id: documentId, named_at: now }).execute();
}

/** Blobs that were named before `before` and whose document is gone, or never came. */
export async function blobsWithoutDocument(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await tables(db).selectFrom('compliance_blob').select('blob').where('named_at', '<', before)
    .where(eb => eb.not(eb.exists(eb.selectFrom('compliance_document').select('id').whereRef('compliance_document.id', '=', 'compliance_blob.document_id')))).limit(limit).execute();
  return rows.map(({ blob }) => blob);
}

export async function forgetBlob(db: Db, blob: string): Promise<void> {
  await tables(db).deleteFrom('compliance_blob').where('blob', '=', blob).execute();
}
