import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { createNewId } from '../../../core/ids.ts';
import type { Email } from '../../../core/outside/mail.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import { perform, type Ports, type Reply } from '../../../core/pipeline.ts';
import { Problem } from '../../../core/problem.ts';
import { createCounters, type Store } from '../../../store/index.ts';
import type { AreaServices } from '../../services.ts';
import type { AccountChange, AuditPort } from './audit-port.ts';
import type { AccountServices } from './services.ts';
import { accountArea, cookieNames, createAccountReads, createOperatorLink, createPasswords, createSessionReader, createSignIn, standardPlans, type Passwords, type SignUpPolicy } from './index.ts';
import { speak } from '../../../../test/speaking.ts';
import { allTables } from '../../../../test/tables.ts';

export const BASE_URL = 'http://localhost:3000';
export const SECRET = 'a secret that only the tests of this area know';
export const PASSWORD = 'a long and rare phrase';
const LEAKED = 'correct horse battery staple';

export interface ServiceOptions {
  /** Whether e-mails are sent; then addresses must be confirmed. */
  mail?: boolean;
  /** Stands before the recording of each entry. */
  audit?: AuditPort;
  baseUrl?: string;
  /** Hashes passwords as the service does, which takes its time. */
  scrypt?: boolean;
  signUp?: Partial<SignUpPolicy>;
}

type Input = Record<string, unknown>;

/** The area on a real database, called through the real pipeline. */
export function openService(store: Store, { mail = true, audit = async () => {}, baseUrl = BASE_URL, scrypt = false, signUp: given = {} }: ServiceOptions = {}) {
  let shiftMs = 0;
  const signUp: SignUpPolicy = { mode: 'open', domains: null, ...given };
  const clock: Clock = { now: () => Date.now() + shiftMs, monotonicMs: () => performance.now() };
  const newId = createNewId(clock, randomBytes);
  const mails: Email[] = [];
  const audited: AccountChange[] = [];
  const faults: unknown[] = [];
  const record: AuditPort = async (tx, change) => {
    await audit(tx, change);
    audited.push(change);
  };
  const mailServer = { refuses: false };
  const mailer = {
    configured: mail,
    async send(sent: Email) {
      if (mailServer.refuses) throw new Error('550 refused');
      mails.push(sent);
      return mail ? 250 : null;
    },
  };
  const real = createPasswords(async password => (password === LEAKED ? 'breached' : 'unknown'));
  const passwords: Passwords = scrypt ? real : { ...real, hash: async password => `quick:${password}`, verify: async (hash, password) => hash === `quick:${password}` };
  const counters = createCounters(store, clock);
  const announce = () => Promise.resolve();
  const area: AreaServices = { db: store.db, store, clock, newId, randomBytes, announce, speak };
  const signIn = createSignIn({ store, secret: SECRET, baseUrl, mailer, counters, passwords, clock, newId, randomBytes, announce, speak, audit: record, defaultPlan: 'free', signUp, log: () => {} });
  const services: AccountServices = { ...area, baseUrl, plans: standardPlans, defaultPlan: 'free', mailer, counters, passwords, signIn, signUp, reads: createAccountReads(store), audit: record };
  const operations: readonly AnyOperation<AccountServices>[] = accountArea({ settings: {}, exports: {} }).operations;
  const readSession = createSessionReader(store, SECRET, mailer);
  const unused = () => { throw new Error('This area does not use it.'); };

  const ports: Ports<AccountServices> = {
    now: () => clock.now(),
    services,
    servicesOf: same => same,
    authenticate(credential, now) {
      if (credential.kind === 'cookie') return readSession(credential.value, now);
      throw new Problem('missing_credentials', 'Nobody.');
    },
    count: () => ({ name: 'session_hourly', max: 1_000_000, used: 1, windowSeconds: 3600, resetsAt: 0 }),
    spend: unused, refund: unused, keep: unused, giveUp: unused, finished: () => {},
    transaction: work => store.transaction(tx => work({
      services: { ...services, db: tx },
      audit: (caller, call, note) => {
        if (caller.kind !== 'session') throw new Error('Only people change things here.');
        return record(tx, { ...note, accountId: note.accountId ?? caller.account.id, actor: { type: 'person', id: caller.userId }, ...call });
      },
      remember: unused,
    })),
    explain: () => null,
    report: error => { faults.push(error); },
  };

  /** A browser of its own, at its own address; it keeps its cookies. */
  function visitor(address = '192.0.2.1', origin: string | null = baseUrl) {
    const cookies = new Map<string, string>();
    const browser = {
      cookies,
      async call(id: string, input: Input = {}): Promise<Reply & { body: Record<string, unknown> & { code?: string; data?: Record<string, unknown> } }> {
        const operation = operations.find(one => one.id === id);
        if (!operation) throw new Error(`There is no operation ${id}.`);
        const later: (() => Promise<void>)[] = [];
        const run: typeof operation.run = (call, services, given) => operation.run(Object.assign(call, { afterwards: (work: () => Promise<void>) => { later.push(work); } }), services, given);
        const session = cookies.get(cookieNames(baseUrl).session);
        const reply = await perform({
          operation: { ...operation, run }, requestId: newId('req'), address, read: () => input, requestKey: null, emit: null, signal: new AbortController().signal,
          credential: session === undefined ? { kind: 'none' } : { kind: 'cookie', value: session, sameOrigin: true },
          browser: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') || null, origin, userAgent: 'Test/1' },
        }, ports);
        keepCookies(cookies, reply.headers['set-cookie']);
        if (reply.status < 400) for (const work of later) await work().catch((error: unknown) => faults.push(error));
        return reply as never;
      },
      signIn: (email: string, password = PASSWORD) => browser.call('auth.sign_in', { email, password }),
    };
    return browser;
  }

  return {
    store, services, visitor, operations,
    mailServer,
    takeEmails: () => mails.splice(0),
    takeAudited: () => audited.splice(0),
    takeFaults: () => faults.splice(0),
    advance: (ms: number) => { shiftMs += ms; },
    /** The operator's browser, signed in. */
    async operator(email = 'otto@example.org') {
      const link = await createOperatorLink(services);
      const browser = visitor('192.0.2.9');
      await browser.call('auth.operator', { token: tokenOfLink(link!), name: 'Otto', email, password: PASSWORD });
      return browser;
    },
    /** Somebody with an account of their own, confirmed and signed in; there must be an operator. */
    async person(email: string) {
      const browser = visitor();
      await browser.call('auth.sign_up', { name: 'Anna', email, password: PASSWORD });
      await allTables(store.db).updateTable('auth_user').set({ emailVerified: 1 }).where('email', '=', email).execute();
      await browser.signIn(email);
      return browser;
    },
  };
}

export type Service = ReturnType<typeof openService>;
export type Visitor = ReturnType<Service['visitor']>;

/** The statuses of replies to calls at once, in order of size. */
export function statuses(replies: readonly Reply[]): number[] {
  return replies.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** The parameter `token` of the only link in `text`. */
export function tokenOfLink(text: string): string {
  return new URL(/https?:\S+/.exec(text)![0]).searchParams.get('token')!;
}

function keepCookies(cookies: Map<string, string>, set: string | string[] | undefined): void {
  for (const cookie of [set ?? []].flat()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
    if (value === '' || /max-age=0\b/i.test(cookie)) cookies.delete(name!);
    else cookies.set(name!, value!);
  }
}
