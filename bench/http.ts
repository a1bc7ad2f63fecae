import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyByProgram } from '../src/areas/platform/keys/index.ts';
import { createAccountFor, createPasswords } from '../src/areas/platform/account/index.ts';
import { appendAudit } from '../src/areas/platform/audit/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { createNewId } from '../src/core/ids.ts';
import { openStore } from '../src/store/index.ts';
import { freePort } from '../src/surfaces/http/index.ts';
import { makePostgresql } from '../test/databases.ts';
import { measure, type Load, type Measured } from './load.ts';
import { schema } from '../src/app/registry.ts';

const CONNECTIONS = 16;
const ROUNDS = 3;
const ROUND_MS = 3000;
const WARM_UP_MS = 2000;
/** Keys have 10,000 requests an hour, so that many take turns. */
const KEYS = 120;
const KEYS_AN_ACCOUNT = 10;
const ME = '/api/auth/me';

/** Prints how fast a call with a key is compared with a bare server, the start, the memory, and the slowest calls at half load. */
export async function bench(): Promise<void> {
  await onDatabase('SQLite', null);
  const { url, remove } = await makePostgresql();
  try {
    await onDatabase('PostgreSQL', url);
  } finally {
    await remove();
  }
}

async function onDatabase(name: string, url: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  try {
    const keys = await makeKeys(dataDir, url);
    const cacheDir = join(dataDir, 'compile-cache');
    const first = await startServer(dataDir, url, cacheDir);
    await first.stop();
    const starts: number[] = [];
    for (let i = 0; i < 5; i++) {
      const server = await startServer(dataDir, url, cacheDir);
      starts.push(server.firstAnswerMs);
      await server.stop();
    }
    say(`${name}: first start to first answer, ms`, Math.round(first.firstAnswerMs));
    limit(`${name}: warm start to first answer, median of ${starts.length}, ms`, Math.round(median(starts)), 600);
    await compare(name, await startServer(dataDir, url, cacheDir), keys);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Both servers are loaded in turn, so that a busy machine slows both. */
async function compare(name: string, server: Server, keys: readonly string[]): Promise<void> {
  await sleep(1500);
  limit(`${name}: resident memory idle, MiB`, Math.round(residentMiB(server.pid)), 240, 'most');
  const body = await (await fetch(`http://127.0.0.1:${server.port}${ME}`, { headers: { authorization: `Bearer ${keys[0]}` } })).text();
  const raw = await startRaw(body);
  const load = (port: number, ratePerSecond: number | null): Load => ({ port, requests: keys.map(key => requestOf(key)), connections: CONNECTIONS, durationMs: ROUND_MS, ratePerSecond, awake: name === 'SQLite' });
  const [ours, bare]: [Measured[], Measured[]] = [[], []];
  try {
    for (const port of [raw.port, server.port]) await measure({ ...load(port, null), durationMs: WARM_UP_MS });
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await measure(load(raw.port, null)));
      ours.push(await measure(load(server.port, null)));
    }
    const [perSecond, barePerSecond] = [ours, bare].map(rounds => median(rounds.map(one => one.perSecond)));
    const ratios = ours.map((one, round) => one.perSecond / bare[round]!.perSecond);
    say(`${name}: ${ME} with a key, ${CONNECTIONS} connections, requests a second`, Math.round(perSecond!));
    say(`${name}: the same bytes from bare node:http, requests a second`, Math.round(barePerSecond!));
    if (name === 'SQLite') limit(`${name}: ratio, median of ${ROUNDS} rounds (${ratios.map(ratio => ratio.toFixed(2)).join(', ')})`, round2(median(ratios)), 0.55, 'least');
    else say(`${name}: ratio, median of ${ROUNDS} rounds`, round2(median(ratios)));
    const half = await measure(load(server.port, perSecond! / 2));
    limit(`${name}: p99 at half load (${Math.round(half.perSecond)} a second), ms`, round2(half.p99Ms), 10, 'most');
    const refused = [...ours, half].reduce((sum, one) => sum + one.refused, 0);
    limit(`${name}: calls refused`, refused, 0, 'most');
  } finally {
    await raw.stop();
    await server.stop();
  }
}

function requestOf(key: string): string {
  return `GET ${ME} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`;
}

async function makeKeys(dataDir: string, url: string | null): Promise<string[]> {
  const store = await openStore({ dataDir, url, clock: systemClock, schema });
  const newId = createNewId(systemClock, randomBytes);
  const means = { newId, randomBytes, now: systemClock.now() };
  const keys: string[] = [];
  for (let n = 0; n < KEYS / KEYS_AN_ACCOUNT; n++) {
    const audit = (tx: Parameters<typeof appendAudit>[0], change: Parameters<typeof appendAudit>[2]) => appendAudit(tx, { newId }, change);
    const { accountId } = await createAccountFor(
      { ...means, store, clock: systemClock, announce: () => Promise.resolve(), audit, passwords: { ...createPasswords(null), hash: () => Promise.resolve('none') } },
      { plan: 'pro', operator: n === 0 }, { name: `Bench ${n}`, email: `bench${n}@lab.example`, password: 'none of them signs in' },
    );
    for (let k = 0; k < KEYS_AN_ACCOUNT; k++) {
      const account = { id: accountId, name: '', plan: 'pro', operator: false } as const;
      keys.push((await store.transaction(tx => createKeyByProgram(tx, account, means, { scopes: ['scans'], rateLimit: 10_000 }))).key);
    }
  }
  await store.close();
  return keys;
}

interface Server {
  port: number;
  pid: number;
  firstAnswerMs: number;
  stop(): Promise<void>;
}

/** Starts `dss serve` and asks until it answers. */
async function startServer(dataDir: string, url: string | null, cacheDir: string): Promise<Server> {
  const port = await freePort('127.0.0.1');
  const startedMs = performance.now();
  const child = spawn(process.execPath, [new URL('../bin/dss.js', import.meta.url).pathname, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env, NODE_COMPILE_CACHE: cacheDir, DSS_PORT: String(port), DSS_DATA_DIR: dataDir, DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_VULNDATA: 'off', DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9',
      ...(url === null ? {} : { DATABASE_URL: url, DSS_SECRET: 'the secret of a bench' }),
    },
  });
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).then(({ ok }) => ok, () => false))) await sleep(5);
  return { port, pid: child.pid!, firstAnswerMs: performance.now() - startedMs, stop: () => ended(child) };
}

/** The peer: the same body from `node:http` alone. */
async function startRaw(body: string): Promise<Server> {
  const source = `require('node:http').createServer((q, r) => { r.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }); r.end(JSON.stringify(body)); }).listen(0, '127.0.0.1', function () { process.send(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', `const body = ${body}; ${source}`], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const port = await new Promise<number>(resolve => { child.once('message', message => resolve(message as number)); });
  return { port, pid: child.pid!, firstAnswerMs: 0, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise(resolve => { child.once('exit', resolve); });
  child.kill('SIGTERM');
  await exit;
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function round2(number: number): number {
  return Math.round(number * 100) / 100;
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => { setTimeout(resolve, ms); });
}

function say(what: string, figure: number): void {
  console.log(`  ${what}: ${figure}`);
}

function limit(what: string, figure: number, bound: number, kind: 'most' | 'least' = 'most'): void {
  const met = kind === 'most' ? figure <= bound : figure >= bound;
  console.log(`${met ? '✓' : '✗'} ${what}: ${figure} (at ${kind} ${bound})`);
  if (!met) process.exitCode = 1;
}
