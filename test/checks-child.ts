// Checks as a process of their own, for tests that kill it: `checks-child.ts <data folder> <database URL or -> <port of all targets>` says `working` on stdout.
import { writeSync } from 'node:fs';
import { checkEngine } from '../src/areas/assurance/checks/schedule/engine.ts';
import { checksService } from '../src/areas/assurance/checks/service.sample.ts';
import { schema } from '../src/app/registry.ts';
import { standardPlans } from '../src/areas/platform/account/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { openStore } from '../src/store/index.ts';
import { createDoor } from '../src/wire/door.ts';
import { createEndpointProbes } from '../src/wire/endpoints/index.ts';

const [dataDir, url, port] = process.argv.slice(2) as [string, string, string];
const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(1); }, 500);

const store = await openStore({ dataDir, url: url === '-' ? null : url, clock: systemClock, schema });
const { services } = checksService(store);
const found = { outcome: 'found', value: ['45.54.0.1'], via: [], ttlSeconds: 60 } as const;
const door = createDoor({ allow: [], clock: systemClock, route: () => ({ address: '127.0.0.1', port: Number(port) }), resolve: async () => found });
Object.assign(services, {
  plans: { ...standardPlans, enterprise: { ...standardPlans.enterprise, shortestCheckSeconds: 1 } },
  endpoints: createEndpointProbes({ door, resolver: { lookup: () => Promise.reject(new Error('nothing is looked up here')), answeredSince: () => true }, clock: systemClock }),
});
writeSync(1, 'working\n');
await checkEngine.run({ services, servicesOf: () => Promise.resolve(services), signal: new AbortController().signal, report: error => { console.error(error); } });
