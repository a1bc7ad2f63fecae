// Checks as a process of their own, for tests that kill it: `checks-child.ts <task>` does checks as a `worker`, takes reports of jobs as an `api`, or both.
// It says `working <port>` on stdout; the port takes `/<token>?status=up`.
import { writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '../lab/services/listen.ts';
import { pushOperations } from '../src/areas/assurance/checks/operations/push.ts';
import { checkEngine } from '../src/areas/assurance/checks/schedule/engine.ts';
import { checksService } from '../src/areas/assurance/checks/service.sample.ts';
import { standardPlans } from '../src/areas/platform/account/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { composeSchema, openStore, type Schema } from '../src/store/index.ts';
import { createDoor } from '../src/wire/door.ts';
import { createEndpointProbes } from '../src/wire/endpoints/index.ts';

/** What the process is given; `targets` is the port where all targets are. */
export interface ChecksTask {
  role: 'worker' | 'api' | 'all';
  dataDir: string;
  url: string | null;
  targets: number;
  migrations: readonly string[];
}

const { role, dataDir, url, targets, migrations } = JSON.parse(process.argv[2]!) as ChecksTask;
const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(1); }, 500);

// The names of the migrations are enough for a database that has had them: not every area is loaded.
const schema: Schema = { ...composeSchema([]), migrations: Object.fromEntries(migrations.map(name => [name, { up: () => Promise.reject(new Error('The database is migrated.')) }])) };
const store = await openStore({ dataDir, url, clock: systemClock, schema });
const { services, call } = checksService(store);
const found = { outcome: 'found', value: ['45.54.0.1'], via: [], ttlSeconds: 60 } as const;
const door = createDoor({ allow: [], clock: systemClock, route: () => ({ address: '127.0.0.1', port: targets }), resolve: async () => found });
Object.assign(services, {
  plans: { ...standardPlans, enterprise: { ...standardPlans.enterprise, shortestCheckSeconds: 1 } },
  endpoints: createEndpointProbes({ door, resolver: { lookup: () => Promise.reject(new Error('nothing is looked up here')), answeredSince: () => true }, clock: systemClock }),
});
const api = await listen(createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://api.example');
  call(pushOperations[0], { kind: 'anonymous', address: '127.0.0.1' }, { token: pathname.slice(1), status: searchParams.get('status') })
    .then(({ status }) => response.writeHead(status).end(), (error: unknown) => response.writeHead(500).end(String(error)));
}));
writeSync(1, `working ${api.port}\n`);
if (role !== 'api') await checkEngine.run({ services, servicesOf: () => Promise.resolve(services), signal: new AbortController().signal, report: error => { console.error(error); } });
