import { randomBytes, randomUUID } from 'node:crypto';
import type { Account, Caller, KnownCaller, Plan, Role } from '../../../core/access.ts';
import { createNewId } from '../../../core/ids.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import { perform, type Ports, type Reply } from '../../../core/pipeline.ts';
import { createRememberedReplies, type Store } from '../../../store/index.ts';
import type { AreaServices } from '../../services.ts';
import { appendAudit, entryOf } from './index.ts';
import { speak } from '../../../../test/speaking.ts';
import { allTables } from '../../../../test/tables.ts';

/** A reply whose body a test may look into. */
// oxlint-disable-next-line typescript/no-explicit-any
export type TestReply = Omit<Reply, 'body'> & { body: any };

/** A service without a network: operations pass the real pipeline, and changes commit together with their audit entries. */
export interface TestService {
  services: AreaServices;
  addAccount(given?: { plan?: Plan; operator?: boolean; trusted?: boolean }): Promise<Account>;
  addPerson(accountId: string, email: string, role: Role): Promise<void>;
  call(operation: AnyOperation, caller: Caller, input?: Record<string, unknown>): Promise<TestReply>;
  /** Faults that a reply kept to itself. */
  reported: unknown[];
}

/** The person of `role` on `account`. */
export function personOf(account: Account, role: Role = 'owner'): KnownCaller {
  return { kind: 'session', account, role, userId: `usr_${role}`, sessionId: 'ses_1' };
}

/** Builds the service over `store`; `parts` is what handlers get besides the services of every area. */
export function testService(store: Store, parts: object = {}): TestService {
  const newId = createNewId(store.clock, randomBytes);
  const services: AreaServices = { db: store.db, store, clock: store.clock, newId, randomBytes, announce: () => Promise.resolve(), speak, ...parts };
  const replies = createRememberedReplies(store, store.clock, randomUUID);
  const reported: unknown[] = [];
  const portsFor = (caller: Caller): Ports<AreaServices> => ({
    ...replies,
    now: () => store.clock.now(),
    services,
    servicesOf: same => same,
    authenticate: () => caller as KnownCaller,
    count: () => ({ name: 'session_hourly', max: 10_000, used: 1, windowSeconds: 3600, resetsAt: 0 }),
    spend: () => Promise.reject(new Error('No operation here has an allowance.')),
    refund: () => Promise.resolve(),
    transaction: work => store.transaction(tx => work({
      services: { ...services, db: tx },
      audit: (by, call, note) => appendAudit(tx, { newId }, entryOf(by, call, note)),
      remember: (reservation, reply) => replies.remember(tx, reservation, reply),
    })),
    finished: () => {},
    explain: () => null,
    report: error => { reported.push(error); },
  });
  return {
    services,
    reported,
    addAccount: given => addAccount(store, { id: newId('acc'), name: 'Example', plan: 'pro', operator: false, ...given }),
    async addPerson(accountId, email, role) {
      const person = { id: newId('usr'), name: email, email, emailVerified: 1, image: null, twoFactorEnabled: null, createdAt: '', updatedAt: '' } as const;
      await allTables(store.db).insertInto('auth_user').values({ ...person, accountId, role }).execute();
    },
    call: (operation, caller, input = {}) => perform({
      operation, credential: { kind: 'bearer', token: '' }, requestId: newId('req'), address: '192.0.2.7', browser: { cookie: null, origin: null, userAgent: null },
      read: () => input, requestKey: null, signal: new AbortController().signal, emit: null,
    }, portsFor(caller)),
  };
}

async function addAccount({ db, clock }: Store, account: Account): Promise<Account> {
  const row = { ...account, operator: account.operator ? 1 : 0, trusted: account.trusted ? 1 : 0, settings: '{}', settings_version: 1, created_at: clock.now() } as const;
  await allTables(db).insertInto('account').values(row).execute();
  await allTables(db).insertInto('account_hashing_key').values({ account_id: account.id, key: randomBytes(32).toString('hex') }).execute();
  return account;
}
