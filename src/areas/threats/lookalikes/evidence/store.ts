import type { Insertable, Selectable } from 'kysely';
import type { Resource } from '../../../../core/operation.ts';
import type { AreaServices } from '../../../services.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type LookalikeTables } from '../tables.ts';
import { lockDomain } from '../../../domains/inventory/index.ts';

export type EvidenceRow = Selectable<LookalikeTables['lookalike_evidence']>;

/** A package holds the whole chain. */
export const MAX_CHAIN = 1000;
const ROWS_A_STATEMENT = 200;

/** Evidence of the account, by its id. */
export const evidence: Resource<AreaServices, EvidenceRow> = {
  type: 'evidence',
  load: async ({ db }, accountId, id) => await tables(db).selectFrom('lookalike_evidence').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null,
};

/** The newest evidence of a candidate; of two captures at once the second one waits here until the first is kept. */
export async function lastEvidence(tx: Db, domainId: string, name: string): Promise<Pick<EvidenceRow, 'seq' | 'manifest'> | undefined> {
  await lockDomain(tx, domainId);
  return tables(tx).selectFrom('lookalike_evidence').select(['seq', 'manifest']).where('domain_id', '=', domainId).where('name', '=', name).orderBy('seq', 'desc').limit(1).executeTakeFirst();
}

export async function insertEvidence(tx: Db, row: Insertable<LookalikeTables['lookalike_evidence']>): Promise<void> {
  await tables(tx).insertInto('lookalike_evidence').values(row).execute();
}

/** All of the candidate that was kept before this one, oldest first. */
export function evidenceBefore(db: Db, { domain_id: domainId, name, seq }: EvidenceRow): Promise<EvidenceRow[]> {
  return tables(db).selectFrom('lookalike_evidence').selectAll().where('domain_id', '=', domainId).where('name', '=', name).where('seq', '<', seq).orderBy('seq').execute();
}

/** Evidence of the domain, newest first, from `position` on. */
export function listEvidence(db: Db, accountId: string, { domainId, names, position, limit }: { domainId: string; names: readonly string[] | undefined; position: readonly [number, string] | null; limit: number }): Promise<EvidenceRow[]> {
  let query = tables(db).selectFrom('lookalike_evidence').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId);
  if (names !== undefined) query = query.where('name', 'in', names);
  if (position !== null) query = query.where(eb => eb(eb.refTuple('captured_at', 'id'), '<', eb.tuple(position[0], position[1])));
  return query.orderBy('captured_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** For the export of the account: the manifests; the items are in the packages. */
export async function* evidenceOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = ''; ;) {
    const rows = await tables(db).selectFrom('lookalike_evidence').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_STATEMENT).execute();
    yield* rows;
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
  }
}

/** Anyone who has said that a blob is needed stores it, and its evidence, in far less. */
const UNDER_WAY_MS = 3_600_000;
/** In place of the time: the blob is being removed. */
const SWEPT = -1;

/** Says that evidence needs these blobs; false while one of them is being removed: then it is to be said again. */
export async function referTo(tx: Db, { id, domainId }: { id: string; domainId: string }, sha256s: readonly string[], now: number): Promise<boolean> {
  // In one order, so that two captures of the same bytes wait for one another and not crosswise.
  for (const sha256 of [...new Set(sha256s)].toSorted()) {
    const { numInsertedOrUpdatedRows } = await tables(tx).insertInto('evidence_content').values({ sha256, referred_at: now })
      .onConflict(conflict => conflict.column('sha256').doUpdateSet({ referred_at: now }).where('evidence_content.referred_at', '>', SWEPT)).executeTakeFirst();
    if (Number(numInsertedOrUpdatedRows) === 0) return false;
    await tables(tx).insertInto('evidence_blob').values({ sha256, evidence_id: id, domain_id: domainId }).onConflict(conflict => conflict.doNothing()).execute();
  }
  return true;
}

/** Takes away references of domains that are gone; gives how many there were. */
export async function forgetGone(tx: Db, max: number): Promise<number> {
  const gone = await tables(tx).selectFrom('evidence_blob').leftJoin('domain', 'domain.id', 'evidence_blob.domain_id').where('domain.id', 'is', null)
    .select(['evidence_blob.sha256', 'evidence_blob.evidence_id']).limit(max).execute();
  for (const { sha256, evidence_id: id } of gone) await tables(tx).deleteFrom('evidence_blob').where('sha256', '=', sha256).where('evidence_id', '=', id).execute();
  return gone.length;
}

/** Blobs that no evidence needs any more, now marked as such: nobody refers to them again before they are removed and forgotten. */
export async function markSwept(tx: Db, now: number, max: number): Promise<string[]> {
  const rows = await tables(tx).updateTable('evidence_content').set({ referred_at: SWEPT }).where('referred_at', '<', now - UNDER_WAY_MS)
    .where('sha256', 'in', eb => eb.selectFrom('evidence_content as content').select('content.sha256').where('content.referred_at', '<', now - UNDER_WAY_MS)
      .where(where => where.not(where.exists(where.selectFrom('evidence_blob').select('evidence_id').whereRef('evidence_blob.sha256', '=', 'content.sha256')))).limit(max))
    .returning('sha256').execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Forgets a blob that was removed. */
export async function forgetSwept(db: Db, sha256: string): Promise<void> {
  await tables(db).deleteFrom('evidence_content').where('sha256', '=', sha256).where('referred_at', '=', SWEPT).execute();
}
