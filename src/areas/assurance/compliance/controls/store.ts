import type { Selectable } from 'kysely';
import type { NewId } from '../../../../core/ids.ts';
import type { Db } from '../../../../store/index.ts';
import type { By } from '../services.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type ControlRow = Selectable<ComplianceTables['compliance_control']>;
export type ChangeRow = Selectable<ComplianceTables['compliance_change']>;

/** Changes of a control that are kept. */
export const MOST_CHANGES = 500;

/** A control of an account. */
export interface ControlKey {
  accountId: string;
  framework: string;
  control: string;
}

/** What a person says of a control. */
export type Said = Pick<ControlRow, 'status' | 'approach' | 'justification' | 'owner' | 'due_on' | 'plan_of_action' | 'private_text'>;

export const nothingSaid: Said = { status: 'notAssessed', approach: null, justification: null, owner: null, due_on: null, plan_of_action: null, private_text: null };

/** The rows of these frameworks, by framework and control. */
export async function rowsOf(db: Db, accountId: string, frameworks: readonly string[]): Promise<ReadonlyMap<string, ControlRow>> {
  if (frameworks.length === 0) return new Map();
  const rows = await tables(db).selectFrom('compliance_control').selectAll().where('account_id', '=', accountId).where('framework', 'in', frameworks).execute();
  return new Map(rows.map(row => [`${row.framework}:${row.control}`, row]));
}

export async function findRow(db: Db, { accountId, framework, control }: ControlKey): Promise<ControlRow | undefined> {
  return tables(db).selectFrom('compliance_control').selectAll().where('account_id', '=', accountId).where('framework', '=', framework).where('control', '=', control).executeTakeFirst();
}

/** Writes what is said now, as the version after that of `before`, with the change in the history; the caller holds the account's lock. */
export async function writeControl(tx: Db, { newId }: { newId: NewId }, key: ControlKey, before: ControlRow | undefined, said: Said, { note, by, now }: { note: string | null; by: By; now: number }): Promise<ControlRow> {
  const version = (before?.version ?? 0) + 1;
  const was: Said = before ?? nothingSaid;
  const changes = Object.fromEntries(Object.entries(said).filter(([field, value]) => was[field as keyof Said] !== value).map(([field, value]) => [field, [was[field as keyof Said], value]]));
  const of = { account_id: key.accountId, framework: key.framework, control: key.control };
  const values = { ...said, version, changed_at: now, changed_by: JSON.stringify(by) };
  await tables(tx).deleteFrom('compliance_change').where('account_id', '=', of.account_id).where('framework', '=', of.framework).where('control', '=', of.control).where('version', '<=', version - MOST_CHANGES).execute();
  await tables(tx).insertInto('compliance_change').values({ ...of, id: newId('cch'), version, changes: JSON.stringify(changes), note, at: now, by: JSON.stringify(by) }).execute();
  return tables(tx).insertInto('compliance_control').values({ ...of, ...values })
    .onConflict(conflict => conflict.columns(['account_id', 'framework', 'control']).doUpdateSet(values)).returningAll().executeTakeFirstOrThrow();
}

/** The newest changes of a control first. */
export async function changesOf(db: Db, { accountId, framework, control }: ControlKey, limit: number): Promise<ChangeRow[]> {
  return tables(db).selectFrom('compliance_change').selectAll().where('account_id', '=', accountId).where('framework', '=', framework).where('control', '=', control)
    .orderBy('version', 'desc').limit(limit).execute();
}
