import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

/** Keeps a message; it belongs to no account. */
export async function storeMessage(tx: Db, { now, ...message }: { id: string; name: string | null; email: string; message: string; now: number }): Promise<void> {
  await tables(tx).insertInto('contact_message').values({ ...message, created_at: now }).execute();
}

/** The e-mail addresses of those who run this service: the owners of the operator's account. */
export async function operatorAddresses(db: Db): Promise<string[]> {
  const owners = await tables(db).selectFrom('auth_user').innerJoin('account', 'account.id', 'auth_user.accountId').select('auth_user.email')
    .where('account.operator', '=', 1).where('auth_user.role', '=', 'owner').orderBy('auth_user.email').execute();
  return owners.map(({ email }) => email);
}
