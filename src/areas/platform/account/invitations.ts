import { z } from 'zod';
import { known, type Role as RoleName } from '../../../core/access.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { lockAccount } from './accounts.ts';
import type { AccountServices } from './services.ts';
import { spendEmail } from './attempts.ts';
import { linkEmail, unlinked } from './emails.ts';
import { firstDelivery, sendInvitation, type InvitationDelivery } from './invitation-mail.ts';
import { ownersOnly, stillAdmin } from './people.ts';
import { textsOfAccount } from './reader-texts.ts';
import { refusalOfInvitation } from './sign-up/policy.ts';
import { Email, Invitation, InvitationId, replyOf, Role } from './shapes.ts';
import { accountTexts } from './texts.ts';
import { makeLinkToken } from './tokens.ts';
import { tables, type AccountTables } from './tables.ts';

type InvitationRecord = z.output<typeof Invitation>;
type InvitationRow = Omit<AccountTables['invitation'], 'token_hash'>;

const VALID_DAYS = 7;
const VALID_MS = VALID_DAYS * 86_400_000;
/** Of one account. */
export const MAX_OPEN_INVITATIONS = 100;

/** An invitation to the caller's account. */
const invitationResource: Resource<AccountServices, InvitationRow> = {
  type: 'invitation',
  load: async ({ db }, accountId, id) => await invitations(db, accountId).where('id', '=', id).executeTakeFirst() ?? null,
};

const listInvitations = operationIn<AccountServices>()({
  id: 'invitations.list',
  summary: 'List invitations',
  description: 'Lists the invitations to the account, newest first: open, accepted and expired ones.',
  method: 'GET',
  path: '/api/invitations',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(Invitation),
  examples: [{ input: {}, says: 'The first fifty' }],
  async run({ caller, now }, { db }, { limit, cursor }) {
    const after = decodeCursor('invitations.list', cursor);
    let query = invitations(db, known(caller).account.id).orderBy('id', 'desc').limit(limit + 1);
    if (after) query = query.where('id', '<', after.id);
    return cutPage('invitations.list', await query.execute(), limit, row => ({ at: row.created_at, id: row.id }), row => show(row, now));
  },
});

const invite = operationIn<AccountServices>()({
  id: 'invitations.create',
  summary: 'Invite a person',
  description: 'Sends an e-mail with a link to join the account with the given role. The link works once, for 7 days, and is in the reply if the service sends no mail; inviting the same address again invalidates the older link. More than five e-mails an hour to one address are refused (429).',
  method: 'POST',
  path: '/api/invitations',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  status: 201,
  location: '/api/invitations',
  idempotent: true,
  secrets: ['link'],
  input: z.strictObject({ email: Email, role: Role }),
  output: replyOf(Invitation).extend({ link: z.string().nullable().describe('To be passed on manually if the service sends no mail; null if it does (`delivery` says what became of the e-mail), and in a repeated reply') }),
  audit: ({ output, input }) => ({ action: 'invitation.created', resource: { type: 'invitation', id: output.data.id }, details: { role: input.role, email: input.email } }),
  examples: [{ input: { email: 'anna@example.net', role: 'member' }, says: 'A colleague who reads and writes' }],
  async run(call, services, { email, role }) {
    const { caller, now, respond } = call, { db, newId, randomBytes, baseUrl, mailer, counters } = services;
    const refusal = refusalOfInvitation(services.signUp, email);
    if (refusal) throw refusal;
    const { id: accountId, name } = known(caller).account;
    const to = email.toLowerCase();
    await lockAccount(db, accountId);
    if (caller.kind === 'session') ownersOnly(await stillAdmin(db, caller), role);
    await refuseInvitation(db, accountId, to, now);
    if (mailer.configured) await spendEmail(counters, to, now, db);
    const { token, hash } = makeLinkToken(randomBytes);
    const row = { id: newId('inv'), account_id: accountId, email: to, role, created_by: caller.kind === 'session' ? caller.userId : '', created_at: now, expires_at: now + VALID_MS, accepted_at: null, delivery: firstDelivery(mailer) };
    await tables(db).insertInto('invitation').values({ ...row, token_hash: hash }).execute();
    const link = `${baseUrl}/join?token=${token}`;
    const { invitation } = await textsOfAccount(services, accountTexts, accountId);
    call.afterwards(() => sendInvitation(services, 'invitation', row.id, linkEmail(to, invitation(unlinked(name), VALID_DAYS), link)));
    respond.headers['cache-control'] = 'no-store';
    return { success: true as const, data: show(row, now), link: mailer.configured ? null : link };
  },
});

const withdraw = operationIn<AccountServices>()({
  id: 'invitations.delete',
  summary: 'Withdraw an invitation',
  description: 'Removes an invitation; an open link stops working at once. Somebody who has joined stays.',
  method: 'DELETE',
  path: '/api/invitations/{id}',
  access: 'session',
  role: 'admin',
  allowance: 'none',
  owns: { id: invitationResource },
  input: z.strictObject({ id: InvitationId }),
  output: replyOf(Invitation),
  audit: ({ input }) => ({ action: 'invitation.deleted', resource: { type: 'invitation', id: input.id } }),
  examples: [{ input: { id: 'inv_01kb0000000000000000000000' }, says: 'One invitation' }],
  async run({ caller, owned, now }, { db }, { id }) {
    await tables(db).deleteFrom('invitation').where('account_id', '=', known(caller).account.id).where('id', '=', id).execute();
    return { success: true as const, data: show(owned.id, now) };
  },
});

export const invitationOperations = [listInvitations, invite, withdraw] as const;

/** Makes room for an invitation of `email`, or throws `Problem` 409 with the reason why there is none. */
async function refuseInvitation(tx: Db, accountId: string, email: string, now: number): Promise<void> {
  const there = await tables(tx).selectFrom('auth_user').select('id').where('accountId', '=', accountId).where('email', '=', email).executeTakeFirst();
  if (there) throw new Problem('already_exists', 'This person is on the account already.', { id: there.id });
  await tables(tx).deleteFrom('invitation').where('account_id', '=', accountId).where('email', '=', email).where('accepted_at', 'is', null).execute();
  const { open } = await tables(tx).selectFrom('invitation').select(eb => eb.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId).where('accepted_at', 'is', null).where('expires_at', '>', now).executeTakeFirstOrThrow();
  if (open >= MAX_OPEN_INVITATIONS) throw new Problem('limit_reached', `There are ${MAX_OPEN_INVITATIONS} open invitations. Revoke some first.`, { limit: MAX_OPEN_INVITATIONS });
}

function invitations(db: Db, accountId: string) {
  return tables(db).selectFrom('invitation')
    .select(['id', 'account_id', 'email', 'role', 'created_by', 'created_at', 'expires_at', 'accepted_at', 'delivery'])
    .where('account_id', '=', accountId);
}

function show(row: InvitationRow, now: number): InvitationRecord {
  const status = row.accepted_at !== null ? 'accepted' : row.expires_at > now ? 'open' : 'expired';
  return {
    id: row.id, email: row.email, role: row.role as RoleName, status,
    createdAt: new Date(row.created_at).toISOString(), expiresAt: new Date(row.expires_at).toISOString(), delivery: row.delivery as z.output<typeof InvitationDelivery>,
  };
}
