import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

/** A person of the account. */
export interface Person {
  name: string;
  email: string;
  role: string;
  hasSecondFactor: boolean;
}

/** Nobody reads longer lists. */
const MOST_PEOPLE = 200;

export async function peopleOf(db: Db, accountId: string): Promise<Person[]> {
  const rows = await tables(db).selectFrom('auth_user').select(['name', 'email', 'role', 'twoFactorEnabled']).where('accountId', '=', accountId).orderBy('email').limit(MOST_PEOPLE).execute();
  return rows.map(({ name, email, role, twoFactorEnabled }) => ({ name, email, role, hasSecondFactor: twoFactorEnabled === 1 }));
}

export async function accountName(db: Db, accountId: string): Promise<string> {
  return (await tables(db).selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()).name;
}
