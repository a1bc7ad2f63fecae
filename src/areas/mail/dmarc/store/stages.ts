import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { deleteFacts } from './facts.ts';
import { tables, type DmarcTables } from '../tables.ts';

/** Whoever stores a slice does so far sooner after the one before. */
const ABANDONED_MS = 3_600_000;

/** What was being stored is gone: its domain was deleted, or somebody else stores the same. */
export class StageLost extends Error {
  override message = 'What was stored of the report is gone.';
}

/** Where slices of a report are stored before it counts. */
export interface Stage {
  domainNo: number;
  no: number;
}

/** Begins a stage under a number that the domain has given; one that the same owner left is removed. */
export async function beginStage(tx: Db, { domainNo, no }: Stage, owner: string, now: number): Promise<void> {
  const left = await tables(tx).selectFrom('dmarc_stage').select('no').where('domain_no', '=', domainNo).where('owner', '=', owner).execute();
  for (const before of left) await dropStage(tx, { domainNo, no: before.no });
  await tables(tx).insertInto('dmarc_stage').values({ domain_no: domainNo, no, owner, touched_at: now }).execute();
}

/** Says that another slice comes. Throws `StageLost`. */
export async function touchStage(tx: Db, { domainNo, no }: Stage, now: number): Promise<void> {
  const { numUpdatedRows } = await tables(tx).updateTable('dmarc_stage').set({ touched_at: now }).where('domain_no', '=', domainNo).where('no', '=', no).executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new StageLost();
}

/** Ends a stage: what was stored with it counts. Throws `StageLost`. */
export async function endStage(tx: Db, { domainNo, no }: Stage): Promise<void> {
  const { numDeletedRows } = await tables(tx).deleteFrom('dmarc_stage').where('domain_no', '=', domainNo).where('no', '=', no).executeTakeFirst();
  if (numDeletedRows !== 1n) throw new StageLost();
}

/** Removes a stage with what was stored. */
export async function dropStage(tx: Db, stage: Stage): Promise<void> {
  const { domainNo, no } = stage;
  await deleteFacts(tx, domainNo, no);
  await tables(tx).deleteFrom('dmarc_source').where('domain_no', '=', domainNo).where('stage', '=', no).execute();
  await tables(tx).deleteFrom('dmarc_stage').where('domain_no', '=', domainNo).where('no', '=', no).execute();
}

/** Removes the stages of a domain that nobody goes on with; gives whether others are left. */
export async function dropAbandoned(tx: Db, domainNo: number, now: number): Promise<boolean> {
  const stages = await tables(tx).selectFrom('dmarc_stage').select(['no', 'touched_at']).where('domain_no', '=', domainNo).execute();
  const [abandoned, open] = [stages.filter(({ touched_at: at }) => at < now - ABANDONED_MS), stages.filter(({ touched_at: at }) => at >= now - ABANDONED_MS)];
  for (const { no } of abandoned) await dropStage(tx, { domainNo, no });
  return open.length > 0;
}

/** Whether a row of addresses counts: it is not of what is still being stored. */
export function isCounted({ not, exists, selectFrom }: ExpressionBuilder<DmarcTables, 'dmarc_source'>): Expression<SqlBool> {
  return not(exists(selectFrom('dmarc_stage').select('dmarc_stage.no').whereRef('dmarc_stage.domain_no', '=', 'dmarc_source.domain_no').whereRef('dmarc_stage.no', '=', 'dmarc_source.stage')));
}

/** Rows of addresses that count. */
export function countedSources(db: Db) {
  return tables(db).selectFrom('dmarc_source').where(isCounted);
}
