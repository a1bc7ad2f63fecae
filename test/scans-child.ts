// The service in the lab as a process of its own, for tests that kill it: `scans-child.ts <file>` says `working <origin>` on stdout.
import { readFileSync, writeSync } from 'node:fs';
import { outsideOf } from '../src/app/compose.ts';
import { readConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import { startService } from '../src/app/service.ts';
import { startWorkers } from '../src/app/workers.ts';
import { systemClock } from '../src/core/clock.ts';
import { createQueue } from '../src/store/index.ts';

/** What the process is given: all settings, and the address map of the lab, which no setting reaches. */
export interface ScansTask {
  settings: Readonly<Record<string, string>>;
  routes: readonly (readonly [position: string, port: number])[];
}

/** Short, so that what a killed worker held is soon another's. */
const LEASE_MS = 4000;
const CONCURRENCY = 4;
const POLL_PARENT_MS = 500;

const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(1); }, POLL_PARENT_MS);

const { settings, routes } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as ScansTask;
const config = readConfig(settings);
const log = createLog(process.stderr, systemClock);
const ports = new Map(routes);
const route = (address: string, port: number) => {
  const local = ports.get(`${address}:${port}`);
  return local === undefined ? null : { address: '127.0.0.1', port: local };
};
const { baseUrl, services } = await startService({ config, outside: { ...outsideOf(config), route }, version: '0.0.0', log });
// A process that is alone does everything. Alongside others, its service only answers, and these are its workers.
if (config.DSS_ROLE === 'api') {
  const queue = createQueue(services.store, services.newId, LEASE_MS);
  const own = { ...services, queue };
  await startWorkers({ services: own, servicesOf: () => Promise.resolve(own), log, concurrency: CONCURRENCY });
}
writeSync(1, `working ${baseUrl}\n`);
