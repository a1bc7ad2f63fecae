// What an installation costs before it does anything: its size, how long it takes to answer, and the memory of a service that nobody asks.
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packInto } from '../test/packed.ts';
import { answering, nowhere, residentBytes, startProgram, type Service } from '../test/processes.ts';
import { bundledLibraries } from './start-libraries.ts';

const STARTS = 5;
const IDLE_MS = 30_000;
const GOAL = { installedBytes: 70_000_000, idleBytes: 160_000_000 };
const MB = 1_000_000;

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dss-bench-start-'));
  try {
    const { tarball, program } = packInto(folder);
    showSize(join(folder, 'user/node_modules'), tarball);
    await showStarts(program, folder);
    await showIdleMemory(program, folder);
    showLibraries(join(program, '../../dist/program'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function showSize(modules: string, tarball: string): void {
  const bytes = globSync('**/*', { cwd: modules }).reduce((sum, path) => sum + statSync(join(modules, path)).size, 0);
  const packages = globSync(['{*,@*/*}/package.json', '**/node_modules/{*,@*/*}/package.json'], { cwd: modules }).length;
  console.log(`installed: ${mb(bytes)} (goal ${mb(GOAL.installedBytes)}) in ${packages} packages, from a tarball of ${mb(statSync(tarball).size)}`);
}

/** Cold: the code was never compiled here and there is no database. The files are in the memory of the system in both. */
async function showStarts(program: string, folder: string): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let at = 0; at < STARTS; at++) {
    const own = join(folder, `start-${at}`);
    for (const times of [cold, warm]) {
      const startedMs = performance.now();
      const service = await start(program, own);
      times.push(performance.now() - startedMs);
      await stop(service);
    }
  }
  for (const [says, times] of [['cold', cold], ['warm', warm]] as const) console.log(`${says} start, until it answers: ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')})`);
}

async function showIdleMemory(program: string, folder: string): Promise<void> {
  const service = await start(program, join(folder, 'idle'));
  const early = residentBytes(service);
  await sleep(IDLE_MS);
  console.log(`memory (RSS) ${IDLE_MS / 1000} s after the start: ${mb(residentBytes(service))} (goal ${mb(GOAL.idleBytes)}); right after it ${mb(early)}; Node.js alone ${mb(await bareBytes())}`);
  await stop(service);
}

function showLibraries(program: string): void {
  console.log('what each library would cost as a dependency that is installed, by itself, and what it costs in the program:');
  for (const { name, packages, installedBytes, bundledBytes } of bundledLibraries(program)) {
    console.log(`  ${name.padEnd(30)} ${String(packages).padStart(3)} packages ${mb(installedBytes).padStart(9)} -> ${mb(bundledBytes).padStart(8)}`);
  }
}

/** Starts the service on data and compiled code in `own`, and waits for its first answer. */
async function start(program: string, own: string): Promise<Service> {
  const env = { ...process.env, ...nowhere, NODE_COMPILE_CACHE: join(own, 'compiled'), DSS_DATA_DIR: join(own, 'data') };
  const service = await answering(startProgram(process.execPath, [program, 'serve'], { env }));
  await fetch(`${service.origin}/healthz`);
  return service;
}

async function stop({ child, ended }: Service): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

async function bareBytes(): Promise<number> {
  const bare = startProgram(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)'], { env: process.env });
  await bare.printed(/up/);
  const bytes = residentBytes(bare);
  bare.child.kill('SIGKILL');
  await bare.ended;
  return bytes;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function mb(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}
