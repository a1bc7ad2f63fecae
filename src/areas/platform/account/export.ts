import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import type { Db } from '../../../store/index.ts';
import type { AccountServices } from './services.ts';
import { tables } from './tables.ts';
import type { ExportSection } from '../../area.ts';
import { rowInExport } from './row-in-export.ts';

const ROWS_A_PAGE = 500;

/** What this area holds of an account. */
const ownSections: Readonly<Record<string, ExportSection>> = {
  account: accountIn,
  people: (db, accountId) => pages(last => tables(db).selectFrom('auth_user')
    .select(['id', 'name', 'email', 'emailVerified', 'twoFactorEnabled', 'role', 'createdAt', 'updatedAt']).where('accountId', '=', accountId).where('id', '>', last)),
  sessions: (db, accountId) => pages(last => tables(db).selectFrom('auth_session')
    .select(['id', 'userId', 'createdAt', 'expiresAt', 'ipAddress', 'userAgent']).where('userId', 'in', peopleOf(db, accountId)).where('id', '>', last)),
  passkeys: (db, accountId) => pages(last => tables(db).selectFrom('auth_passkey')
    .select(['id', 'userId', 'name', 'deviceType', 'createdAt']).where('userId', 'in', peopleOf(db, accountId)).where('id', '>', last)),
  invitations: (db, accountId) => pages(last => tables(db).selectFrom('invitation')
    .select(['id', 'email', 'role', 'created_by', 'created_at', 'expires_at', 'accepted_at']).where('account_id', '=', accountId).where('id', '>', last)),
};

async function* accountIn(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('account').select(['id', 'name', 'plan', 'operator', 'settings', 'created_at', 'delete_after']).where('id', '=', accountId).execute();
  for (const { settings, ...row } of rows) yield { ...row, settings: JSON.parse(settings) as unknown };
}

/** The operation that hands out everything of an account: the sections of this area and `others`. */
export function exportOperation(others: Readonly<Record<string, ExportSection>>) {
  return operationIn<AccountServices>()({
    id: 'account.export',
    summary: 'Export everything of the account',
    description: 'Gives all that the account holds as one JSON file, in the words of the API, without passwords, keys and other secrets.',
    method: 'GET',
    path: '/api/account/export',
    access: 'session',
    role: 'owner',
    allowance: 'none',
    kind: 'file',
    contentTypes: ['application/json'],
    input: z.strictObject({}),
    output: z.custom<FileReply>(),
    examples: [{ input: {}, says: 'Everything' }],
    run: async ({ caller }, { db }) => ({
      contentType: 'application/json',
      fileName: 'account.json',
      body: write({ ...ownSections, ...others }, db, known(caller).account.id),
    }),
  });
}

/** One JSON object with a list for each section, a row at a time. */
async function* write(sections: Readonly<Record<string, ExportSection>>, db: Db, accountId: string): AsyncGenerator<string> {
  let before = '{';
  for (const [name, section] of Object.entries(sections)) {
    yield `${before}\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const row of section(db, accountId)) {
      yield `${separator}${JSON.stringify(rowInExport(row))}`;
      separator = ',\n';
    }
    yield ']';
    before = ',';
  }
  yield '\n}\n';
}

interface Paged<Row> {
  orderBy(column: 'id'): { limit(rows: number): { execute(): Promise<Row[]> } };
}

/** The rows of `queryAfter(id)` in the order of their ids, in pages. */
async function* pages<Row extends { id: string }>(queryAfter: (last: string) => Paged<Row>): AsyncGenerator<Row> {
  for (let last = '';;) {
    const rows = await queryAfter(last).orderBy('id').limit(ROWS_A_PAGE).execute();
    yield* rows;
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}

function peopleOf(db: Db, accountId: string) {
  return tables(db).selectFrom('auth_user').select('auth_user.id').where('accountId', '=', accountId);
}
