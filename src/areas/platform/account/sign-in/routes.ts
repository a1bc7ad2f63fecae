import { z } from 'zod';
import { operationIn, type OfferedOperation } from '../../../../core/operation.ts';
import type { AccountServices } from '../services.ts';
import { Email, Name, NewPassword } from '../shapes.ts';
import { callSignIn } from './call.ts';

/** A route of the sign-in library that this service offers; those that are not here do not exist. */
interface Route {
  id: string;
  method?: 'GET';
  /** Below `/api/auth`; members of the input stand in it as `{name}`. */
  path: string;
  /** Whether a session is needed; else anybody may call. */
  session?: true;
  /** Needed to set up the second factor that an account requires. */
  beforeSecondFactor?: true;
  /** Takes credentials, or sends an e-mail. */
  limited?: true;
  summary: string;
  description: string;
  input: Record<string, z.ZodType>;
  output: z.ZodType;
  example: Record<string, unknown>;
  /** Sends an e-mail where there is a mail server. */
  emails?: true;
  /** On the reply besides those of the library. */
  headers?: Record<string, string>;
  /** Sent to the library besides the input. */
  always?: Record<string, unknown>;
}

const Loose = z.looseObject({});
const Done = z.looseObject({ status: z.boolean() });
const Asked = Done.extend({ mailConfigured: z.boolean().describe('Whether this service sends e-mails at all: false if no mail server is set up, so that none was sent to any address') });
const Password = z.string().min(1).max(128);
const Code = z.string().min(1).max(32);
const Token = z.string().min(1).max(2048).describe('From the link in the e-mail');
const Path = z.string().max(500).startsWith('/').describe('Path of this service to come back to');
const RememberMe = z.boolean().optional().describe('False ends the session with the browser, and after a day at the latest');
const Signed = z.looseObject({ user: Loose.optional(), token: z.string().nullish() });

const routes = [
  {
    id: 'sign_up', path: '/sign-up/email', limited: true, summary: 'Sign up',
    description: 'Creates an account with its first person, who owns it. Signs in at once, or sends an e-mail to confirm the address if mail is configured.',
    input: { name: Name, email: Email, password: NewPassword, callbackURL: Path.optional(), rememberMe: RememberMe }, output: Signed,
    example: { name: 'Anna', email: 'anna@example.net', password: 'a long and rare phrase' },
  },
  {
    id: 'sign_in', path: '/sign-in/email', limited: true, summary: 'Sign in with a password',
    description: 'Begins a session and sets its cookie. With two-factor sign-in the reply says twoFactorRedirect instead, and a code completes it.',
    input: { email: Email, password: Password, rememberMe: RememberMe }, output: Loose,
    example: { email: 'anna@example.net', password: 'a long and rare phrase' },
  },
  { id: 'sign_out', path: '/sign-out', session: true, beforeSecondFactor: true, summary: 'Sign out', description: 'Ends the session of the cookie and removes the cookie.', input: {}, output: Loose, example: {}, headers: { 'clear-site-data': '"cache", "storage"' } },
  {
    id: 'session', method: 'GET', path: '/get-session', session: true, beforeSecondFactor: true, summary: 'Show the session',
    description: 'Shows the session and its person, and prolongs a session that is older than a day.', input: {}, output: Loose.nullable(), example: {},
  },
  {
    id: 'send_verification', path: '/send-verification-email', limited: true, summary: 'Resend the confirmation e-mail',
    description: 'Sends the e-mail if the address belongs to somebody and is not confirmed; the reply is the same in any case.',
    input: { email: Email, callbackURL: Path.optional() }, output: Asked, emails: true, example: { email: 'anna@example.net' },
  },
  {
    id: 'verify_email', method: 'GET', path: '/verify-email', summary: 'Confirm an address', description: 'Target of the link in the e-mail; redirects to callbackURL.',
    input: { token: Token, callbackURL: Path.optional() }, output: Loose.nullable(), example: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.x', callbackURL: '/sign-in' },
  },
  {
    id: 'request_password_reset', path: '/request-password-reset', limited: true, summary: 'Ask for a new password',
    description: 'Sends an e-mail with a link to choose a new password, if the address belongs to somebody; the reply is the same in any case.',
    input: { email: Email, redirectTo: Path.optional() }, output: Asked, emails: true, example: { email: 'anna@example.net' },
  },
  {
    id: 'reset_password_link', method: 'GET', path: '/reset-password/{token}', summary: 'Open a link to choose a new password',
    description: 'Goes on to callbackURL with the token, or with an error where the link is not valid any more.',
    input: { token: Token, callbackURL: Path }, output: Loose.nullable(), example: { token: 'Zm9vYmFy', callbackURL: '/reset-password' },
  },
  {
    id: 'reset_password', path: '/reset-password', limited: true, summary: 'Set a new password by a link',
    description: 'Sets the password and ends all sessions of the person. The link works once, within an hour.',
    input: { token: Token, newPassword: NewPassword }, output: Done, example: { token: 'Zm9vYmFy', newPassword: 'a long and rare phrase' },
  },
  {
    id: 'change_password', path: '/change-password', session: true, limited: true, summary: 'Change the password',
    description: 'Sets a new password, ends all other sessions of the person and begins a new one in place of this.',
    input: { currentPassword: Password, newPassword: NewPassword }, output: Signed, always: { revokeOtherSessions: true },
    example: { currentPassword: 'a long and rare phrase', newPassword: 'another long and rare phrase' },
  },
  { id: 'update_person', path: '/update-user', session: true, summary: 'Change your name', description: 'Changes the name of the person who is signed in.', input: { name: Name }, output: Done, example: { name: 'Anna B.' } },
  {
    id: 'list_sessions', method: 'GET', path: '/list-sessions', session: true, summary: 'List your sessions',
    description: 'Lists the sessions of the person with address and browser. Needs a session that is less than a day old.', input: {}, output: z.array(Loose), example: {},
  },
  { id: 'revoke_session', path: '/revoke-session', session: true, summary: 'End one session', description: 'Ends a session of the person at once, by its token from the list.', input: { token: z.string().min(1).max(100) }, output: Done, example: { token: 'p0uBkZ' } },
  { id: 'revoke_sessions', path: '/revoke-sessions', session: true, summary: 'End all sessions', description: 'Ends all sessions of the person at once, this one included.', input: {}, output: Done, example: {} },
  { id: 'revoke_other_sessions', path: '/revoke-other-sessions', session: true, summary: 'End all other sessions', description: 'Ends all sessions of the person but this one.', input: {}, output: Done, example: {} },
  {
    id: 'two_factor.enable', path: '/two-factor/enable', session: true, beforeSecondFactor: true, limited: true, summary: 'Begin two-factor sign-in',
    description: 'Gives the secret for an authenticator and ten backup codes. It is on when the first code has been verified.',
    input: { password: Password }, output: Loose, example: { password: 'a long and rare phrase' },
  },
  {
    id: 'two_factor.disable', path: '/two-factor/disable', session: true, limited: true, summary: 'Turn two-factor sign-in off',
    description: 'Removes the secret and the backup codes.', input: { password: Password }, output: Done, example: { password: 'a long and rare phrase' },
  },
  {
    id: 'two_factor.verify', path: '/two-factor/verify-totp', limited: true, summary: 'Verify a code',
    description: 'Completes a sign-in, or turns two-factor sign-in on, with the code that the authenticator shows.', input: { code: Code }, output: Signed, example: { code: '123456' },
  },
  {
    id: 'two_factor.verify_backup_code', path: '/two-factor/verify-backup-code', limited: true, summary: 'Verify a backup code',
    description: 'Completes a sign-in with one of the backup codes, which is used up by it.', input: { code: Code }, output: Signed, example: { code: 'aB3dE-fG5hJ' },
  },
  {
    id: 'two_factor.replace_backup_codes', path: '/two-factor/generate-backup-codes', session: true, limited: true, summary: 'Create new backup codes',
    description: 'Gives ten new backup codes; the older ones become invalid.', input: { password: Password }, output: Loose, example: { password: 'a long and rare phrase' },
  },
  {
    id: 'two_factor.show_secret', path: '/two-factor/get-totp-uri', session: true, limited: true, summary: 'Show the secret of the authenticator',
    description: 'Gives the secret as an otpauth address, for a further authenticator.', input: { password: Password }, output: Loose, example: { password: 'a long and rare phrase' },
  },
  {
    id: 'passkeys.begin_registration', method: 'GET', path: '/passkey/generate-register-options', session: true, summary: 'Begin to add a passkey',
    description: 'Gives the options for navigator.credentials.create (WebAuthn). Needs a session that is less than a day old.',
    input: { name: Name.optional(), authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional() }, output: Loose, example: {},
  },
  {
    id: 'passkeys.add', path: '/passkey/verify-registration', session: true, summary: 'Add a passkey', description: 'Keeps the passkey that the browser made with the options.',
    input: { response: Loose, name: Name.optional() }, output: Loose, example: { response: { id: 'cGFzc2tleQ', type: 'public-key' }, name: 'Laptop' },
  },
  {
    id: 'passkeys.begin_sign_in', method: 'GET', path: '/passkey/generate-authenticate-options', limited: true, summary: 'Begin to sign in with a passkey',
    description: 'Gives the options for navigator.credentials.get (WebAuthn).', input: {}, output: Loose, example: {},
  },
  {
    id: 'passkeys.sign_in', path: '/passkey/verify-authentication', limited: true, summary: 'Sign in with a passkey',
    description: 'Begins a session with what the browser made of the options.', input: { response: z.looseObject({ id: z.string().min(1).max(1400) }) }, output: Loose, example: { response: { id: 'cGFzc2tleQ', type: 'public-key' } },
  },
  { id: 'passkeys.list', method: 'GET', path: '/passkey/list-user-passkeys', session: true, summary: 'List your passkeys', description: 'Lists the passkeys of the person.', input: {}, output: z.array(Loose), example: {} },
  { id: 'passkeys.delete', path: '/passkey/delete-passkey', session: true, summary: 'Delete a passkey', description: 'Removes a passkey of the person at once.', input: { id: z.string().min(1).max(40) }, output: Done, example: { id: 'auth_01kb0000000000000000000000' } },
  { id: 'passkeys.rename', path: '/passkey/update-passkey', session: true, summary: 'Rename a passkey', description: 'Gives a passkey of the person another name.', input: { id: z.string().min(1).max(40), name: Name }, output: Loose, example: { id: 'auth_01kb0000000000000000000000', name: 'Phone' } },
] as const satisfies readonly Route[];

type OperationsOf<Routes extends readonly Route[]> = {
  readonly [Index in keyof Routes]: OfferedOperation<
    AccountServices, Routes[Index] extends { method: 'GET' } ? 'GET' : 'POST', `/api/auth${Routes[Index]['path']}`,
    z.ZodObject<Routes[Index]['input'], z.core.$strict>, Routes[Index]['output']
  >;
};

/** The offered routes of the sign-in library as operations. */
export const signInOperations = routes.map((route: Route) => {
  const { id, method = 'POST', path, summary, description, output, headers, emails = false, always = {} } = route;
  return operationIn<AccountServices>()({
    id: `auth.${id}`, summary, description, method, path: `/api/auth${path}`, kind: 'native',
    access: route.session ? 'session' : 'public',
    role: 'viewer',
    ...(route.beforeSecondFactor ? { beforeSecondFactor: true as const } : {}),
    ...(route.limited ? { limit: 'sign_in' as const } : {}),
    allowance: 'none',
    input: z.strictObject(route.input),
    output,
    audit: { none: 'The entry is written by the transaction of the change, in the sign-in database.' },
    examples: [{ input: route.example, says: summary }],
    run: async (call, services, input) => {
      Object.assign(call.respond.headers, headers);
      const body = await callSignIn(call, services, requestOf(method, path, { ...input, ...always }));
      return emails ? { ...body as object, mailConfigured: services.mailer.configured } : body;
    },
  });
}) as unknown as OperationsOf<typeof routes>;

/** What does not stand in the path goes into the query of a GET and the body of a POST. */
function requestOf(method: 'GET' | 'POST', path: string, input: Record<string, unknown>) {
  const inPath = new Set(path.matchAll(/\{(\w+)\}/g).map(match => match[1]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input[name] as string));
  return method === 'GET' ? { method, path: filled, query: rest as Record<string, string> } : { method, path: filled, body: rest };
}
