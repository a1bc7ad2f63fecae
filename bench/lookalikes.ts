import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { lookalikes } from '../src/areas/lookalikes/index.ts';

const run = promisify(execFile);
/** 29 letters: the classes of dnstwist make some 65,000 names of it. */
const DOMAIN = 'internationalbusinessmachines.com';
const ROUNDS = 7;
const MAX_CPU_MS = 300;
/** How many times as long dnstwist takes for a name, at least. */
const MIN_RATIO = 10;
const python = process.env['DSS_BENCH_PYTHON'] ?? 'python3';

const DNSTWIST = `
import sys, json, resource, dnstwist
use = lambda: (lambda one: one.ru_utime + one.ru_stime)(resource.getrusage(resource.RUSAGE_SELF))
before = use(); fuzzer = dnstwist.Fuzzer(sys.argv[1]); fuzzer.generate(); took = use() - before
print(json.dumps({'cpuMs': 1000 * took, 'names': sorted(one['domain'] for one in fuzzer.domains)}))
`;

interface Run {
  cpuMs: number;
  names: string[];
}

/** Prints the CPU time of all names of a long label, process start excluded, beside dnstwist where Python finds it. */
export async function bench(): Promise<void> {
  const rounds = Array.from({ length: ROUNDS }, generate);
  const ours = rounds.toSorted((a, b) => a.cpuMs - b.cpuMs)[ROUNDS >> 1]!;
  tell(ours.cpuMs <= MAX_CPU_MS, `${ours.names.length} names of ${DOMAIN}: ${Math.round(ours.cpuMs)} ms of CPU (the first time ${Math.round(rounds[0]!.cpuMs)}), at most ${MAX_CPU_MS}`);
  const theirs = await generateWithDnstwist();
  if (theirs === null) {
    console.log('  dnstwist: not measured, as Python does not find it (DSS_BENCH_PYTHON and PYTHONPATH say where it is)');
    return;
  }
  const ratio = theirs.cpuMs / theirs.names.length / (ours.cpuMs / ours.names.length);
  const made = new Set([...ours.names, DOMAIN]);
  const missing = theirs.names.filter(name => !made.has(name)).length;
  tell(missing === 0, `${missing} of the ${theirs.names.length} names of dnstwist are missing`);
  tell(ratio >= MIN_RATIO, `dnstwist: ${Math.round(theirs.cpuMs)} ms, for a name ${ratio.toFixed(1)} times as long, at least ${MIN_RATIO}`);
}

function generate(): Run {
  const before = process.cpuUsage();
  const names = Array.from(lookalikes(DOMAIN, { words: [], suffixes: [], maxNames: Infinity, maxCrossNames: 0 }), ({ name }) => name);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, names };
}

async function generateWithDnstwist(): Promise<Run | null> {
  try {
    return JSON.parse((await run(python, ['-c', DNSTWIST, DOMAIN], { maxBuffer: 1 << 25 })).stdout) as Run;
  } catch (error) {
    if (/ModuleNotFoundError|ENOENT/.test(String(error))) return null;
    throw error;
  }
}

function tell(good: boolean, text: string): void {
  console.log(`${good ? '✓' : '✗'} ${text}`);
  if (!good) process.exitCode = 1;
}
