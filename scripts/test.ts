// Runs every test file and prints what failed, then one line of totals. Words on the command line choose files by path.
// Files that use PostgreSQL share one server, which ends with this process, however that ends. Files that run whole
// services, or the programs of others to compare with, come last and few at a time: alongside them the lab's answers would be late.
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { relative } from 'node:path';
import { ensureDashboard } from '../src/app/dashboard.ts';
import { startTestServer, unavailable } from '../test/postgresql-server.ts';

const root = new URL('..', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const files = globSync('{src,web,lab,test,bench,scripts}/**/*.test.ts', { cwd: root, exclude: ['web/dist/**'] })
  .filter(file => wanted.length === 0 || wanted.some(word => file.includes(word)))
  .map(file => `${root}${file}`)
  .toSorted();

const startedMs = performance.now();
const needsServer = files.some(file => /\bonEachDatabase|DSS_TEST_DATABASE_URL/.test(readFileSync(file, 'utf8')));
const server = needsServer && process.env['DSS_TEST_DATABASE_URL'] === undefined && unavailable() === null ? await startTestServer() : null;
if (server) process.env['DSS_TEST_DATABASE_URL'] = server.url;

const totals = { passed: 0, failed: 0, skipped: 0 };
const heavy = new Set(files.filter(file => file.endsWith('-oracle.test.ts') || /from '\.\.?\/(processes|service|properties|kill-loop|store-processes|house-copy)\.ts'/.test(readFileSync(file, 'utf8'))));
// Services that run serve the dashboard: it is made before, not by each of them.
if (heavy.size > 0) await ensureDashboard().catch((error: unknown) => console.log(String(error)));
await runAll(files.filter(file => !heavy.has(file)), true);
await runAll([...heavy], Math.max(1, Math.floor(availableParallelism() / 2)));
await server?.stop();

const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
console.log(`${files.length} files in ${seconds} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;

async function runAll(files: readonly string[], concurrency: number | true): Promise<void> {
  if (files.length === 0) return;
  const stream = run({ files, concurrency });
  stream.on('test:fail', ({ name, file, details }) => {
    if (details.type === 'suite') return;
    totals.failed++;
    const cause = details.error.cause ?? details.error;
    console.log(`✗ ${relative(root, file ?? '')}: ${name}\n${indent(cause instanceof Error ? cause.stack ?? cause.message : String(cause))}\n`);
  });
  stream.on('test:pass', ({ name, file, skip, todo, details }) => {
    if (details.type === 'suite' && skip === undefined && todo === undefined) return;
    if (skip !== undefined || todo !== undefined) {
      totals.skipped++;
      console.log(`- ${relative(root, file ?? '')}: ${name}: ${String(skip ?? todo)}`);
    } else {
      totals.passed++;
    }
  });
  stream.on('test:diagnostic', ({ message, level }) => {
    if (level === 'info' && message.startsWith('note: ')) console.log(message.slice('note: '.length));
  });
  for await (const _ of stream);
}

function indent(text: string): string {
  return text.split('\n').map(line => `    ${line}`).join('\n');
}
