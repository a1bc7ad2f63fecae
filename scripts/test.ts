// Runs test files and prints what failed, then one line of totals. Words on the command line choose files by path, or by
// what they need: `unit`, `integration`, `endToEnd`. Files that use PostgreSQL share one server, which ends with this
// process, however that ends. A file that uses more processor time than the budget of its kind fails. Where few files
// failed they are run once more, each alone: what passes then is named, with what it said before, and counts as passed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packInto } from '../test/packed.ts';
import { startTestServer, unavailable } from '../test/postgresql-server.ts';
import { budgetSeconds, kindOf, testFiles, type TestKind } from '../test/kinds.ts';
import { runFiles } from './tests/run-files.ts';

const root = new URL('..', import.meta.url).pathname;
const SLOWEST = 5;
/** Files that share a process: what most of them load is loaded once. Programs and databases are apart, so that one file cannot disturb another. */
const TOGETHER: Readonly<Record<TestKind, number>> = { endToEnd: 1, integration: 6, unit: 25 };
/** More files than this do not fail because the machine was busy. */
const MOST_REPEATED = 4;
/** Where fewer files run, none is disturbed by others. */
const LEAST_FILES = 50;
/** Files that take minutes: each starts before the others of its kind, in a process of its own. */
const LONG = /^test\/(?:web\/walk|web\/language|properties|authorization|world)/;
const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/** What a file has come to. */
interface FileResult {
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

const startedMs = performance.now();
const files = chosen(process.argv.slice(2));
const kinds = new Map(files.map(file => [file, kindOf(file)]));
const inMemory = process.env['TMPDIR'] === undefined ? folderInMemory() : null;
if (inMemory !== null) {
  process.env['TMPDIR'] = inMemory;
  process.on('exit', () => rmSync(inMemory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
const needsServer = files.some(file => kinds.get(file) !== 'unit');
const server = needsServer && process.env['DSS_TEST_DATABASE_URL'] === undefined && unavailable() === null ? await startTestServer() : null;
if (server) process.env['DSS_TEST_DATABASE_URL'] = server.url;
// Compiled code is shared by all test processes, and by the programs that they start.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled');

const results = new Map<string, FileResult>();
// What is published is what is tried: programs that tests start come from the tarball, packed and installed once.
if ([...kinds.values()].includes('endToEnd')) process.env['DSS_TEST_PROGRAM'] ??= installProgram();
// The long ones first, so that none of them is waited for alone at the end.
const dear: readonly TestKind[] = ['endToEnd', 'integration'];
const batchesOfKind = (kind: TestKind): string[][] => batchesOf(files.filter(file => kinds.get(file) === kind), TOGETHER[kind]);
// Many wait for programs and time limits more than they work.
const concurrency = availableParallelism() + 1;
await runAll(dear.flatMap(batchesOfKind), concurrency);
await runAll(batchesOfKind('unit'), concurrency);
await repeatFailed();
await server?.stop();
judgeCosts();

const totals = [...results.values()];
const [passed, failed, skipped] = [sum(totals.map(one => one.passed)), sum(totals.map(one => one.failed)), sum(totals.map(one => one.skipped))];
console.log(`${files.length} files in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || passed === 0) process.exitCode = 1;

function chosen(words: readonly string[]): string[] {
  const isKind = (word: string): boolean => word in budgetSeconds;
  return testFiles().filter(file => words.length === 0 || words.some(word => (isKind(word) ? kindOf(file) === word : file.includes(word))));
}

/** A folder for the many databases that tests make and remove, in memory; null where there is too little, or programs cannot be run from there. */
function folderInMemory(): string | null {
  if (!existsSync(MEMORY) || freemem() < MIN_FREE_BYTES) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < MIN_FREE_BYTES) return null;
  const folder = mkdtempSync(join(MEMORY, 'dss-tests-'));
  // Programs run there as other users, too.
  chmodSync(folder, 0o1777);
  writeFileSync(join(folder, 'true'), '#!/bin/sh\n', { mode: 0o755 });
  if (spawnSync(join(folder, 'true')).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

function installProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dss-packed-'));
  // Tests start it as other users, too.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env['DSS_TEST_PACKED'] = folder;
  return packInto(folder).program;
}

/** Neighbours, which are often as dear as each other, go to different batches. */
function batchesOf(files: readonly string[], size: number): string[][] {
  const [long, others] = [files.filter(file => LONG.test(file)), files.filter(file => !LONG.test(file))];
  const count = Math.ceil(others.length / size);
  return [...long.map(file => [file]), ...Array.from({ length: count }, (_, nth) => others.filter((_file, at) => at % count === nth))];
}

async function runAll(batches: readonly (readonly string[])[], concurrency: number): Promise<void> {
  await runFiles(batches.map(batch => batch.map(file => join(root, file))), {
    concurrency,
    spent: (path, seconds) => { resultOf(relative(root, path)).seconds = seconds; },
    failed: (path, why) => fail(relative(root, path), why),
    heard: (path, event) => {
      const file = relative(root, path);
      if (event.type === 'test:diagnostic') {
        if (event.message.startsWith('note: ')) console.log(event.message.slice('note: '.length));
      } else if (event.type === 'test:fail') {
        // A suite fails with its tests, which have been reported, by what its hooks assert, or while it cleans up.
        if (!event.suite || event.asserted) fail(file, `${event.name}\n${indent(event.error ?? '')}\n`);
      } else if (event.skipped !== undefined) {
        resultOf(file).skipped++;
        console.log(`- ${file}: ${event.name}: ${String(event.skipped)}`);
      } else if (!event.suite) {
        resultOf(file).passed++;
      }
    },
  });
}

/** A test that waited too long among others is told from one that fails: it passes alone. */
async function repeatFailed(): Promise<void> {
  const failed = [...results].filter(([, result]) => result.failed > 0).map(([file]) => file);
  if (failed.length === 0 || failed.length > MOST_REPEATED || files.length < LEAST_FILES) return;
  const before = new Map(failed.map(file => [file, results.get(file)!]));
  for (const file of failed) results.delete(file);
  console.log(`once more, alone: ${failed.join(', ')}`);
  for (const file of failed) await runAll([[file]], 1);
  for (const [file, first] of before) {
    const again = resultOf(file);
    again.seconds = Math.max(first.seconds, again.seconds);
    if (again.failed === 0) console.log(`passed alone, after ${first.failed} failed among others: ${file}`);
  }
}

/** Names the dearest files, and fails those beyond their budget. */
function judgeCosts(): void {
  const spent = [...results].toSorted(([, a], [, b]) => b.seconds - a.seconds);
  console.log(`${sum(spent.map(([, { seconds }]) => seconds)).toFixed(0)} processor seconds, most in ${spent.slice(0, SLOWEST).map(([file, { seconds }]) => `${file} ${seconds.toFixed(0)}`).join(', ')}`);
  for (const [file, { seconds }] of spent) {
    const budget = budgetSeconds[kinds.get(file)!];
    if (seconds > budget) fail(file, `used ${seconds.toFixed(1)} processor seconds; the budget of a file of its kind is ${budget}. Split it, or share what it starts.`);
  }
}

function fail(file: string, what: string): void {
  resultOf(file).failed++;
  console.log(`✗ ${file}: ${what}`);
}

function resultOf(file: string): FileResult {
  const result = results.get(file) ?? { passed: 0, failed: 0, skipped: 0, seconds: 0 };
  results.set(file, result);
  return result;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function indent(text: string): string {
  return text.split('\n').map(line => `    ${line}`).join('\n');
}
