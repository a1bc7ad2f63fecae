import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountFor } from '../../areas/platform/account/index.ts';
import { createKeyByProgram } from '../../areas/platform/keys/index.ts';
import { checkDomain } from '../../areas/domains/check/index.ts';
import { systemClock } from '../../core/clock.ts';
import { perform } from '../../core/pipeline.ts';
import type { Outside } from '../compose.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { startService, type Service } from '../service.ts';
import type { CommandParts } from './parts.ts';

const EMAIL = 'demo@lab.example';
const PASSWORD_BYTES = 9;

/** The service in the lab, with somebody who may use it. */
export interface DemoService {
  baseUrl: string;
  email: string;
  password: string;
  key: string;
  stop(): Promise<void>;
}

/** Starts the service on data that ends with it: an operator, a key, and `history` checked with that key. */
export async function startDemoService(outside: Outside, history: readonly string[], parts: CommandParts): Promise<DemoService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-demo-'));
  const config: Config = { ...parts.config(), DSS_DATA_DIR: dataDir, DATABASE_URL: null, DSS_ROLE: 'all', DSS_SMTP_URL: null, DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_VULNDATA: 'off', DSS_OPERATOR_EMAIL: null };
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
    const { key } = await store.transaction(tx => createKeyByProgram(tx, account, { ...services, now: services.clock.now() }, { name: 'Demo', scopes: ['domains', 'scans', 'write', 'vulnscan'] }));
    for (const domain of history) await checkWithKey(service, key, domain);
    return { baseUrl: service.baseUrl, email: EMAIL, password, key, stop };
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

async function checkWithKey({ ports, services }: Service, key: string, domain: string): Promise<void> {
  await perform({
    operation: checkDomain, credential: { kind: 'bearer', token: key }, requestId: services.newId('req'), address: '127.0.0.1',
    browser: { cookie: null, origin: null, userAgent: null }, read: () => ({ domain }), requestKey: null, signal: new AbortController().signal, emit: null,
  }, ports);
}
