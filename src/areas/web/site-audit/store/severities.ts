import type { Severity } from '../../../../core/finding.ts';
import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** What the account has changed, by the ids of checks. */
export async function severitiesOf(db: Db, accountId: string): Promise<Map<string, Severity>> {
  const rows = await tables(db).selectFrom('site_audit_severity').select(['check_id', 'severity']).where('account_id', '=', accountId).orderBy('check_id').execute();
  return new Map(rows.map(({ check_id: id, severity }) => [id, severity as Severity]));
}

/** Changes the severity of a check for the account; null is what it has by itself. */
export async function setSeverity(tx: Db, accountId: string, checkId: string, severity: Severity | null): Promise<void> {
  await tables(tx).deleteFrom('site_audit_severity').where('account_id', '=', accountId).where('check_id', '=', checkId).execute();
  if (severity !== null) await tables(tx).insertInto('site_audit_severity').values({ account_id: accountId, check_id: checkId, severity }).execute();
}

/** All changes of the account, for the export of everything that it holds. */
export async function* severityChangesOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (const [checkId, severity] of await severitiesOf(db, accountId)) yield { checkId, severity };
}
