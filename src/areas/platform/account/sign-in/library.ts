import type { BetterAuthOptions } from 'better-auth';
import type { Clock } from '../../../../core/clock.ts';
import type { NewId } from '../../../../core/ids.ts';
import type { Mailer } from '../../../../core/outside/mail.ts';
import { originsOf } from '../../../../core/origin.ts';
import type { AuditPort } from '../audit-port.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Passwords } from '../passwords.ts';
import { cookiePrefix } from '../sessions.ts';
import { createSignInDatabase, type SignInDatabaseOptions } from './database.ts';

export interface LibraryOptions extends SignInDatabaseOptions {
  /** Signs cookies and links, and encrypts second factors. */
  secret: string;
  baseUrl: string;
  mailer: Mailer;
  passwords: Passwords;
  clock: Clock;
  newId: NewId;
  audit: AuditPort;
  log(line: string): void;
}

const SESSION_SECONDS = 7 * 24 * 3600;
const APP_NAME = 'Domain Security Service';

/** The sign-in library, set up. Both must run inside a library call. */
export interface Library {
  /** Answers a request below `/api/auth` in the library's own way. */
  answer(request: Request): Promise<Response>;
  endSession(token: string): Promise<void>;
}

/** Loads and sets up the library; nothing in this set-up sends anything anywhere but e-mails through the mailer. */
export async function loadLibrary(options: LibraryOptions): Promise<Library> {
  const [{ betterAuth }, { APIError }, { twoFactor }, { passkey }] = await Promise.all([
    import('better-auth/minimal'), import('better-auth/api'), import('better-auth/plugins/two-factor'), import('@better-auth/passkey'),
  ]);
  const plugins = [
    twoFactor({ issuer: APP_NAME, twoFactorTable: 'auth_two_factor' }),
    passkey({
      rpName: APP_NAME, rpID: new URL(options.baseUrl).hostname, origin: originsOf(options.baseUrl),
      schema: { passkey: { modelName: 'auth_passkey' } }, advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
      authenticatorSelection: { userVerification: 'required' },
      // It stands in for password and second factor: anyone who only holds the device must not pass.
      authentication: { afterVerification: ({ verification }) => demandVerified(verification, () => APIError.fromStatus('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })) },
    }),
  ];
  const settings: BetterAuthOptions = { ...settingsOf(options), plugins };
  const database = await createSignInDatabase(options, settings);
  return {
    answer: betterAuth({ ...settings, database: () => database }).handler,
    endSession: token => database.delete({ model: 'session', where: [{ field: 'token', value: token }] }),
  };
}

function settingsOf(options: LibraryOptions): BetterAuthOptions {
  const { secret, baseUrl, mailer, passwords, newId, log, libraryCall } = options;
  return {
    appName: APP_NAME,
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: originsOf(baseUrl),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', disableColors: true, log: (_level, message) => log(`sign-in library: ${message}`) },
    user: {
      modelName: 'auth_user',
      additionalFields: {
        accountId: { type: 'string', required: false, input: false, returned: false },
        role: { type: 'string', required: false, input: false, returned: false },
      },
    },
    session: { modelName: 'auth_session', expiresIn: SESSION_SECONDS, cookieCache: { enabled: false } },
    account: { modelName: 'auth_credential', accountLinking: { enabled: false } },
    verification: { modelName: 'auth_verification', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: mailer.configured,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.verify(hash, password) },
      sendResetPassword: async ({ user, token }) => void libraryCall().mails.push({ says: 'reset', to: user.email, link: `${baseUrl}/reset-password?token=${token}` }),
    },
    emailVerification: {
      sendOnSignUp: mailer.configured,
      sendVerificationEmail: async ({ user, url }) => void libraryCall().mails.push({ says: 'verification', to: user.email, link: url }),
    },
    advanced: {
      cookiePrefix: cookiePrefix(baseUrl),
      // The library would put a prefix of its own before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: baseUrl.startsWith('https:') },
      // Origins of requests are judged before the library; those of links to come back to are judged by it.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
      database: { validateSchema: false, generateId: ({ model }) => newId(prefixes[model] ?? 'auth') },
    },
  };
}

/** Refuses a passkey that was used without the PIN or the finger of its owner. */
function demandVerified({ authenticationInfo: { userVerified } }: { authenticationInfo: { userVerified: boolean } }, refusal: () => Error): void {
  if (!userVerified) throw refusal();
}

/** The header in which the library finds the client's address; requests from outside never reach it. */
export const CLIENT_ADDRESS = 'x-client-address';

const prefixes: Readonly<Record<string, 'usr' | 'ses'>> = { user: 'usr', auth_user: 'usr', session: 'ses', auth_session: 'ses' };
