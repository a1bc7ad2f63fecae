import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountFor } from '../../areas/platform/account/index.ts';
import { createKeyByProgram } from '../../areas/platform/keys/index.ts';
import { scopes, type Credential } from '../../core/access.ts';
import { systemClock } from '../../core/clock.ts';
import { perform, type Reply } from '../../core/pipeline.ts';
import type { Outside } from '../compose.ts';
import type { Config } from '../config.ts';
import { fillEstate, type Ask } from './demo-estate.ts';
import { createLog } from '../log.ts';
import { operations } from '../registry.ts';
import { startService, type Service } from '../service.ts';
import type { CommandParts } from './parts.ts';

const EMAIL = 'demo@lab.example';
const PASSWORD_BYTES = 9;
/** Questions a second of searches for lookalikes: the lab answers them in the process that also answers everything else. */
const BULK_RATE = 200;

/** The service in the lab, with somebody who may use it. */
export interface DemoService {
  baseUrl: string;
  email: string;
  password: string;
  key: string;
  /** Calls an operation of the service with the key. */
  ask: Ask;
  /** The ids of the domains in the inventory, by name. */
  domains: ReadonlyMap<string, string>;
  /** The cookies of a new session. */
  signIn(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Starts the service on data that ends with it: an operator, a key, and domains with a year behind them. */
export async function startDemoService(outside: Outside, { smtpUrl, dnsProviders }: { smtpUrl: string; dnsProviders: string }, parts: CommandParts): Promise<DemoService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-demo-'));
  const config: Config = { ...parts.config(), DSS_DATA_DIR: dataDir, DATABASE_URL: null, DSS_ROLE: 'all', DSS_SMTP_URL: smtpUrl, DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_DNS_PROVIDERS: dnsProviders, DSS_BULK_DNS_RATE: BULK_RATE, DSS_BULK_DNS_THREADS: 1, DSS_VULNDATA: 'off', DSS_OPERATOR_EMAIL: null };
  try {
    const service = await startOnFreePort(config, outside, parts);
    const stop = async () => {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    const { services, store } = service;
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const { accountId } = await createAccountFor(services, { plan: 'enterprise', operator: true }, { name: 'Demo', email: EMAIL, password });
    const account = { id: accountId, name: 'Demo', plan: 'enterprise', operator: true } as const;
    const { key } = await store.transaction(tx => createKeyByProgram(tx, account, { ...services, now: services.clock.now() }, { name: 'Demo', scopes: scopes.filter(scope => scope !== 'admin') }));
    const ask: Ask = async (id, input) => (await call(service, id, { kind: 'bearer', token: key }, input)).body as Record<string, unknown>;
    const domains = await fillEstate(service, accountId, ask);
    const signIn = async () => [(await call(service, 'auth.sign_in', { kind: 'none' }, { email: EMAIL, password })).headers['set-cookie'] ?? []].flat();
    return { baseUrl: service.baseUrl, email: EMAIL, password, key, ask, domains, signIn, stop };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** At the port of the settings, or any other where somebody has it already. */
async function startOnFreePort(config: Config, outside: Outside, { version, terminal }: CommandParts): Promise<Service> {
  const options = { outside, version, log: createLog(terminal.stderr, systemClock, { format: config.DSS_LOG_FORMAT, level: config.DSS_LOG_LEVEL }) };
  try {
    return await startService({ ...options, config });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startService({ ...options, config: { ...config, DSS_PORT: 0 } });
  }
}

/** What the operation answers; throws where it refuses. */
function call({ ports, services, baseUrl }: Service, id: string, credential: Credential, input: Record<string, unknown>): Promise<Reply> {
  const operation = operations.find(one => one.id === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  return perform({
    operation, credential, requestId: services.newId('req'), address: '127.0.0.1',
    browser: { cookie: null, origin: baseUrl, userAgent: null }, read: () => input, requestKey: null, signal: new AbortController().signal, emit: null,
  }, ports);
}
