import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

const ROWS_A_PAGE = 500;

/** Every vulnerability that applied to hosts of the account, for the export of everything that it holds. */
export async function* matchesOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows; (rows = await tables(db).selectFrom('vuln_match').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, position: _position, fingerprint: _fingerprint, component, match, answer, ...row } of rows) yield { ...row, component: JSON.parse(component) as unknown, match: JSON.parse(match) as unknown, answer: answer === null ? null : JSON.parse(answer) as unknown };
  }
}

/** Every package list that hosts of the account gave. */
export async function* packageListsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('vuln_package_host').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  for (const { account_id: _, packages, ...row } of rows) yield { ...row, packages: JSON.parse(packages) as unknown };
}
