import { z } from 'zod';
import { operationIn, type Call } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import type { AreaServices } from '../../services.ts';
import type { Db } from '../../../store/index.ts';
import { createAccount, createPerson, type NewPerson } from './accounts.ts';
import type { AccountServices } from './services.ts';
import { operatorExists } from './directory.ts';
import { Email, Name, NewPassword, replyOf } from './shapes.ts';
import { callSignIn } from './sign-in/call.ts';
import { refusalOfJoining } from './sign-up/policy.ts';
import { ownPagesOnly } from './sign-in/sign-in.ts';
import { hashOfToken, makeLinkToken } from './tokens.ts';
import { tables } from './tables.ts';

const OPERATOR_LINK_MS = 60 * 60_000;
const LinkToken = z.string().min(1).max(100).describe('The token of the link');
const Entered = replyOf(z.object({ userId: z.string(), accountId: z.string(), email: z.string() }));
const ownTransaction = { none: 'The entry is written by the transaction that makes the person.' };

/** The address of a page that makes the operator's account, good once and for an hour; null where there is an operator. Older links end. */
export async function createOperatorLink({ store, clock, randomBytes, baseUrl }: Pick<AreaServices, 'store' | 'clock' | 'randomBytes'> & { baseUrl: string }): Promise<string | null> {
  const { token, hash } = makeLinkToken(randomBytes);
  const now = clock.now();
  return store.transaction(async tx => {
    if (await operatorExists(tx)) return null;
    await tables(tx).deleteFrom('operator_link').execute();
    await tables(tx).insertInto('operator_link').values({ token_hash: hash, created_at: now, expires_at: now + OPERATOR_LINK_MS }).execute();
    return `${baseUrl}/operator?token=${token}`;
  });
}

const becomeOperator = operationIn<AccountServices>()({
  id: 'auth.operator',
  summary: 'Create the operator account',
  description: 'Creates the account of the people who run this service, with the link printed at its first start, and signs in. The link works once, within an hour.',
  method: 'POST',
  path: '/api/auth/operator',
  kind: 'native',
  access: 'public',
  limit: 'sign_in',
  allowance: 'none',
  status: 201,
  location: '/api/auth/me',
  input: z.strictObject({ token: LinkToken, name: Name, email: Email, password: NewPassword }),
  output: Entered,
  audit: ownTransaction,
  examples: [{ input: { token: 'Zm9vYmFy', name: 'Otto', email: 'otto@example.org', password: 'a long and rare phrase' }, says: 'Once, after the first start' }],
  async run(call, services, { token, name, email, password }) {
    ownPagesOnly(call.browser, services.baseUrl);
    const link = hashOfToken(token);
    await findOperatorLink(services.db, link, call.now);
    const passwordHash = await newHash(services, password);
    const made = await services.store.transaction(async tx => {
      await findOperatorLink(tx, link, call.now);
      const made = await createAccount(tx, services, { plan: 'enterprise', operator: true }, { name, email, passwordHash }, call);
      await tables(tx).deleteFrom('operator_link').execute();
      return made;
    });
    return enter(call, services, made, email, password);
  },
});

const join = operationIn<AccountServices>()({
  id: 'auth.join',
  summary: 'Accept an invitation',
  description: 'Makes the invited person in the account that invited, or in a new account where the operator invited, and signs in. The e-mail address is that of the invitation and counts as confirmed.',
  method: 'POST',
  path: '/api/auth/join',
  kind: 'native',
  access: 'public',
  limit: 'sign_in',
  allowance: 'none',
  status: 201,
  location: '/api/auth/me',
  input: z.strictObject({ token: LinkToken, name: Name, password: NewPassword }),
  output: Entered,
  audit: ownTransaction,
  examples: [{ input: { token: 'Zm9vYmFy', name: 'Berta', password: 'a long and rare phrase' }, says: 'With the token from the e-mail' }],
  async run(call, services, { token, name, password }) {
    ownPagesOnly(call.browser, services.baseUrl);
    const refusal = refusalOfJoining(services.signUp);
    if (refusal) throw refusal;
    const hash = hashOfToken(token);
    const links = (['invitation', 'sign_up_invitation'] as const).map(table => openInvitation(services.db, table, hash, call.now).select('id').executeTakeFirst());
    if ((await Promise.all(links)).every(link => link === undefined)) throw linkIsVoid();
    const passwordHash = await newHash(services, password);
    const made = await services.store.transaction(async tx => {
      const made = await joinAccount(tx, call, services, hash, { name, passwordHash }) ?? await beginAccount(tx, call, services, hash, { name, passwordHash });
      return made ?? Promise.reject(linkIsVoid());
    });
    return enter(call, services, made, made.email, password);
  },
});

export const operatorOperations = [becomeOperator, join] as const;

interface Made {
  accountId: string;
  userId: string;
  email: string;
}
type Joining = Pick<NewPerson, 'name' | 'passwordHash'>;

/** Makes the person whom people of an account invited into it; null where the link is none of those. */
async function joinAccount(tx: Db, { now, requestId, address }: Call, services: AccountServices, hash: string, person: Joining): Promise<Made | null> {
  const invitation = await tables(tx).updateTable('invitation').set({ accepted_at: now })
    .where('token_hash', '=', hash).where('accepted_at', 'is', null).where('expires_at', '>', now)
    .returning(['id', 'account_id', 'email', 'role']).executeTakeFirst();
  if (!invitation) return null;
  const { account_id: accountId, email, role } = invitation;
  const userId = await createPerson(tx, services, accountId, { ...person, email, role: role as 'member' }, now);
  await services.audit(tx, {
    accountId, actor: { type: 'person', id: userId }, requestId, address, now,
    action: 'person.joined', resource: { type: 'person', id: userId }, details: { role, invitation: invitation.id, email },
  });
  return { accountId, userId, email };
}

/** Makes the account to which the operator invited; null where the link is none of those. */
async function beginAccount(tx: Db, call: Call, services: AccountServices, hash: string, person: Joining): Promise<Made | null> {
  const { now } = call;
  const invitation = await tables(tx).updateTable('sign_up_invitation').set({ accepted_at: now })
    .where('token_hash', '=', hash).where('accepted_at', 'is', null).where('expires_at', '>', now)
    .returning('email').executeTakeFirst();
  if (!invitation) return null;
  const { email } = invitation;
  return { ...await createAccount(tx, services, { plan: services.defaultPlan, operator: false }, { ...person, email }, call), email };
}

async function newHash({ passwords }: AccountServices, password: string): Promise<string> {
  await passwords.refuseKnown(password, 'password');
  return passwords.hash(password);
}

/** Signs in the person who has just been created; the reply carries the cookie. */
async function enter(call: Call, services: AccountServices, { accountId, userId }: { accountId: string; userId: string }, email: string, password: string) {
  await callSignIn(call, services, { method: 'POST', path: '/sign-in/email', body: { email, password } });
  call.respond.status = 201;
  return { success: true as const, data: { userId, accountId, email: email.toLowerCase() } };
}

async function findOperatorLink(db: Db, hash: string, now: number): Promise<void> {
  const link = await tables(db).selectFrom('operator_link').select('token_hash').where('token_hash', '=', hash).where('expires_at', '>', now).executeTakeFirst();
  if (!link) throw linkIsVoid();
}

function openInvitation(db: Db, table: 'invitation' | 'sign_up_invitation', hash: string, now: number) {
  return tables(db).selectFrom(table).where('token_hash', '=', hash).where('accepted_at', 'is', null).where('expires_at', '>', now);
}

function linkIsVoid(): Problem {
  return new Problem('invalid_credentials', 'The link is not valid, too old or was used. Ask for a new one.');
}
