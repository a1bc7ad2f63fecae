import type { Store } from '../../../store/index.ts';
import { tables } from './tables.ts';

type Person = { name: string; email: string; verified: number; two_factor: number | null };

/** Prepared reads for the path of every request. */
export interface AccountReads {
  /** The person of this account; undefined where there is none. Answers at once on SQLite. */
  person(accountId: string, userId: string): Person | undefined | Promise<Person | undefined>;
}

export function createAccountReads(store: Store): AccountReads {
  const person = store.statement<Person>(tables(store.db).selectFrom('auth_user').select(['name', 'email', 'emailVerified as verified', 'twoFactorEnabled as two_factor'])
    .where('accountId', '=', '').where('id', '=', ''));
  return { person };
}
