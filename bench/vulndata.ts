import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schema } from '../src/app/registry.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { testService } from '../src/areas/platform/audit/testing.ts';
import { coverProducts } from '../src/areas/threats/vulnerabilities/data/index-records.ts';
import { createKnowledge, type Knowledge } from '../src/areas/threats/vulnerabilities/data/knowledge.ts';
import { judgeComponents } from '../src/areas/threats/vulnerabilities/judging/judge-components.ts';
import { judgeDomain } from '../src/areas/threats/vulnerabilities/judging/judge-domain.ts';
import type { FoundComponent } from '../src/areas/threats/vulnerabilities/judging/found-component.ts';
import { matchesIn } from '../src/areas/threats/vulnerabilities/matching/judge.ts';
import { products } from '../src/areas/threats/vulnerabilities/products/catalogue.ts';
import { systemClock } from '../src/core/clock.ts';
import { openStore, type Db, type Store } from '../src/store/index.ts';
import { allTables } from '../test/tables.ts';
import { runProgram } from './parsedmarc.ts';

const RUNNER = new URL('vulndata-run.ts', import.meta.url).pathname;
/** 300 MB. */
const MAX_MIB = 286;
const RECORDS = 300_000;
const COMPONENTS = 100_000;
const DOMAINS = 1000;
const HOSTS = 5000;
const ROUNDS = 10;

/** Prints what it takes to build the index of vulnerabilities from a stream, to answer one component, and to judge many again. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  try {
    const { found, cpuMs, baseMiB, peakMiB } = await runProgram<number>(process.execPath, [RUNNER, dataDir, `${RECORDS}`]);
    console.log(`index: ${found} records in ${(cpuMs / 1000).toFixed(1)} s of CPU, at most ${Math.round(peakMiB)} MiB, of which the program takes ${Math.round(baseMiB)} (bar: ${MAX_MIB} MiB)`);
    await judgeWith(await openStore({ dataDir, url: null, clock: systemClock, schema }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function judgeWith(store: Store): Promise<void> {
  try {
    await store.transaction(tx => coverProducts(tx, 'cve', products.map(({ id }) => id)));
    await answer('from the database', store.db, () => createKnowledge());
    const kept = createKnowledge();
    await answer('as the service has it, from memory', store.db, () => kept);
    await judge(store.db);
    await judgeStored(store, kept);
  } finally {
    await store.close();
  }
}

/** Reads what is known of the product of one component, and matches it. */
async function answer(how: string, db: Db, knowledge: () => Knowledge): Promise<void> {
  const times: number[] = [];
  let [entries, since] = [0, process.cpuUsage()];
  for (let round = 0; round <= ROUNDS; round++) {
    if (round === 1) since = process.cpuUsage();
    for (const [at, { id }] of products.entries()) {
      const started = performance.now();
      const known = await (await knowledge().at(db)).entriesOf(id);
      matchesIn(componentOf(at, '192.0.2.1'), known);
      // The first round compiles the program.
      if (round > 0) times.push(performance.now() - started);
      entries += known.length;
    }
  }
  const { user, system } = process.cpuUsage(since);
  const sorted = times.toSorted((a, b) => a - b);
  const share = (of: number): string => sorted[Math.floor(sorted.length * of)]!.toFixed(2);
  console.log(`one component against ${Math.round(entries / products.length / (ROUNDS + 1))} entries, ${how}: median ${share(0.5)} ms, p95 ${share(0.95)} ms, ${((user + system) / times.length / 1000).toFixed(2)} ms of CPU each (bar: 5 ms)`);
}

async function judge(db: Db): Promise<void> {
  const started = process.cpuUsage();
  const judged = await judgeComponents(components(), await createKnowledge().at(db));
  console.log(`judging: ${judged.length} components, ${judged.reduce((sum, { verdict }) => sum + verdict.matches.length, 0)} matches, in ${cpuSeconds(started)} s of CPU (bar: 60 s)`);
}

/** Judges stored components of many domains as the service does when data have changed: read, matched, ranked and stored, first as new; then after an update that changed nothing, where everything is read and matched again; then with what is in memory. */
async function judgeStored(store: Store, vulnerabilityKnowledge: Knowledge): Promise<void> {
  const { addAccount, services } = testService(store, { queue: { add: () => Promise.resolve(1) }, vulnerabilityKnowledge });
  const { id: accountId } = await addAccount();
  const domains = Array.from({ length: DOMAINS }, (_, at) => ({ id: services.newId('dom'), account_id: accountId, name: `d${at}.example`, due_at: null, created_at: 1, tags: [] }));
  await insertDomains(store.db, domains);
  for (const [at, { id: domainId }] of domains.entries()) {
    await allTables(store.db).insertInto('exposure_component').values(Array.from({ length: COMPONENTS / DOMAINS }, (_, component) => storedComponent(services.newId('xpc'), accountId, domainId, at * (COMPONENTS / DOMAINS) + component))).execute();
  }
  for (const [how, knowledge] of [['as new', vulnerabilityKnowledge], ['anew after an update', createKnowledge()], ['anew from memory', vulnerabilityKnowledge]] as const) {
    const started = process.cpuUsage();
    for (const { id } of domains) await store.transaction(tx => judgeDomain(tx, { ...services, vulnerabilityKnowledge: knowledge } as never, accountId, id, 1));
    console.log(`judging in the database, ${how}: ${COMPONENTS} components of ${DOMAINS} domains in ${cpuSeconds(started)} s of CPU (bar: 60 s)`);
  }
}

function storedComponent(id: string, accountId: string, domainId: string, at: number) {
  const { name, cpes, version } = componentOf(at, '');
  const address = `192.0.${at % HOSTS >> 8}.${at % HOSTS & 255}`;
  return {
    id, account_id: accountId, domain_id: domainId, fingerprint: `${at}`, scan_id: 'run_1', address, port: 80, location: `${address}:80`, kind: 'service', vendor: null, product: name, version,
    distribution: null, cpe23: JSON.stringify(cpes.slice(0, 1).map(cpe => `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`)), purl: null, evidence: 'x', confidence: 'certain', first_seen_at: 1, last_seen_at: 1,
  };
}

/** As many hosts have them: few programs, some dozen versions of each. */
function components(): FoundComponent[] {
  return Array.from({ length: COMPONENTS }, (_, at) => componentOf(at, `192.0.${at % HOSTS >> 8}.${at % HOSTS & 255}`));
}

function componentOf(at: number, host: string): FoundComponent {
  const { id, cpes } = products[at % products.length]!;
  return { host, location: `${host}:80`, name: id, from: 'scan', seenAt: 1, cpes, version: `${at % 3}.${at % 40}.${at % 5}`, package: null, distribution: null, distributionPackage: null };
}

function cpuSeconds(since: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(since);
  return ((user + system) / 1_000_000).toFixed(1);
}
