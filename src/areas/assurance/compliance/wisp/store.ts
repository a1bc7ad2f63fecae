import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { domainsIn } from '../../../domains/inventory/index.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type PlanRow = Selectable<ComplianceTables['compliance_wisp']>;

/** Versions of the plan that are kept. */
const MOST_VERSIONS = 500;

/** The newest version of the plan, or the one that is named; null where there is none. */
export async function findPlan(db: Db, accountId: string, version?: number): Promise<PlanRow | null> {
  return await tables(db).selectFrom('compliance_wisp').selectAll().where('account_id', '=', accountId)
    .$if(version !== undefined, query => query.where('version', '=', version!)).orderBy('version', 'desc').limit(1).executeTakeFirst() ?? null;
}

/** Versions of the plan before `before`, newest first. */
export async function versionsOf(db: Db, accountId: string, before: number | null, limit: number): Promise<PlanRow[]> {
  return tables(db).selectFrom('compliance_wisp').selectAll().where('account_id', '=', accountId)
    .$if(before !== null, query => query.where('version', '<', before!)).orderBy('version', 'desc').limit(limit).execute();
}

/** Keeps a version of the plan; the caller holds the account's lock and read the version before. */
export async function insertPlan(tx: Db, row: PlanRow): Promise<void> {
  await tables(tx).deleteFrom('compliance_wisp').where('account_id', '=', row.account_id).where('version', '<=', row.version - MOST_VERSIONS).execute();
  await tables(tx).insertInto('compliance_wisp').values(row).execute();
}

/** What people wrote, by `section.field`. */
export function entriesIn(row: Pick<PlanRow, 'entries'> | null): Readonly<Record<string, string>> {
  return row ? JSON.parse(row.entries) as Record<string, string> : {};
}

/** The domains of the account, with the first of their names. */
export interface PlanDomains {
  total: number;
  monitored: number;
  names: readonly string[];
}

export async function domainsOf(db: Db, accountId: string, mostNames: number): Promise<PlanDomains> {
  const { total, monitored } = await domainsIn(db, accountId).clearSelect().select(eb => [eb.fn.countAll<number | string>().as('total'), eb.fn.sum<number | string | null>('domain.monitored').as('monitored')]).executeTakeFirstOrThrow();
  const names = await domainsIn(db, accountId).clearSelect().select('domain.name').orderBy('domain.name').limit(mostNames).execute();
  return { total: Number(total), monitored: Number(monitored ?? 0), names: names.map(({ name }) => name) };
}
