// A worker that scans hosts of the lab, as a process of its own: `exposure-child.ts <task file>` says `idle` when nothing is left to do.
import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { targetsOf } from '../src/areas/threats/exposure/hosts.sample.ts';
import { openExposureWork, SampleHosts } from '../src/areas/threats/exposure/scan.sample.ts';
import type { Manners } from '../src/areas/threats/exposure/services.ts';
import type { WebFacts, WebProbe } from '../src/areas/threats/exposure/web/find.ts';
import { systemClock } from '../src/core/clock.ts';
import type { OpenTarget } from '../src/core/outside/scan-target.ts';
import { composeSchema, openStore, type Schema } from '../src/store/index.ts';

/** What the process is given. `log` takes a line before each packet; `killAt` is the moment at which the process kills itself, null for none. */
export interface ExposureTask {
  dataDir: string;
  url: string | null;
  routes: readonly (readonly [string, number])[];
  names: Readonly<Record<string, readonly string[]>>;
  ptr: string;
  manners: Manners;
  /** The migrations that the database has had already. */
  migrations: readonly string[];
  scansAtOnce: number;
  /** Whether what a worker before it has left is free at once. */
  isAlone: boolean;
  log: string;
  killAt: { stage: string; address: string } | null;
}

const task = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as ExposureTask;
const hosts = new SampleHosts();
for (const [name, addresses] of Object.entries(task.names)) {
  hosts.names.set(name, { addresses });
  for (const address of addresses) hosts.hosts.set(address, { open: [], ptr: task.ptr });
}

/** Writes down what is about to be sent, and dies there where it was told to. */
function sending(stage: string, address: string): void {
  if (task.killAt?.stage === stage && task.killAt.address === address) process.kill(process.pid, 'SIGKILL');
  appendFileSync(task.log, `${stage} ${address}\n`);
}

/** The stages wait for a page for different times: the proof of an address 5 seconds, the first page 8, what a website is asked 10. */
function stageOfPage(timeoutMs: number): string {
  return timeoutMs > 8000 ? 'web' : timeoutMs > 5000 ? 'http' : 'resolve';
}

const reach = targetsOf(new Map(task.routes));
const openTarget: OpenTarget = address => {
  const target = reach(address);
  return target && {
    ...target,
    touch: (...given) => { sending('ports', address); return target.touch(...given); },
    dialogues: { ...target.dialogues, open: (...given) => { sending('services', address); return target.dialogues.open(...given); } },
    tls: { handshake: (...given) => { sending(given[0].host === address ? 'resolve' : 'tls', address); return target.tls.handshake(...given); } },
    page: (url, request) => { sending(stageOfPage(request.timeoutMs), address); return target.page(url, request); },
  };
};
// The database was migrated by who gave the task: this process needs the names alone, and so not every area of the program.
const schema: Schema = { ...composeSchema([]), migrations: Object.fromEntries(task.migrations.map(name => [name, { up: () => Promise.reject(new Error('The database is migrated.')) }])) };
const store = await openStore({ dataDir: task.dataDir, url: task.url, clock: systemClock, schema });
const { work, queue } = openExposureWork(store, hosts, {
  openTarget, manners: task.manners,
  // One question stands for the many that a website is asked.
  websites: {
    find: async ({ fetchPage }: WebProbe): Promise<WebFacts> => {
      await fetchPage('/', { method: 'GET' });
      return { components: [], exposedPaths: [], templates: [], notTested: [] };
    },
    judge: () => [],
  },
  announce: () => { sending('components', ''); return Promise.resolve(); },
});
if (task.isAlone) await queue.releaseAll();
await Promise.all(Array.from({ length: task.scansAtOnce }, async () => {
  for (let idle = false; !idle;) {
    const { reported, done } = await work(undefined, 1);
    for (const fault of reported) writeSync(2, `${fault}\n`);
    idle = done === 0;
  }
}));
writeSync(1, 'idle\n');
await store.close();
process.exit(0);
