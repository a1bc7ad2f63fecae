import { createNewId } from '../src/core/ids.ts';
import { randomBytes } from 'node:crypto';
import { systemClock } from '../src/core/clock.ts';
import { generatedAdvisories } from '../src/areas/threats/vulnerabilities/data/generated.sample.ts';
import { coverProducts, indexStream } from '../src/areas/threats/vulnerabilities/data/index-records.ts';
import { knowledgeOf, type ProductKnowledge } from '../src/areas/threats/vulnerabilities/data/read-index.ts';
import type { FoundComponent } from '../src/areas/threats/vulnerabilities/judging/found.ts';
import { judgeComponents } from '../src/areas/threats/vulnerabilities/judging/judge-components.ts';
import { matchesIn } from '../src/areas/threats/vulnerabilities/matching/judge.ts';
import { products } from '../src/areas/threats/vulnerabilities/products/catalogue.ts';
import { makeSqlite } from '../test/databases.ts';

const RECORDS = 300_000;
const COMPONENTS = 100_000;
const HOSTS = 5000;
const ANSWERS = 200;

/** Prints what it takes to build the index of vulnerabilities from a stream, to answer one component, and to judge many again. */
export async function bench(): Promise<void> {
  const database = makeSqlite();
  try {
    const store = await database.open(systemClock);
    const started = process.cpuUsage();
    const count = await indexStream(work => store.transaction(work), generatedAdvisories(RECORDS));
    console.log(`index: ${count} records in ${cpuSeconds(started)} s of CPU, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB (bar: 300 MiB)`);
    await store.transaction(tx => coverProducts(tx, 'cve', products.map(({ id }) => id)));
    await answer(store.db);
    const knowledge = new Map<string, ProductKnowledge>();
    const judging = process.cpuUsage();
    for (const { id } of products) knowledge.set(id, await knowledgeOf(store.db, id));
    const judged = judgeComponents(components(), knowledge);
    console.log(`judging: ${judged.length} components, ${judged.reduce((sum, { matches }) => sum + matches.length, 0)} matches, in ${cpuSeconds(judging)} s of CPU (bar: 60 s)`);
  } finally {
    await database.remove();
  }
}

async function answer(db: Parameters<typeof knowledgeOf>[0]): Promise<void> {
  const newId = createNewId(systemClock, randomBytes);
  const times: number[] = [];
  const cached = new Map<string, ProductKnowledge>();
  for (let at = 0; at < ANSWERS; at++) {
    const { id, cpes } = products[at % products.length]!;
    cached.set(id, cached.get(id) ?? await knowledgeOf(db, id));
    const component = { ...componentOf(at, newId('hst')), cpes };
    const started = performance.now();
    matchesIn(component, cached.get(id)!.entries);
    times.push(performance.now() - started);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const reading = performance.now();
  await knowledgeOf(db, 'openssh');
  console.log(`one component against ${cached.get('openssh')!.entries.length} entries: median ${sorted[ANSWERS / 2]!.toFixed(2)} ms, p95 ${sorted[Math.floor(ANSWERS * 0.95)]!.toFixed(2)} ms (bar: 5 ms); reading the entries of its product once: ${(performance.now() - reading).toFixed(1)} ms`);
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
