import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promises } from 'node:dns';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lookalikes } from '../src/areas/threats/lookalikes/index.ts';
import { isInstalled } from '../lab/services/tls-programs.ts';
import { bulkStates, type BulkLookup } from '../src/core/outside/bulk-lookup.ts';
import { systemClock as clock } from '../src/core/clock.ts';
import { createBulkLookup } from '../src/wire/dns/bulk/lookup.ts';
import { createBulkLookupInThreads } from '../src/wire/dns/bulk/threads.ts';
import { createTransport, openPath } from '../src/wire/dns/transport.ts';
import { environment, startNsd, type NameServer } from './bulk-dns-server.ts';

const run = promisify(execFile);
/** 29 letters: some 90,000 names can be made of it. */
const DOMAIN = 'internationalbusinessmachines.com';
/** Of a usual length, for the whole way from a domain to the names that are registered. */
const SHORT = 'northbank.com';
/** Each name is asked for twice. */
const NAMES = 100_000;
/** One in so many exists. */
const SPARSE = 8;
const ROUNDS = 7;
const C_ARES_AT_ONCE = 500;
const MAX_CPU_SHARE = 0.42;
const MIN_RATE_SHARE = 0.6;
/** As many as dnsperf has: one that sends and one that receives. */
const THREADS = 2;
const MIN_DNSTWIST_RATIO = 25;

/** dnstwist asks another port than 53, and no other server, only when patched from outside. */
const DNSTWIST = `
import sys, time, dns.resolver, dnstwist
port, domain = int(sys.argv[1]), sys.argv[2]
class Local(dns.resolver.Resolver):
    def __init__(self, **_):
        super().__init__(configure=False)
        self.port = port
dnstwist.Resolver = Local
names = dnstwist.Fuzzer(domain); names.generate()
sys.argv = ['dnstwist', '--registered', '--format', 'json', '--nameservers', '127.0.0.1', domain]
print(len(names.domains), time.time(), file=sys.stderr)
dnstwist.run()
print(time.time(), file=sys.stderr)
`;

interface Round {
  cpuUs: number;
  perSecond: number;
}

/** Prints what a question costs compared with c-ares and dnsperf, and a whole search with dnstwist, on a server of this machine. */
export async function bench(): Promise<void> {
  if (!isInstalled('nsd')) return console.log('not run: nsd not installed');
  const half = namesOf(DOMAIN).slice(0, NAMES / 2);
  const names = [...half, ...half];
  const short = namesOf(SHORT);
  const server = await startNsd([...new Set([...half, ...short].filter((_, at) => at % SPARSE === 0))]);
  try {
    const bulkLookup = createBulkLookup({ servers: [server], transport: createTransport(openPath), clock, randomBytes, ratePerSecond: Infinity });
    const inThreads = createBulkLookupInThreads({ servers: [{ address: server.address, port: server.port }], ratePerSecond: Infinity, threads: THREADS });
    await compareQuestions(server, { bulkLookup, inThreads }, names);
    await compareSearch(server, bulkLookup, short);
  } finally {
    await server.stop();
  }
}

function namesOf(domain: string): string[] {
  return Array.from(lookalikes(domain, { words: [], suffixes: [], maxNames: Infinity, maxCrossNames: 0 }), ({ name }) => name);
}

async function compareQuestions(server: NameServer, { bulkLookup, inThreads }: Record<'bulkLookup' | 'inThreads', BulkLookup>, names: readonly string[]): Promise<void> {
  const list = join(server.folder, 'names');
  writeFileSync(list, names.map(name => `${name} A\n`).join(''));
  const dnsperf = isInstalled('dnsperf');
  const rounds = { ours: [] as Round[], inThreads: [] as Round[], cAres: [] as Round[], dnsperf: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push(await measured(names.length, () => askAll(bulkLookup, names)));
    rounds.inThreads.push(await measured(names.length, () => askAll(inThreads, names)));
    rounds.cAres.push(await measured(names.length, () => askWithCAres(server, names)));
    if (dnsperf) rounds.dnsperf.push(await askWithDnsperf(server, list));
  }
  const [ours, shared, cAres] = [best(rounds.ours), best(rounds.inThreads), best(rounds.cAres)];
  const share = ours.cpuUs / cAres.cpuUs;
  tell(share <= MAX_CPU_SHARE, `${names.length} questions: ${ours.cpuUs.toFixed(1)} µs of CPU for each, dns.promises.Resolver ${cAres.cpuUs.toFixed(1)}: ${share.toFixed(2)} of it, at most ${MAX_CPU_SHARE}; `
    + `with ${THREADS} threads ${shared.cpuUs.toFixed(1)} µs`);
  if (!dnsperf) return console.log('  dnsperf: not measured, as it is not installed');
  const most = Math.max(...rounds.dnsperf);
  const rates = [ours, shared].map(({ perSecond }) => perSecond / most);
  const [alone, together] = rates.map(rate => rate.toFixed(2));
  // Where there are but two processors, the server has one of them.
  tell(Math.max(...rates) >= MIN_RATE_SHARE, `${Math.round(shared.perSecond)} questions a second in ${THREADS} threads and ${Math.round(ours.perSecond)} in one, dnsperf with ${THREADS} threads ${Math.round(most)}: `
    + `${together} and ${alone} of it, at least ${MIN_RATE_SHARE} on ${availableParallelism()} processors`);
}

/** The questions that dnstwist asks: for nameservers, and for more where there is such a name. */
async function compareSearch(server: NameServer, bulkLookup: BulkLookup, names: readonly string[]): Promise<void> {
  let ours = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { perSecond } = await measured(names.length, async () => {
      const { states } = await askAll(bulkLookup, namesOf(SHORT), 'NS');
      const there = names.filter((_, at) => bulkStates[states[at]!] !== 'nxdomain');
      for (const type of ['A', 'AAAA', 'MX'] as const) await askAll(bulkLookup, there, type);
    });
    ours = Math.max(ours, perSecond);
  }
  const theirs = await searchWithDnstwist(server);
  if (theirs === null) return console.log('  dnstwist: not measured, as no Python finds it and dnspython (DSS_BENCH_PYTHON says which has them)');
  const ratio = ours / theirs;
  tell(ratio >= MIN_DNSTWIST_RATIO, `${Math.round(ours)} names of ${SHORT} made and looked up a second, dnstwist --registered ${Math.round(theirs)}: ${ratio.toFixed(0)} times as many, at least ${MIN_DNSTWIST_RATIO}`);
}

async function measured(names: number, work: () => Promise<unknown>): Promise<Round> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuUs: (user + system) / names, perSecond: names / ((performance.now() - startedMs) / 1000) };
}

function best(rounds: readonly Round[]): Round {
  return { cpuUs: Math.min(...rounds.map(({ cpuUs }) => cpuUs)), perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)) };
}

async function askAll(bulkLookup: BulkLookup, names: readonly string[], type: 'A' | 'AAAA' | 'MX' | 'NS' = 'A') {
  const answers = await bulkLookup(names, type, new AbortController().signal);
  const unknown = answers.states.indexOf(0);
  if (unknown >= 0) throw new Error(`${names[unknown]}: ${answers.cause(unknown)}`);
  return answers;
}

async function askWithCAres({ address, port }: NameServer, names: readonly string[]): Promise<void> {
  const resolver = new promises.Resolver();
  resolver.setServers([`${address}:${port}`]);
  let next = 0;
  const work = async () => {
    while (next < names.length) await resolver.resolve4(names[next++]!).catch(() => null);
  };
  await Promise.all(Array.from({ length: C_ARES_AT_ONCE }, work));
}

async function askWithDnsperf({ address, port }: NameServer, list: string): Promise<number> {
  const { stdout } = await run('dnsperf', ['-s', address, '-p', String(port), '-d', list, '-e', '-T', '1', '-c', '4', '-q', '1000', '-n', '1'], { env: environment });
  return Number(/Queries per second:\s+([\d.]+)/.exec(stdout)![1]);
}

/** Names a second, the start of Python left out. */
async function searchWithDnstwist({ port }: NameServer): Promise<number | null> {
  const pythons = [process.env['DSS_BENCH_PYTHON'], 'python3', '/usr/bin/python3'].filter(python => python !== undefined);
  for (const python of pythons) {
    const found = await run(python, ['-c', 'import dns.resolver, dnstwist']).then(() => true, () => false);
    if (!found) continue;
    const { stdout, stderr } = await run(python, ['-c', DNSTWIST, String(port), SHORT], { maxBuffer: 1 << 25 });
    const [names, startedS, endedS] = /^(\d+) ([\d.]+)[^]*?([\d.]+)\s*$/.exec(stderr)!.slice(1).map(Number);
    const registered = (JSON.parse(stdout) as unknown[]).length;
    if (registered === 0 || registered === names) throw new Error(`dnstwist found ${registered} of ${names} names`);
    return names! / (endedS! - startedS!);
  }
  return null;
}

function tell(good: boolean, text: string): void {
  console.log(`${good ? '✓' : '✗'} ${text}`);
  if (!good) process.exitCode = 1;
}
