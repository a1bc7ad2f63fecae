import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeInputs } from './dmarc-inputs.ts';
import type { Sums } from './dmarc-peers.ts';
import { readWithParsedmarc, runProgram, type Run } from './parsedmarc.ts';

const RUNNER = new URL('dmarc-run.ts', import.meta.url).pathname;
const ROUNDS = 3;
/** Over what the process takes before it reads. */
const MAX_OVER_BASE_MIB = 64;
const MAX_BOMB_MIB = 100;
const MAX_BOMB_MS = 1000;

/** How many times as many records a processor second as the peer, at least. */
const goals: Record<'large' | 'small', Record<string, number>> = {
  large: { 'saxes': 1.3, 'fast-xml-parser': 7, 'parsedmarc': 15 },
  small: { 'saxes': 1.3, 'fast-xml-parser': 5, 'parsedmarc': 10 },
};

/** Files that would take gigabytes if they were believed, and the reason with which they are refused. */
const attacks = {
  'blanks.xml.gz': 'inflates_too_far', 'text.xml.gz': 'inflates_too_far', 'gzip-in-gzip.xml.gz': 'inflates_too_far',
  'laughs.xml': 'dtd', 'file-entity.xml': 'dtd', 'deep.xml': 'too_deep',
};

/** Prints records a processor second and memory of the report parser and its peers, and what bombs cost. */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  try {
    writeInputs(folder);
    await compare('large', [join(folder, 'large.xml')]);
    await compare('small', readdirSync(join(folder, 'small')).map(name => join(folder, 'small', name)));
    for (const name of ['large.xml', 'large.xml.gz']) await measureMemory(join(folder, name));
    for (const [name, reason] of Object.entries(attacks)) await attack(join(folder, name), name, reason);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All take turns, so that a busy machine slows all. */
async function compare(size: 'large' | 'small', files: readonly string[]): Promise<void> {
  const names = ['ours', ...Object.keys(goals[size])];
  const runs = new Map<string, Run<Sums>[]>(names.map(name => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const one = await readWith(name, files);
      if (one === null) runs.delete(name);
      else runs.get(name)?.push(one);
    }
  }
  const ours = runs.get('ours')!;
  const { found } = ours[0]!;
  console.log(`${size}: ${files.length} files, ${found.records} records, ${found.messages} messages, median of ${ROUNDS} rounds`);
  for (const name of names) {
    const theirs = runs.get(name);
    if (theirs === undefined) {
      console.log(`  ${name}: not installed, not compared (DSS_BENCH_PYTHON says where it is)`);
      continue;
    }
    const perSecond = Math.round(median(theirs.map(({ found, cpuMs }) => found.records / cpuMs * 1000)));
    const overBase = Math.round(median(theirs.map(({ peakMiB, baseMiB }) => peakMiB - baseMiB)));
    console.log(`  ${name}: ${perSecond} records a CPU second, ${overBase} MiB over ${Math.round(theirs[0]!.baseMiB)}`);
    if (name === 'ours') continue;
    const ratio = median(theirs.map(({ cpuMs }, round) => cpuMs / ours[round]!.cpuMs));
    tell(ratio >= goals[size][name]!, `${ratio.toFixed(1)} times ${name}, at least ${goals[size][name]}`);
    tell(theirs.every(one => JSON.stringify(one.found) === JSON.stringify(found)), `the same sums as ${name}`);
  }
}

async function readWith(name: string, files: readonly string[]): Promise<Run<Sums> | null> {
  return name === 'parsedmarc' ? await readWithParsedmarc(files) : await runProgram(process.execPath, [RUNNER, name, ...files]);
}

async function measureMemory(file: string): Promise<void> {
  const { found, peakMiB, baseMiB } = await runProgram<Sums>(process.execPath, [RUNNER, 'ours', file]);
  const overBase = Math.round(peakMiB - baseMiB);
  tell(overBase <= MAX_OVER_BASE_MIB, `memory for one report of ${found.records} records: ${overBase} MiB over ${Math.round(baseMiB)}, at most ${MAX_OVER_BASE_MIB}`);
}

async function attack(file: string, name: string, reason: string): Promise<void> {
  const startedMs = performance.now();
  const { found, peakMiB } = await runProgram<string | null>(process.execPath, [RUNNER, 'refusal', file]);
  const tookMs = performance.now() - startedMs;
  const good = found === reason && tookMs < MAX_BOMB_MS && peakMiB < MAX_BOMB_MIB;
  tell(good, `${name}: ${found ?? 'taken'}, ${Math.round(tookMs)} ms with the start of the process, ${Math.round(peakMiB)} MiB in all`);
}

function tell(good: boolean, text: string): void {
  console.log(`${good ? '✓' : '✗'} ${text}`);
  if (!good) process.exitCode = 1;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
