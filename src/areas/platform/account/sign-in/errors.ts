import type { Count } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { limited } from '../../../../core/pipeline.ts';
import { Problem, type ProblemCode } from '../../../../core/problem.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords.ts';

/** The codes of the sign-in library that people run into, as this service says them. */
const known: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['invalid_credentials', 'The e-mail address or the password is wrong. Try again, or reset the password.'],
  INVALID_PASSWORD: ['invalid_credentials', 'The password is wrong.'],
  INVALID_CODE: ['invalid_credentials', 'The code is wrong or too old. Enter the one that your authenticator shows now.'],
  INVALID_BACKUP_CODE: ['invalid_credentials', 'This backup code is wrong or was used. Enter another one.'],
  INVALID_TWO_FACTOR_COOKIE: ['invalid_credentials', 'This sign-in has ended or was not begun here. Sign in with your password again.'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['invalid_credentials', 'There were too many wrong codes. Sign in with your password again.'],
  PASSKEY_NOT_FOUND: ['not_found', 'There is no such passkey on this service.'],
  AUTHENTICATION_FAILED: ['invalid_credentials', 'The passkey was refused. Try again, or sign in with your password.'],
  EMAIL_NOT_VERIFIED: ['forbidden', 'The e-mail address is not confirmed. Open the link in the e-mail we sent you, or ask for it to be sent again.'],
  USER_ALREADY_EXISTS: ['already_exists', 'There is a person with this e-mail address already. Sign in, or reset the password.'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['already_exists', 'There is a person with this e-mail address already. Sign in, or reset the password.'],
  EMAIL_ALREADY_VERIFIED: ['invalid_state', 'The e-mail address is confirmed already.'],
  TOTP_ALREADY_ENABLED: ['invalid_state', 'Two-factor sign-in is on already. Turn it off first.'],
  TOTP_NOT_ENABLED: ['invalid_state', 'Two-factor sign-in is not on.'],
  TWO_FACTOR_NOT_ENABLED: ['invalid_state', 'Two-factor sign-in is not on.'],
  BACKUP_CODES_NOT_ENABLED: ['invalid_state', 'Two-factor sign-in is not on.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: ['invalid_state', 'This person has no password. Reset it by e-mail.'],
  SESSION_NOT_FRESH: ['forbidden', 'This needs a session that is less than a day old. Sign in again.'],
  UNAUTHORIZED: ['session_expired', 'The session has ended. Sign in again.'],
};

/** Codes that find fault with one member of the input; '' with none of them alone. */
const ofMember: Readonly<Record<string, readonly [path: string, message: string]>> = {
  FAILED_TO_VERIFY_REGISTRATION: ['', 'The passkey could not be verified. Try again.'],
  CHALLENGE_NOT_FOUND: ['', 'This took too long or was not begun here. Start again.'],
  INVALID_EMAIL: ['email', 'This is not an e-mail address.'],
  PASSWORD_TOO_SHORT: ['password', `A password has at least ${MIN_PASSWORD_LENGTH} characters.`],
  PASSWORD_TOO_LONG: ['password', `A password has at most ${MAX_PASSWORD_LENGTH} characters.`],
  INVALID_TOKEN: ['token', 'The link is not valid or was used. Ask for a new one.'],
  TOKEN_EXPIRED: ['token', 'The link is too old. Ask for a new one.'],
  INVALID_CALLBACK_URL: ['callbackURL', 'Give a path of this service.'],
  INVALID_REDIRECT_URL: ['redirectTo', 'Give a path of this service.'],
  EMAIL_MISMATCH: ['email', 'Give the e-mail address of the person who is signed in.'],
};

/** The lock of the library after so many wrong codes in a row. */
export const wrongCodes = { max: 10, lockSeconds: 900 } as const;

const byStatus: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_request', 401: 'invalid_credentials', 403: 'forbidden', 404: 'not_found', 409: 'invalid_state', 422: 'invalid_request',
};

/** Routes on which the library says whether a thing is not there or somebody else's; here both are one. */
const ofOneself: ReadonlySet<string> = new Set(['/passkey/delete-passkey', '/passkey/update-passkey']);

/** What the library refused at `path`, in the words of this service; null for a fault that is nobody's refusal. */
export function problemOf(path: string, status: number, body: unknown, now: number): Problem | null {
  const { code, message } = (ofOneself.has(path) && status === 401 ? { code: 'PASSKEY_NOT_FOUND' } : body ?? {}) as { code?: string; message?: string };
  const member = ofMember[code ?? ''];
  if (member) return invalid([{ path: [member[0]], message: member[1] }]);
  const found = known[code ?? ''];
  if (found) return new Problem(...found);
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return limited(lock(now), now);
  const kind = byStatus[status];
  if (kind === undefined) return null;
  const detail = message ? `${message.replace(/\.$/, '')}.` : 'The request was refused.';
  return kind === 'invalid_request' ? invalid([{ path: [], message: detail }]) : new Problem(kind, detail);
}

function lock(now: number): Count {
  return { name: 'sign_in', max: wrongCodes.max, used: wrongCodes.max, windowSeconds: wrongCodes.lockSeconds, resetsAt: now + wrongCodes.lockSeconds * 1000 };
}
