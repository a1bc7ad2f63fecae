import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { Assessments, Status } from '../assessment.ts';
import { controlOf, frameworks, type Control, type Framework } from '../catalogue/index.ts';
import { findOwnControl, ownFrameworks } from '../catalogues/store.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type ChosenRow = Selectable<ComplianceTables['compliance_framework']>;

/** A framework that applies to an account. */
export interface ChosenFramework {
  framework: Framework;
  row: ChosenRow;
}

/** Ids of the domains that the framework is about; null for all. */
export function scopeOf({ domains }: Pick<ChosenRow, 'domains'>): string[] | null {
  return domains === null ? null : JSON.parse(domains) as string[];
}

/** Every framework that the account can choose: those of the catalogue, then those that it imported. */
export async function frameworksOf(db: Db, accountId: string): Promise<Framework[]> {
  return [...frameworks, ...await ownFrameworks(db, accountId)];
}

/** The frameworks that apply to the account, in the order of the catalogue, then those that it imported. */
export async function chosenBy(db: Db, accountId: string): Promise<ChosenFramework[]> {
  const rows = new Map((await tables(db).selectFrom('compliance_framework').selectAll().where('account_id', '=', accountId).execute()).map(row => [row.framework, row]));
  const own = rows.size > 0 ? await ownFrameworks(db, accountId, new Set(rows.keys())) : [];
  return [...frameworks, ...own].flatMap(framework => {
    const row = rows.get(framework.id);
    return row ? [{ framework, row }] : [];
  });
}

export async function isChosen(db: Db, accountId: string, framework: string): Promise<boolean> {
  return await tables(db).selectFrom('compliance_framework').select('framework').where('account_id', '=', accountId).where('framework', '=', framework).executeTakeFirst() !== undefined;
}

/** The control of a record's id, `framework:control`; null for none, and for a heading. */
export async function findControl(db: Db, accountId: string, id: string): Promise<{ framework: Pick<Framework, 'id' | 'title'>; control: Control } | null> {
  const at = id.indexOf(':');
  return controlOf(id) ?? (at > 0 ? findOwnControl(db, accountId, id.slice(0, at), id.slice(at + 1)) : null);
}

/** Has the framework apply, to these domains or, with null, to all. */
export async function choose(tx: Db, accountId: string, framework: string, domains: readonly string[] | null, now: number): Promise<void> {
  const scope = domains === null ? null : JSON.stringify(domains);
  await tables(tx).insertInto('compliance_framework').values({ account_id: accountId, framework, domains: scope, chosen_at: now })
    .onConflict(conflict => conflict.columns(['account_id', 'framework']).doUpdateSet({ domains: scope })).execute();
}

/** Has it apply no more; what was said of its controls is kept for the day that it applies again. */
export async function unchoose(tx: Db, accountId: string, framework: string): Promise<void> {
  await tables(tx).deleteFrom('compliance_framework').where('account_id', '=', accountId).where('framework', '=', framework).execute();
}

/** How many open controls of the framework were due before the day, such as 2026-11-24. */
export async function countOverdue(db: Db, accountId: string, framework: string, day: string): Promise<number> {
  const { count } = await tables(db).selectFrom('compliance_control').select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId).where('framework', '=', framework).where('status', 'not in', ['met', 'notApplicable']).where('due_on', '<', day).executeTakeFirstOrThrow();
  return Number(count);
}

/** What the account has said of every control of the framework. */
export async function assessmentsOf(db: Db, accountId: string, framework: string): Promise<Assessments> {
  const rows = await tables(db).selectFrom('compliance_control').select(['control', 'status']).where('account_id', '=', accountId).where('framework', '=', framework).execute();
  return new Map(rows.map(({ control, status }) => [control, status as Status]));
}
