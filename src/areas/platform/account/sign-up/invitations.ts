import { z } from 'zod';
import { signUpModes } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { emailTaken, lockAccount } from '../accounts.ts';
import { spendEmail } from '../attempts.ts';
import { linkEmail } from '../emails.ts';
import { firstDelivery, InvitationDelivery, sendInvitation } from '../invitation-mail.ts';
import { stillAdmin } from '../people.ts';
import { textsOfAccount } from '../reader-texts.ts';
import type { AccountServices } from '../services.ts';
import { Email, InvitationId, replyOf } from '../shapes.ts';
import { tables, type AccountTables } from '../tables.ts';
import { accountTexts } from '../texts.ts';
import { makeLinkToken } from '../tokens.ts';
import { refusalOfJoining, type SignUpPolicy } from './policy.ts';

const INVITATION_DAYS = 7;
const VALID_MS = INVITATION_DAYS * 86_400_000;
/** Of the whole service. */
const MAX_OPEN = 1000;

const Invited = z.object({ id: z.string(), email: z.string(), status: z.enum(['open', 'accepted', 'expired']), createdAt: z.iso.datetime(), expiresAt: z.iso.datetime(), delivery: InvitationDelivery }).meta({ id: 'SignUpInvitation' });
type Row = Omit<AccountTables['sign_up_invitation'], 'token_hash'>;

const showPolicy = operationIn<AccountServices>()({
  id: 'sign_up.show',
  summary: 'Show who may sign up',
  description: 'Shows whether anybody may sign up, only those who are invited, or nobody, and whether an address must be confirmed by e-mail first.',
  method: 'GET',
  path: '/api/auth/sign-up',
  access: 'public',
  limit: 'sign_in',
  allowance: 'none',
  input: z.strictObject({}),
  output: replyOf(z.object({
    mode: z.enum(signUpModes).describe('`open`: anybody; `invited`: those with an invitation; `closed`: nobody'),
    domains: z.array(z.string()).nullable().describe('Mail domains to which sign-up is limited; null for any'),
    confirmsByEmail: z.boolean().describe('Whether the address is confirmed by an e-mail before the first sign-in'),
  })),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: (_call, { signUp: { mode, domains }, mailer }) => Promise.resolve({ success: true as const, data: { mode, domains: domains && [...domains], confirmsByEmail: mailer.configured } }),
});

const inviteToSignUp = operationIn<AccountServices>()({
  id: 'sign_up.invite',
  summary: 'Invite somebody to sign up',
  description: 'For the operator: sends an e-mail with a link that creates an account of its own. The link works once, for 7 days, and is in the reply if the service sends no mail; inviting the same address again invalidates the older link. More than five e-mails an hour to one address are refused (429).',
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'session',
  operator: true,
  role: 'admin',
  allowance: 'none',
  status: 201,
  location: '/api/admin/invitations',
  idempotent: true,
  secrets: ['link'],
  input: z.strictObject({ email: Email }),
  output: replyOf(Invited).extend({ link: z.string().nullable().describe('To be passed on manually if the service sends no mail; null if it does (`delivery` says what became of the e-mail), and in a repeated reply') }),
  audit: ({ output, input }) => ({ action: 'sign_up.invited', resource: { type: 'sign_up_invitation', id: output.data.id }, details: { email: input.email } }),
  examples: [{ input: { email: 'anna@example.net' }, says: 'A new customer' }],
  async run(call, services, { email }) {
    const { caller, now, respond } = call, { db, mailer, counters } = services;
    const { userId, account } = caller as typeof caller & { kind: 'session' };
    await lockAccount(db, account.id);
    await stillAdmin(db, { userId });
    const { row, link } = await addSignUpInvitation(db, services, email, { createdBy: userId, delivery: firstDelivery(mailer) }, now);
    if (mailer.configured) await spendEmail(counters, row.email, now, db);
    const { signUpInvitation } = await textsOfAccount(services, accountTexts, account.id);
    call.afterwards(() => sendInvitation(services, 'sign_up_invitation', row.id, linkEmail(row.email, signUpInvitation(INVITATION_DAYS), link)));
    respond.headers['cache-control'] = 'no-store';
    return { success: true as const, data: show(row, now), link: mailer.configured ? null : link };
  },
});

const listInvited = operationIn<AccountServices>()({
  id: 'sign_up.invitations',
  summary: 'List invitations to sign up',
  description: 'For the operator: who was invited, newest first: open, accepted and expired invitations.',
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'session',
  operator: true,
  role: 'admin',
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(Invited),
  examples: [{ input: {}, says: 'The first fifty' }],
  async run({ now }, { db }, { limit, cursor }) {
    const after = decodeCursor('sign_up.invitations', cursor);
    let query = tables(db).selectFrom('sign_up_invitation').select(columns).orderBy('id', 'desc').limit(limit + 1);
    if (after) query = query.where('id', '<', after.id);
    return cutPage('sign_up.invitations', await query.execute(), limit, row => ({ at: row.created_at, id: row.id }), row => show(row, now));
  },
});

const withdrawInvited = operationIn<AccountServices>()({
  id: 'sign_up.withdraw',
  summary: 'Withdraw an invitation to sign up',
  description: 'For the operator: removes an invitation; an open link stops working at once. An account that was created by it stays.',
  method: 'DELETE',
  path: '/api/admin/invitations/{id}',
  access: 'session',
  operator: true,
  role: 'admin',
  allowance: 'none',
  input: z.strictObject({ id: InvitationId }),
  output: replyOf(Invited),
  audit: ({ input }) => ({ action: 'sign_up.withdrawn', resource: { type: 'sign_up_invitation', id: input.id } }),
  examples: [{ input: { id: 'inv_01kb0000000000000000000000' }, says: 'One invitation' }],
  async run({ now }, { db }, { id }) {
    const row = await tables(db).deleteFrom('sign_up_invitation').where('id', '=', id).returning(columns).executeTakeFirst();
    if (!row) throw new Problem('not_found', 'There is no such invitation. Check the list for its id.');
    return { success: true as const, data: show(row, now) };
  },
});

export const signUpOperations = [showPolicy, inviteToSignUp, listInvited, withdrawInvited] as const;

const columns = ['id', 'email', 'created_by', 'created_at', 'expires_at', 'accepted_at', 'delivery'] as const;

/**
 * Adds an invitation to create an account, made by a person of the operator or by null, the command line, and gives its link.
 * Throws `Problem`: 403 where sign-up is closed, 409 where the address belongs to somebody or 1,000 invitations are open.
 */
export async function addSignUpInvitation(
  tx: Db, { newId, randomBytes, baseUrl, signUp }: Pick<AccountServices, 'newId' | 'randomBytes' | 'baseUrl'> & { signUp: SignUpPolicy }, email: string,
  { createdBy, delivery }: { createdBy: string | null; delivery: string | null }, now: number,
): Promise<{ row: Row; link: string }> {
  const refusal = refusalOfJoining(signUp);
  if (refusal) throw refusal;
  const to = email.toLowerCase();
  if (await tables(tx).selectFrom('auth_user').select('id').where('email', '=', to).executeTakeFirst()) throw emailTaken();
  await tables(tx).deleteFrom('sign_up_invitation').where('email', '=', to).where('accepted_at', 'is', null).execute();
  const { open } = await tables(tx).selectFrom('sign_up_invitation').select(eb => eb.fn.countAll<number>().as('open'))
    .where('accepted_at', 'is', null).where('expires_at', '>', now).executeTakeFirstOrThrow();
  if (open >= MAX_OPEN) throw new Problem('limit_reached', `There are ${MAX_OPEN} open invitations to sign up. Withdraw some first.`, { limit: MAX_OPEN });
  const { token, hash } = makeLinkToken(randomBytes);
  const row: Row = { id: newId('inv'), email: to, created_by: createdBy, created_at: now, expires_at: now + VALID_MS, accepted_at: null, delivery };
  await tables(tx).insertInto('sign_up_invitation').values({ ...row, token_hash: hash }).execute();
  return { row, link: `${baseUrl}/join?token=${token}` };
}

function show(row: Row, now: number): z.output<typeof Invited> {
  const status = row.accepted_at !== null ? 'accepted' : row.expires_at > now ? 'open' : 'expired';
  return { id: row.id, email: row.email, status, createdAt: new Date(row.created_at).toISOString(), expiresAt: new Date(row.expires_at).toISOString(), delivery: row.delivery as z.output<typeof InvitationDelivery> };
}
