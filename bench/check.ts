import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { startLab } from '../lab/index.ts';
import type { Lab, LabDomain } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';
import type { CheckResult } from '../src/areas/domains/check/index.ts';
import type { Checker } from '../src/surfaces/cli/index.ts';
import type { QuestionTrace } from '../src/wire/dns/snapshot.ts';
import type { CpuTask } from './check-cpu.ts';

const HEALTHY = 'healthy.example';
const SILENT = 'ns-silent.example';
const ROUNDS = 9;
const AT_ONCE = 100;

interface Measured {
  result: CheckResult;
  wallMs: number;
  trace: readonly QuestionTrace[];
}

/** Prints what one check asks and how long it takes, at several delays, with a dead server, and many at once. */
export async function bench(): Promise<void> {
  const lab = await startLab();
  const traces: (readonly QuestionTrace[])[] = [];
  const check = composeChecker(outsideOfLab(lab), trace => traces.push(trace));
  const measure = async (domain: string): Promise<Measured> => {
    const startedMs = performance.now();
    const result = await check(domain);
    return { result, wallMs: performance.now() - startedMs, trace: traces.at(-1)! };
  };
  try {
    await measure(HEALTHY);
    await questions(measure);
    await delays(lab, measure);
    await silence(measure);
    await cpu(lab);
    await many(lab, check);
    await peers(lab, traces[0]!);
  } finally {
    await lab.stop();
  }
}

async function questions(measure: (domain: string) => Promise<Measured>): Promise<void> {
  const { trace } = await measure(HEALTHY);
  const stub = trace.filter(({ server }) => server === null);
  const keys = trace.map(({ name, type, server, transport, manner }) => `${server} ${transport} ${name} ${type} ${manner}`);
  limit('questions to the resolver, healthy domain', stub.length, 60);
  console.log(`  questions in all, nameservers asked directly included: ${trace.length}`);
  limit('questions asked twice', keys.length - new Set(keys).size, 0);
}

/** Each answer of the resolver takes the delay, so waves of questions can be counted by their times. */
async function delays(lab: Lab, measure: (domain: string) => Promise<Measured>): Promise<void> {
  const at0 = await best(() => measure(HEALTHY));
  console.log(`  wall time at 0 ms an answer, the lab's own work included: ${at0.best.toFixed(0)} ms, median ${at0.median.toFixed(0)}`);
  lab.setDelayMs(50);
  const at50 = await best(() => measure(HEALTHY), 3);
  lab.setDelayMs(0);
  const trips = dependentAnswers(at50.last.trace);
  limit('dependent round trips', trips, 6);
  limit('wall time at 50 ms an answer, ms', at50.best, 6 * 50 + 200);
}

async function silence(measure: (domain: string) => Promise<Measured>): Promise<void> {
  const healthy = await best(() => measure(HEALTHY), 3);
  const silent = await measure(SILENT);
  limit('one silent nameserver costs, ms', silent.wallMs - healthy.median, 1500);
  const named = silent.result.findings.find(({ id, state }) => id === 'ns.unreachable' && state === 'fail');
  console.log(`  named: ${named?.title ?? 'NO'}`);
}

async function many(lab: Lab, check: Checker): Promise<void> {
  const names = lab.world.domains.filter(isQuick).map(({ name }) => name);
  const domains = Array.from({ length: AT_ONCE }, (_, i) => names[i % names.length]!);
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  await Promise.all(domains.map(domain => check(domain)));
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  console.log(`${AT_ONCE} domains at once: ${wallMs.toFixed(0)} ms, ${((user + system) / 1000 / AT_ONCE).toFixed(1)} ms of CPU a domain, the lab's servers included`);
}

/** Of the check alone: the lab's servers answer from another thread. */
async function cpu(lab: Lab): Promise<void> {
  const { route: _, ...outside } = outsideOfLab(lab);
  const workerTask: CpuTask = { outside, routes: lab.routes, domain: HEALTHY, rounds: 20 };
  const worker = new Worker(new URL('check-cpu.ts', import.meta.url), { workerData: workerTask });
  const cpuMs = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  limit('own CPU of the DNS part, ms', cpuMs, 60);
}

/** Well kept, and nobody in its way keeps silent. */
function isQuick({ says, shows, faults, registration }: LabDomain): boolean {
  return says !== '' && shows.length === 0 && faults.length === 0 && registration?.fault === undefined;
}

/** The same domains through other tools, where they are installed. */
async function peers(lab: Lab, trace: readonly QuestionTrace[]): Promise<void> {
  const questions = trace.filter(({ server }) => server === null).flatMap(({ name, type }) => [name, type]);
  await run(`dig, the same ${questions.length / 2} questions one after the other`, 'dig', ['@127.0.0.1', '-p', String(lab.resolver.port), ...questions]);
  const standard = await startLab({ resolverPort: 53 }).catch(() => null);
  if (standard === null) {
    console.log('checkdmarc: asks port 53 only, which may not be bound here');
  } else {
    await run(`checkdmarc ${HEALTHY}, a part of the same`, 'checkdmarc', ['--skip-tls', '--nameserver', '127.0.0.1', '--', HEALTHY]);
    await standard.stop();
  }
  console.log('zonemaster-cli: not run: it asks the addresses in the zones themselves, which lead out of this machine');
}

/** Runs a peer alongside the lab's servers, which live in this process, and prints how long it took. */
async function run(says: string, command: string, args: readonly string[]): Promise<void> {
  const startedMs = performance.now();
  const child = spawn(command, args, { stdio: 'ignore', timeout: 60_000 });
  const ended = await new Promise<string>(resolve => {
    child.on('error', () => resolve('not installed'));
    child.on('close', code => resolve(`${(performance.now() - startedMs).toFixed(0)} ms (exit ${code})`));
  });
  console.log(`${says}: ${ended}`);
}

async function best(run: () => Promise<Measured>, rounds = ROUNDS): Promise<{ best: number; median: number; last: Measured }> {
  const runs: Measured[] = [];
  for (let i = 0; i < rounds; i++) runs.push(await run());
  const walls = runs.map(({ wallMs }) => wallMs).toSorted((a, b) => a - b);
  return { best: walls[0]!, median: walls[Math.floor(rounds / 2)]!, last: runs.at(-1)! };
}

/** The longest chain in which each question was asked after the answer before it. */
function dependentAnswers(trace: readonly QuestionTrace[]): number {
  const byEnd = trace.filter(({ server }) => server === null).toSorted((a, b) => a.endedMs - b.endedMs);
  let chain = 0;
  let endedMs = -Infinity;
  for (const question of byEnd) {
    if (question.startedMs < endedMs) continue;
    chain++;
    endedMs = question.endedMs;
  }
  return chain;
}

function limit(what: string, value: number, most: number): void {
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(1);
  console.log(`${value <= most ? '✓' : '✗'} ${what}: ${shown}, limit ${most}`);
  if (value > most) process.exitCode = 1;
}
