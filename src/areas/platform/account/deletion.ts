import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { operationIn, type Call } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { beginAttempt } from './attempts.ts';
import type { AccountServices } from './services.ts';
import { replyOf } from './shapes.ts';
import { tables } from './tables.ts';

const KEPT_MS = 30 * 86_400_000;
const Deletion = replyOf(z.object({
  id: z.string(),
  deleteAfter: z.iso.datetime().nullable().describe('When everything of the account is deleted; null unless an owner has asked for it'),
}));

const showDeletion = operationIn<AccountServices>()({
  id: 'account.deletion',
  summary: 'Show whether the account is to be deleted',
  description: 'Shows when the account will be deleted, or null where nobody has asked for it.',
  method: 'GET',
  path: '/api/account/deletion',
  access: 'session',
  allowance: 'none',
  input: z.strictObject({}),
  output: Deletion,
  examples: [{ input: {}, says: 'The date, or null' }],
  async run({ caller }, { db }) {
    const { id } = known(caller).account;
    const row = await tables(db).selectFrom('account').select('delete_after').where('id', '=', id).executeTakeFirstOrThrow();
    return show(id, row.delete_after);
  },
});

const deleteAccount = operationIn<AccountServices>()({
  id: 'account.delete',
  summary: 'Delete the account',
  description: 'Deletes the account with everybody and everything in it in 30 days. Until then it works as before, and an owner can take this back.',
  method: 'DELETE',
  path: '/api/account',
  // Checking a password takes too long for a transaction.
  kind: 'native',
  access: 'session',
  role: 'owner',
  limit: 'sign_in',
  allowance: 'none',
  input: z.strictObject({ password: z.string().min(1).max(128).describe('The password of the person who is signed in') }),
  output: Deletion,
  audit: { none: 'The audit entry is written in the transaction of the change.' },
  examples: [{ input: { password: 'a long and rare phrase' }, says: 'With the password, again' }],
  async run(call, services, { password }) {
    const { caller, now } = call;
    const { account } = known(caller);
    if (account.operator) throw new Problem('invalid_state', 'The account of the operator cannot be deleted: the service needs one.', { current: { operator: true, deleteAfter: null } });
    await checkPassword(call, services, password);
    const deleteAfter = now + KEPT_MS;
    return show(account.id, await services.store.transaction(tx => mark(tx, call, services, deleteAfter)));
  },
});

const keepAccount = operationIn<AccountServices>()({
  id: 'account.keep',
  summary: 'Keep the account after all',
  description: 'Cancels the deletion of the account.',
  method: 'DELETE',
  path: '/api/account/deletion',
  access: 'session',
  role: 'owner',
  allowance: 'none',
  input: z.strictObject({}),
  output: Deletion,
  audit: ({ caller }) => ({ action: 'account.deletion_withdrawn', resource: { type: 'account', id: known(caller).account.id } }),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  async run({ caller, nothingChanged }, { db }) {
    const { id } = known(caller).account;
    const kept = await tables(db).updateTable('account').set({ delete_after: null }).where('id', '=', id).where('delete_after', 'is not', null).returning('id').executeTakeFirst();
    if (!kept) nothingChanged();
    return show(id, null);
  },
});

export const deletionOperations = [showDeletion, deleteAccount, keepAccount] as const;

type By = Pick<Call, 'caller' | 'now' | 'requestId' | 'address'>;

/** Throws `Problem` 401 unless this is the password of the person who calls; ten wrong ones in a quarter of an hour are all. */
async function checkPassword({ caller, address, now }: By, { db, counters, passwords }: AccountServices, password: string): Promise<void> {
  const userId = (caller as Caller & { kind: 'session' }).userId;
  const attempt = await beginAttempt(counters, userId, address, now);
  const row = await tables(db).selectFrom('auth_credential').select('password').where('userId', '=', userId).where('providerId', '=', 'credential').executeTakeFirst();
  if (!row?.password || !await passwords.verify(row.password, password)) throw new Problem('invalid_credentials', 'The password is wrong.');
  await attempt.forgive();
}

/** Sets when the account goes, unless that is set already; gives it. */
async function mark(tx: Db, { caller, now, requestId, address }: By, { audit }: AccountServices, deleteAfter: number): Promise<number> {
  const { account: { id: accountId }, userId } = caller as Caller & { kind: 'session' };
  const marked = await tables(tx).updateTable('account').set({ delete_after: deleteAfter }).where('id', '=', accountId).where('delete_after', 'is', null).returning('id').executeTakeFirst();
  if (!marked) return (await tables(tx).selectFrom('account').select('delete_after').where('id', '=', accountId).executeTakeFirstOrThrow()).delete_after!;
  await audit(tx, {
    accountId, actor: { type: 'person', id: userId }, requestId, address, now,
    action: 'account.deletion_requested', resource: { type: 'account', id: accountId }, details: { deleteAfter: new Date(deleteAfter).toISOString() },
  });
  return deleteAfter;
}

function show(id: string, deleteAfter: number | null) {
  return { success: true as const, data: { id, deleteAfter: deleteAfter === null ? null : new Date(deleteAfter).toISOString() } };
}
