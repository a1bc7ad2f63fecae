// The whole service in this process, on a database of its own, with people, sessions and keys to call it by.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import type { Outside } from '../src/app/compose.ts';
import { readConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import { operations, topics, webhooks } from '../src/app/registry.ts';
import { startService, type Service } from '../src/app/service.ts';
import { createAccount, createPerson } from '../src/areas/platform/account/accounts.ts';
import { cookieNames, setPlan } from '../src/areas/platform/account/index.ts';
import { createKeyByProgram } from '../src/areas/platform/keys/index.ts';
import { createPackages, createPublicSweeps } from '../src/areas/threats/lookalikes/index.ts';
import type { Account, Plan, Role, Scope } from '../src/core/access.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Store } from '../src/store/index.ts';
import { unavailable } from './postgresql-server.ts';
import { makePostgresql, makeSqlite, type TestDatabase } from './databases.ts';
import { openapiOf, type OpenApi } from '../src/surfaces/openapi/index.ts';
import { startContractProxy } from './contract-proxy.ts';
import { allTables } from './tables.ts';

/** The password of everybody here. */
export const PASSWORD = 'a long and rare phrase';
const SECRET = randomBytes(32).toString('hex');
const SESSION_MS = 7 * 86_400_000;
const PUBLIC_SWEEP_MS = 60_000;

/** Somebody who is signed in. */
export interface TestPerson {
  id: string;
  email: string;
  /** The header `Cookie` of a session. */
  cookie: string;
}

export interface TestAccount extends Account {
  owner: TestPerson;
}

/** What a request brings besides method and path. */
export interface RequestOptions {
  key?: string;
  cookie?: string;
  /** By default the service's own where there is a cookie; null for none. */
  origin?: string | null;
  /** Client address; by default one that nobody had before. */
  address?: string;
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON; text and bytes as they are. */
  body?: unknown;
  /** Past the proxy that holds replies against the document. */
  direct?: boolean;
}

export interface TestReply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  /** The JSON in it; an empty object where there is none. */
  body: Record<string, unknown> & { code?: string };
  ms: number;
}

export interface TestService {
  service: Service;
  store: Store;
  dataDir: string;
  baseUrl: string;
  openapi: OpenApi;
  /** What the log got. */
  log: readonly string[];
  /** Where replies were not as the document says. */
  violations: readonly string[];
  account(wanted?: { plan?: Plan; email?: string; operator?: boolean }): Promise<TestAccount>;
  person(account: Account, role: Role): Promise<TestPerson>;
  /** A further session; `endsInMs` below 0 is past. */
  session(userId: string, endsInMs?: number): Promise<string>;
  /** Makes a key whatever the plan of the account, whole or of which the end is past. */
  key(account: Account, wanted: { scopes: readonly Scope[]; rateLimit?: number; expired?: boolean }): Promise<{ id: string; key: string }>;
  setPlan(account: Account, plan: Plan): Promise<void>;
  request(method: string, path: string, options?: RequestOptions): Promise<TestReply>;
  /** The newest letter to the address, when it is there. */
  emailTo(email: string): Promise<string>;
  stop(): Promise<void>;
}

interface StartOptions {
  /** Its domains can be checked; without it nothing outside answers. */
  lab?: Lab | null;
  /** Keeps passwords as they are, which takes no time. */
  quickPasswords?: boolean;
  /** Changes what is outside, such as what the operator allows. */
  outside?: (outside: Outside) => Outside;
}

const nowhere: Outside = {
  dnsServers: [{ address: '127.0.0.1', port: 9 }], dnsRoots: [{ name: 'nowhere', address: '127.0.0.1', port: 9 }], trustAnchors: [], rdapBootstrap: 'http://127.0.0.1:9/', whoisServer: { host: '127.0.0.1', port: 9 },
  allow: [], ca: null, route: () => null,
};

/** The document of all services of a process; that they have other addresses does not matter here. */
let described: OpenApi | undefined;

/** Starts the service on `database`. */
async function startTestService(database: TestDatabase, { lab = null, quickPasswords = false, outside: change = same => same }: StartOptions = {}): Promise<TestService> {
  const config = readConfig({
    DSS_PORT: '0', DSS_DATA_DIR: database.dataDir, DATABASE_URL: database.url ?? '', DSS_SECRET: SECRET, DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_VULNDATA: 'off', DSS_DARKWEB: 'http://127.0.0.1:9/', DSS_SEARCH_DATA: 'http://127.0.0.1:9/', DSS_DNS_PROVIDERS: 'http://127.0.0.1:9/',
    DSS_LOCAL_SEARCH: 'http://127.0.0.1:9/', DSS_GOOGLE_MAPS_KEY: 'a-key-of-the-tests', DSS_SEARXNG_URL: 'http://127.0.0.1:9/',
    DSS_DNS_SERVERS: '127.0.0.1:9', DSS_BULK_DNS_RATE: '10000', DSS_TRUST_PROXY: '127.0.0.1/32', DSS_SIGN_UP: 'open',
  });
  const log: string[] = [];
  const outside = change(lab ? outsideOfLab(lab) : nowhere);
  const service = await startService({ config, outside, version: '0.0.0', log: createLog({ write: text => log.push(text) }, systemClock) });
  const { services, store, baseUrl } = service;
  // Chromium is tested where it is started.
  services.print = page => Promise.resolve({ outcome: 'printed', pdf: Buffer.from(`%PDF-1.4 ${page}`) });
  // The machine that tests may be too busy for what visitors wait.
  services.lookalikeChecks = createPublicSweeps({ ...services, budgetMs: PUBLIC_SWEEP_MS });
  // Dozens of callers ask at once.
  services.packages = createPackages({ clock: systemClock, atOnce: 100 });
  if (quickPasswords) {
    services.passwords.hash = async password => `quick:${password}`;
    services.passwords.verify = async (hash, password) => hash === `quick:${password}`;
  }
  const passwordHash = await services.passwords.hash(PASSWORD);
  const cookieName = cookieNames(baseUrl).session;
  const openapi = described ??= openapiOf(operations, { version: '0.0.0', baseUrl, cookieName, topics, webhooks });
  const proxy = await startContractProxy(baseUrl.replace('localhost', '127.0.0.1'), openapi);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const mails = readEmails(join(database.dataDir, 'mail'));

  async function session(userId: string, endsInMs = SESSION_MS): Promise<string> {
    const now = Date.now();
    const [token, at] = [randomBytes(24).toString('base64url'), new Date(now).toISOString()];
    const expiresAt = new Date(now + endsInMs).toISOString();
    await allTables(store.db).insertInto('auth_session')
      .values({ id: services.newId('ses'), token, userId, expiresAt, createdAt: at, updatedAt: at, ipAddress: null, userAgent: null }).execute();
    return `${cookieName}=${encodeURIComponent(`${token}.${createHmac('sha256', SECRET).update(token).digest('base64')}`)}`;
  }

  const uniqueEmail = () => `${services.newId('usr').slice(4)}@example.net`;

  return {
    service, store, baseUrl, openapi, log, session,
    dataDir: database.dataDir,
    violations: proxy.violations,
    async account({ plan = 'free', email = uniqueEmail(), operator = false } = {}) {
      const by = { actor: { type: 'program', id: 'test' }, requestId: null, address: null, now: Date.now() } as const;
      const { accountId, userId } = await store.transaction(tx => createAccount(tx, services, { plan, operator }, { name: 'Anna', email, passwordHash }, by));
      return { id: accountId, name: 'Anna', plan, operator, owner: { id: userId, email, cookie: await session(userId) } };
    },
    async person({ id }, role) {
      const email = uniqueEmail();
      const userId = await store.transaction(tx => createPerson(tx, services, id, { name: 'Berta', email, role, passwordHash }, Date.now()));
      return { id: userId, email, cookie: await session(userId) };
    },
    async key(account, { scopes, rateLimit = 10_000, expired = false }) {
      const now = expired ? Date.now() - 10_000 : Date.now();
      const asked = { scopes, rateLimit, ...(expired ? { expiresAt: new Date(now + 5000).toISOString() } : {}) };
      const able = { ...account, plan: 'enterprise', operator: scopes.includes('admin') } as const;
      const { data, key } = await store.transaction(tx => createKeyByProgram(tx, able, { ...services, now }, asked));
      return { id: data.id, key };
    },
    async setPlan(account, plan) {
      await store.transaction(tx => setPlan(tx, services, account.id, plan, Date.now()));
    },
    request(method, path, options = {}) {
      const { key, cookie, origin = cookie === undefined ? null : baseUrl, address = nextAddress(), query, direct = false } = options;
      const { bytes, type } = bodyOf(options.body);
      const headers = {
        'x-forwarded-for': address,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(origin === null ? {} : { origin }),
        ...(bytes === null ? {} : { 'content-type': type, 'content-length': String(bytes.length) }),
        ...options.headers,
      };
      const target = `${path}${query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`;
      return call({ agent, origin: direct ? baseUrl.replace('localhost', '127.0.0.1') : proxy.url, method, target, headers, bytes });
    },
    emailTo: mails,
    async stop() {
      agent.destroy();
      await proxy.close();
      await service.stop();
    },
  };
}

/** How a suite wants its service. */
interface ServedOptions extends Pick<StartOptions, 'quickPasswords' | 'outside'> {
  lab?: () => Lab;
}

type Dialect = Store['dialect'];

/** Makes one suite for each database, as `onDatabaseServed` does. */
export function onEachDatabaseServed(title: string, options: ServedOptions, define: (service: () => TestService) => void): void {
  for (const dialect of ['sqlite', 'postgresql'] as const) onDatabaseServed(dialect, title, options, define);
}

/**
 * Makes a suite with one service for all its tests. The last of them holds all that was called against the document, and
 * the log free of faults.
 */
export function onDatabaseServed(
  dialect: Dialect, title: string, { lab, ...options }: ServedOptions, define: (service: () => TestService) => void,
): void {
  const reason = dialect === 'postgresql' && process.env['DSS_TEST_DATABASE_URL'] === undefined ? unavailable() : null;
  void suite(`${title} (${dialect})`, reason === null ? {} : { skip: reason }, () => {
    let database: TestDatabase;
    let service: TestService;
    before(async () => {
      database = dialect === 'sqlite' ? makeSqlite() : await makePostgresql();
      service = await startTestService(database, { lab: lab?.() ?? null, ...options });
    });
    after(async () => {
      await service?.stop();
      await database?.remove();
    });
    define(() => service);
    void test('every reply is as the OpenAPI document says, and nothing went wrong inside', () => {
      assert.deepEqual([...new Set(service.violations)], []);
      assert.deepEqual(service.log.filter(line => / fault /.test(line)), []);
    });
  });
}

/** Client addresses that are given out once. */
let addresses = 0;
function nextAddress(): string {
  const number = ++addresses;
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

function bodyOf(body: unknown): { bytes: Buffer | null; type: string } {
  if (body === undefined) return { bytes: null, type: '' };
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { bytes, type: 'application/json' };
}

interface Sending {
  agent: Agent;
  origin: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  bytes: Buffer | null;
}

function call(sending: Sending): Promise<TestReply> {
  const { agent, origin, method, target, headers, bytes } = sending;
  const startedMs = performance.now();
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = send({ agent, hostname, port, path: target, method, headers }, reply => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: reply.statusCode!, headers: reply.headers, text, body: jsonOf(text), ms: performance.now() - startedMs });
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that was kept may have been closed by the other side at that very moment (RFC 9112 §9.5).
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(call(sending));
      else reject(new Error(`${method} ${target}: ${error.message}`, { cause: error }));
    });
    outgoing.end(bytes ?? undefined);
  });
}

function jsonOf(text: string): TestReply['body'] {
  try {
    return JSON.parse(text) as TestReply['body'] ?? {};
  } catch {
    return {};
  }
}

const POLL_MS = 20;

/** Reads the mail folder; e-mails go there after the reply, so each is waited for. */
function readEmails(folder: string): (email: string) => Promise<string> {
  const read = new Map<string, string>();
  let checkedMs = 0;
  const poll = () => {
    if (performance.now() - checkedMs < POLL_MS) return;
    checkedMs = performance.now();
    for (const name of existsSync(folder) ? readdirSync(folder).toSorted() : []) {
      if (!read.get(name)) read.set(name, readFileSync(join(folder, name), 'utf8'));
    }
  };
  return async email => {
    for (let tries = 0; tries < 150; tries++) {
      poll();
      const found = [...read.values()].findLast(text => text.includes(`\nTo: ${email}\n`));
      if (found !== undefined) return found;
      await sleep(POLL_MS);
    }
    throw new Error(`There is no letter to ${email}.`);
  };
}
