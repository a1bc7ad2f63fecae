import { z } from 'zod';
import { known, roleCovers, type Role as RoleName } from '../../../core/access.ts';
import { operationIn, type Call, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { lockAccount } from './accounts.ts';
import type { AccountServices } from './services.ts';
import { Person, PersonId, replyOf, Role } from './shapes.ts';
import { tables } from './tables.ts';

type PersonRecord = z.output<typeof Person>;

/** A person of the caller's account. */
const personResource: Resource<AccountServices, PersonRecord> = {
  type: 'person',
  load: ({ db }, accountId, id) => readPerson(db, accountId, id),
};

const listPeople = operationIn<AccountServices>()({
  id: 'people.list',
  summary: 'List the people of the account',
  description: 'Lists everybody who can sign in to the account, newest first, with their roles.',
  method: 'GET',
  path: '/api/people',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(Person),
  examples: [{ input: {}, says: 'The first fifty' }],
  async run({ caller }, { db }, { limit, cursor }) {
    const after = decodeCursor('people.list', cursor);
    let query = people(db, known(caller).account.id).orderBy('id', 'desc').limit(limit + 1);
    if (after) query = query.where('id', '<', after.id);
    return cutPage('people.list', await query.execute(), limit, row => ({ at: Date.parse(row.createdAt), id: row.id }), showPerson);
  },
});

const changeRole = operationIn<AccountServices>()({
  id: 'people.change_role',
  summary: 'Change the role of a person',
  description: 'Gives a person of the account another role. Only owners make owners or take that role away, and one owner always stays. A lesser role withdraws the open invitations of the person and ends open streams.',
  method: 'PATCH',
  path: '/api/people/{id}',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  owns: { id: personResource },
  input: z.strictObject({ id: PersonId, role: Role }),
  output: replyOf(Person),
  audit: ({ input }) => ({ action: 'person.role_changed', resource: { type: 'person', id: input.id }, details: { role: input.role } }),
  examples: [{ input: { id: 'usr_01kb0000000000000000000000', role: 'member' }, says: 'Reads and writes, but manages no people' }],
  async run({ caller, nothingChanged, note }, { db }, { id, role }) {
    const accountId = known(caller).account.id;
    const person = await lockPerson(db, accountId, id);
    if (person.role === role) nothingChanged();
    else {
      ownersOnly(caller.kind === 'session' && caller.role, person.role, role);
      if (person.role === 'owner') await otherOwner(db, accountId, id);
      await tables(db).updateTable('auth_user').set({ role }).where('accountId', '=', accountId).where('id', '=', id).execute();
      if (!roleCovers(role, person.role)) await withdrawInvitationsBy(db, id, note);
    }
    return { success: true as const, data: { ...person, role } };
  },
});

const removePerson = operationIn<AccountServices>()({
  id: 'people.remove',
  summary: 'Remove a person from the account',
  description: 'Removes a person with all sessions, passkeys and open invitations, at once and for good. API keys stay: list those that the person created with createdBy, and revoke them. Everybody may remove themselves, but the last owner.',
  method: 'DELETE',
  path: '/api/people/{id}',
  access: 'session',
  role: 'viewer',
  allowance: 'none',
  owns: { id: personResource },
  input: z.strictObject({ id: PersonId }),
  output: replyOf(Person),
  audit: ({ input }) => ({ action: 'person.removed', resource: { type: 'person', id: input.id } }),
  examples: [{ input: { id: 'usr_01kb0000000000000000000000' }, says: 'One person' }],
  async run({ caller, note }, { db }, { id }) {
    const accountId = known(caller).account.id;
    const person = await lockPerson(db, accountId, id);
    if (caller.kind === 'session' && caller.userId !== id) {
      if (!roleCovers(caller.role, 'admin')) throw new Problem('forbidden', 'Removing somebody else needs the role admin. Ask an admin of the account.');
      ownersOnly(caller.role, person.role);
    }
    if (person.role === 'owner') await otherOwner(db, accountId, id);
    await withdrawInvitationsBy(db, id, note);
    await tables(db).deleteFrom('auth_user').where('accountId', '=', accountId).where('id', '=', id).execute();
    return { success: true as const, data: person };
  },
});

const endSessions = operationIn<AccountServices>()({
  id: 'people.end_sessions',
  summary: 'End all sessions of a person',
  description: 'Signs a person of the account out everywhere, at once, such as when a device was lost. The person can sign in again.',
  method: 'DELETE',
  path: '/api/people/{id}/sessions',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  owns: { id: personResource },
  input: z.strictObject({ id: PersonId }),
  output: replyOf(z.object({ ended: z.number().int() })),
  audit: ({ input, output }) => ({ action: 'person.sessions_ended', resource: { type: 'person', id: input.id }, details: { ended: output.data.ended } }),
  examples: [{ input: { id: 'usr_01kb0000000000000000000000' }, says: 'One person' }],
  async run({ caller, owned, nothingChanged }, { db }, { id }) {
    if (caller.kind === 'session' && caller.userId !== id) ownersOnly(caller.role, owned.id.role);
    const { numDeletedRows } = await tables(db).deleteFrom('auth_session').where('userId', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) nothingChanged();
    return { success: true as const, data: { ended: Number(numDeletedRows) } };
  },
});

export const peopleOperations = [listPeople, changeRole, removePerson, endSessions] as const;

/** Only owners touch the role owner. */
export function ownersOnly(role: RoleName | false, ...touched: RoleName[]): void {
  if (role !== 'owner' && touched.includes('owner')) throw new Problem('forbidden', 'Only owners of the account decide on owners. Ask one of them.');
}

/** Throws `Problem` 403 unless the person who calls still has the role admin; the account must be locked, so that a removal at the same moment is over. */
export async function stillAdmin(tx: Db, { userId }: { userId: string }): Promise<RoleName> {
  const row = await tables(tx).selectFrom('auth_user').select('role').where('id', '=', userId).executeTakeFirst();
  if (!row || !roleCovers(row.role as RoleName, 'admin')) throw new Problem('forbidden', 'This needs the role admin, which you do not have any more. Ask an owner of the account.');
  return row.role as RoleName;
}

/** Withdraws the open invitations that the person made: nobody leaves a door open behind them. Each is an entry of the audit log. */
async function withdrawInvitationsBy(tx: Db, personId: string, note: Call['note']): Promise<void> {
  const [joining, signingUp] = [
    await tables(tx).deleteFrom('invitation').where('created_by', '=', personId).where('accepted_at', 'is', null).returning('id').execute(),
    await tables(tx).deleteFrom('sign_up_invitation').where('created_by', '=', personId).where('accepted_at', 'is', null).returning('id').execute(),
  ];
  for (const { id } of joining) note({ action: 'invitation.deleted', resource: { type: 'invitation', id } });
  for (const { id } of signingUp) note({ action: 'sign_up.withdrawn', resource: { type: 'sign_up_invitation', id } });
}

async function lockPerson(tx: Db, accountId: string, id: string): Promise<PersonRecord> {
  await lockAccount(tx, accountId);
  const person = await readPerson(tx, accountId, id);
  if (!person) throw new Problem('not_found', 'There is no such person on this account. Check the list for the id.');
  return person;
}

async function otherOwner(tx: Db, accountId: string, id: string): Promise<void> {
  const other = await tables(tx).selectFrom('auth_user').select('id').where('accountId', '=', accountId).where('role', '=', 'owner').where('id', '<>', id).executeTakeFirst();
  if (!other) throw new Problem('invalid_state', 'This is the last owner of the account. Make somebody else an owner first.', { role: 'owner' });
}

async function readPerson(db: Db, accountId: string, id: string): Promise<PersonRecord | null> {
  const row = await people(db, accountId).where('id', '=', id).executeTakeFirst();
  return row ? showPerson(row) : null;
}

function people(db: Db, accountId: string) {
  return tables(db).selectFrom('auth_user').select(['id', 'name', 'email', 'emailVerified', 'role', 'twoFactorEnabled', 'createdAt']).where('accountId', '=', accountId);
}

function showPerson(row: { id: string; name: string; email: string; emailVerified: number; role: string; twoFactorEnabled: number | null; createdAt: string }): PersonRecord {
  return { ...row, role: row.role as RoleName, emailVerified: row.emailVerified === 1, twoFactorEnabled: row.twoFactorEnabled === 1 };
}
