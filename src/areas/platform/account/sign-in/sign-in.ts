import { AsyncLocalStorage } from 'node:async_hooks';
import type { Browser } from '../../../../core/operation.ts';
import { originsOf } from '../../../../core/origin.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Speak } from '../../../../core/texts.ts';
import type { Counters } from '../../../../store/index.ts';
import { beginAttempt, isFirstUse } from '../attempts.ts';
import { operatorExists } from '../directory.ts';
import { linkEmail, sendEmail } from '../emails.ts';
import { textsOfPerson } from '../reader-texts.ts';
import { cookieNames, cookieOf, tokenOf } from '../sessions.ts';
import { refusalOfSignUp } from '../sign-up/policy.ts';
import { accountTexts } from '../texts.ts';
import { problemOf } from './errors.ts';
import { CLIENT_ADDRESS, loadLibrary, type Library, type LibraryOptions } from './library.ts';
import type { LibraryCall } from './library-call.ts';

export interface SignInOptions extends Omit<LibraryOptions, 'libraryCall'> {
  counters: Counters;
  speak: Speak;
}

export interface SignInRequest {
  method: 'GET' | 'POST';
  /** Below `/api/auth`, such as `/sign-in/email`. */
  path: string;
  query: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>> | null;
  browser: Browser;
  /** Client address. */
  address: string;
  requestId: string;
  /** Epoch milliseconds. */
  now: number;
  /** Who is signed in; null for nobody known. */
  userId: string | null;
  /** Takes what is to be done when the reply is complete: sending e-mails. */
  afterwards(work: () => Promise<void>): void;
}

export interface SignInReply {
  status: number;
  setCookies: string[];
  /** JSON; null where there is none. */
  body: unknown;
  /** Where a redirect leads. */
  location: string | null;
}

/** Sign-up, sign-in and all that belongs to it. */
export interface SignIn {
  /** Answers one request; throws `Problem` where it is refused. The library behind it is loaded with the first one. */
  handle(request: SignInRequest): Promise<SignInReply>;
}

/** Members of the body that hold a password to be set. */
const newPasswords: Readonly<Record<string, string>> = { '/sign-up/email': 'password', '/reset-password': 'newPassword', '/change-password': 'newPassword' };
/** Where a password can be guessed. */
const guessing: ReadonlySet<string> = new Set([
  '/sign-in/email', '/change-password', '/two-factor/enable', '/two-factor/disable', '/two-factor/get-totp-uri', '/two-factor/generate-backup-codes',
]);
const MAX_USER_AGENT_LENGTH = 300;

/** Refuses what a page of somebody else sends; throws `Problem` 403. */
export function ownPagesOnly({ origin }: Browser, baseUrl: string): void {
  if (origin !== null && !originsOf(baseUrl).includes(origin)) throw new Problem('forbidden', 'This request did not come from the pages of the service.');
}

/** Who has signed in by the reply. */
function begunBy({ body }: SignInReply): string {
  return (body as { user: { id: string } }).user.id;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { store, counters, passwords, mailer, speak, baseUrl, secret } = options;
  const sessionCookie = cookieNames(baseUrl).session;
  const libraryCalls = new AsyncLocalStorage<LibraryCall>();
  let library: Promise<Library> | undefined;
  const load = () => library ??= loadLibrary({ ...options, libraryCall: () => libraryCalls.getStore()! });

  return { handle };

  async function handle(request: SignInRequest): Promise<SignInReply> {
    const { path, body, address, now } = request;
    if (request.method !== 'GET') ownPagesOnly(request.browser, baseUrl);
    if (path === '/sign-up/email') await judgeSignUp(String(body?.['email']));
    const who = request.userId ?? body?.['email'];
    const attempt = guessing.has(path) && typeof who === 'string' ? await beginAttempt(counters, who, address, now) : null;
    const reply = await pass(request).catch(async (error: unknown) => {
      if (!(error instanceof Problem && error.code === 'invalid_credentials')) await attempt?.forgive();
      throw error;
    });
    await attempt?.forgive();
    return reply;
  }

  /** Before anything is asked of the library: a refusal must not tell whether the address is taken. */
  async function judgeSignUp(email: string): Promise<void> {
    if (!await operatorExists(store.db)) throw new Problem('forbidden', 'This service has no operator yet. Open the link that its first start printed; that makes you the operator.');
    const refusal = refusalOfSignUp(options.signUp, email);
    if (refusal) throw refusal;
  }

  async function pass(request: SignInRequest): Promise<SignInReply> {
    const { path, body, requestId, address, now } = request;
    const setting = newPasswords[path];
    if (setting !== undefined) await passwords.refuseKnown(String(body?.[setting]), setting);
    const { answer, endSession } = await load();
    const libraryCall: LibraryCall = { path, requestId, address, now, mails: [], pending: new Set(), failure: null };
    const response = await libraryCalls.run(libraryCall, () => answer(requestOf(request)));
    const reply = await replyOf(response, libraryCall);
    const [begun, former] = [sessionOf(reply.setCookies.join(';')), sessionOf(request.browser.cookie)];
    if (path === '/two-factor/verify-totp' && former === null && begun !== null && !await isFirstUse(counters, begunBy(reply), String(body?.['code']), now)) {
      await libraryCalls.run(libraryCall, () => endSession(begun));
      throw new Problem('invalid_credentials', 'This code was used already. Enter the next one that your authenticator shows.');
    }
    if (begun !== null && former !== null && former !== begun) await libraryCalls.run(libraryCall, () => endSession(former));
    for (const { says, to, link } of libraryCall.mails) {
      request.afterwards(async () => {
        const texts = await textsOfPerson({ db: store.db, speak }, accountTexts, to);
        await sendEmail({ mailer, counters }, linkEmail(to, texts[says], link), now);
      });
    }
    return reply;
  }

  /** The token of the session that `cookies` name. */
  function sessionOf(cookies: string | null): string | null {
    const value = cookieOf(cookies, sessionCookie);
    return value === null ? null : tokenOf(value, secret);
  }

  function requestOf({ method, path, query, body, browser, address }: SignInRequest): Request {
    const url = new URL(`${baseUrl}/api/auth${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const given = {
      'cookie': browser.cookie, 'origin': browser.origin, 'user-agent': browser.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      'content-type': body === null ? null : 'application/json', [CLIENT_ADDRESS]: address,
    };
    return new Request(url, {
      method,
      headers: Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null),
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function replyOf(response: Response, { path, failure, now }: LibraryCall): Promise<SignInReply> {
    const { status, headers } = response;
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    if (failure !== null) throw failure;
    if (status >= 400) throw problemOf(path, status, body, now) ?? new Error(`The sign-in library answered ${status}: ${text.slice(0, 200)}`);
    return { status, setCookies: headers.getSetCookie(), body, location: headers.get('location') };
  }
}
