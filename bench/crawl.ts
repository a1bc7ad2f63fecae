import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schema } from '../src/app/registry.ts';
import { systemClock as clock } from '../src/core/clock.ts';
import { openStore } from '../src/store/open.ts';
import type { CrawlTask } from './crawl-run.ts';

const HOST = 'bench.example';
const PAGES = 2000;
const ROUNDS = 3;
const MAX_MIB = 400;
const PEERS = ['@crawlee/cheerio', 'linkinator'];
/** How many times as many pages a processor second as the peer, at least: read alone, and judged by every check and stored. */
const goals: Record<string, { ours: number; audit: number }> = { crawlee: { ours: 5, audit: 3 }, linkinator: { ours: 4, audit: 2.5 } };

interface Crawled {
  visited: number;
  cpuMs: number;
  wallMs: number;
  peakMiB: number;
}

/** Prints pages a processor second and memory of the crawl and of whole audits, and of its peers in the same run; with `--pages <number>`, what an audit of so many takes, part by part. */
export async function bench(): Promise<void> {
  const at = process.argv.indexOf('--pages');
  if (at > 0) await measureParts(Number(process.argv[at + 1]));
  else await compare();
}

async function compare(): Promise<void> {
  const peers = install();
  const names = ['ours', 'audit', ...(peers === null ? [] : Object.keys(goals))];
  if (peers === null) console.log('  crawlee and linkinator could not be installed: no registry answers');
  const runs = new Map<string, Crawled[]>(names.map(name => [name, []]));
  // All take turns, so that a busy machine slows all.
  for (let round = 0; round < ROUNDS; round++) for (const name of names) runs.get(name)!.push(await crawl(name, PAGES, peers ?? ''));
  console.log(`${PAGES} pages of 14 KB with 40 links, 16 at once, median of ${ROUNDS} rounds\n${''.padEnd(14)}${['visits', 'CPU s', 'pages a CPU s', 'peak MiB', 'wall s'].map(head => head.padStart(15)).join('')}`);
  for (const [name, all] of runs) {
    const figures = [all[0]!.visited, medianOf(all, ({ cpuMs }) => cpuMs / 1000).toFixed(2), Math.round(medianOf(all, rateOf)), Math.round(medianOf(all, ({ peakMiB }) => peakMiB)), medianOf(all, ({ wallMs }) => wallMs / 1000).toFixed(1)];
    console.log(`${labels[name]!.padEnd(14)}${figures.map(figure => String(figure).padStart(15)).join('')}`);
  }
  for (const [name, theirs] of runs) if (name in goals) for (const kind of ['ours', 'audit'] as const) judge(name, theirs, kind, runs.get(kind)!);
}

const labels: Record<string, string> = { ours: 'crawl', audit: 'whole audit', crawlee: 'crawlee', linkinator: 'linkinator' };
const rateOf = ({ visited, cpuMs }: Crawled): number => visited / cpuMs * 1000;

function judge(name: string, theirs: readonly Crawled[], kind: 'ours' | 'audit', own: readonly Crawled[]): void {
  const times = median(own.map((one, round) => rateOf(one) / rateOf(theirs[round]!)));
  const [memory, limit] = [medianOf(own, ({ peakMiB }) => peakMiB), medianOf(theirs, ({ peakMiB }) => peakMiB)];
  tell(times >= goals[name]![kind], `${labels[kind]}: ${times.toFixed(1)} times ${name}, at least ${goals[name]![kind]}`);
  tell(memory <= limit, `${labels[kind]}: ${Math.round(memory)} MiB, ${name} ${Math.round(limit)}`);
}

async function measureParts(pages: number): Promise<void> {
  console.log(`a whole audit of ${pages} pages, every check, everything stored`);
  const run = await crawl('audit', pages, '');
  console.log(`  ${run.visited} pages, ${Math.round(rateOf(run))} a CPU second, ${(run.wallMs / 1000).toFixed(0)} s in all`);
  tell(run.peakMiB <= MAX_MIB, `${Math.round(run.peakMiB)} MiB at most, of ${MAX_MIB}`);
}

async function crawl(name: string, pages: number, peers: string): Promise<Crawled> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  cpSync(await prepared(), dataDir, { recursive: true });
  const server = spawn(process.execPath, [new URL('crawl-server.ts', import.meta.url).pathname, String(pages), HOST], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [line] = await new Promise<[Buffer]>((resolve, reject) => { server.stdout.once('data', (data: Buffer) => resolve([data])); server.once('error', reject); });
    const task: CrawlTask = { name, host: HOST, pages, peers, dataDir, migrations: Object.keys(schema.migrations), tables: schema.tables, ...JSON.parse(line.toString()) as Pick<CrawlTask, 'plain' | 'secure' | 'ca'> };
    const child = spawn(process.execPath, [new URL('crawl-run.ts', import.meta.url).pathname, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (data: Buffer) => { said += data.toString(); });
    await new Promise(resolve => { child.once('close', resolve); });
    return JSON.parse(said.trim().split('\n').at(-1)!) as Crawled;
  } finally {
    server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

let folder: string | null = null;

/** A folder with a migrated database. */
async function prepared(): Promise<string> {
  if (folder !== null) return folder;
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ dataDir, url: null, clock, schema })).close();
  return folder = dataDir;
}

/** Installs the peers into a temporary folder (DSS_BENCH_PEERS: where they are already); null where no registry answers. */
function install(): string | null {
  const given = process.env['DSS_BENCH_PEERS'];
  const folder = given ?? mkdtempSync(join(tmpdir(), 'dss-bench-crawlers-'));
  if (given === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    if (!PEERS.every(name => existsSync(join(folder, 'node_modules', name)))) execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...PEERS], { timeout: 180_000, stdio: 'ignore' });
  } catch {
    return null;
  }
  console.log(`beside ${PEERS.map(name => `${name} ${(JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version}`).join(', ')}`);
  return folder;
}

function tell(good: boolean, text: string): void {
  console.log(`${good ? '✓' : '✗'} ${text}`);
  if (!good) process.exitCode = 1;
}

function medianOf(all: readonly Crawled[], figure: (one: Crawled) => number): number {
  return median(all.map(figure));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
