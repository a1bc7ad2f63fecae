// The program as processes of their own, as its users start it; no packet of theirs leaves loopback.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEachDatabaseOf, type TestDatabase } from './databases.ts';
import { listeningTerminal } from '../src/surfaces/cli/testing.ts';
import { main, program } from './program.ts';
import { killScripts } from './store-processes.ts';
import type { runProgram as runProgramOfSources } from '../src/main.ts';

/** Where a process keeps its data. */
export type Deployment = Pick<TestDatabase, 'dataDir' | 'url'>;

type Environment = Readonly<Record<string, string>>;

/** How a process ended; `code` is null when it was killed. */
interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A process of the program. */
export interface Program {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Answers with the first match in what it prints to stdout; throws when it ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<Ended>;
}

/** A service that answers. */
export interface Service extends Program {
  /** Its origin, such as `http://127.0.0.1:3000`. */
  origin: string;
}

/** Anyone who `asOperator` makes. */
export const operator = { email: 'operator@example.org', password: 'nine rare words in a row' };

/** Settings by which the first start makes the operator's account. */
export const asOperator: Environment = { DSS_OPERATOR_EMAIL: operator.email, DSS_OPERATOR_PASSWORD: operator.password };

/** The secret of all processes on PostgreSQL. */
export const sharedSecret = randomBytes(32).toString('hex');
const running = new Set<ChildProcess>();
process.on('exit', () => { for (const child of running) child.kill('SIGKILL'); });

/** Nothing listens on this port. */
export const nowhere: Environment = { DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9', DSS_RDAP_BOOTSTRAP: 'http://127.0.0.1:9/', DSS_WHOIS_SERVER: '127.0.0.1:9', DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_DNS_PROVIDERS: 'off', DSS_VULNDATA: 'off', DSS_DARKWEB: 'off' };

/** Starts `dss` with `args` on the data at `deployment`; `env` goes before the settings of the tests, and '' there is none. */
export function startDss(args: readonly string[], deployment: Deployment, { env = {}, input }: { env?: Environment; input?: string } = {}): Program {
  const started = startProgram(process.execPath, [program, ...args], { env: environmentOf(deployment, env) });
  if (input !== undefined) started.child.stdin!.end(input);
  return started;
}

function environmentOf({ dataDir, url }: Deployment, env: Environment): Environment {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DSS_|DATABASE_URL$|NODE_TEST_)/.test(name)) as [string, string][];
  const database: Environment = url === null ? {} : { DATABASE_URL: url, DSS_SECRET: sharedSecret };
  return { ...Object.fromEntries(inherited), ...nowhere, DSS_DATA_DIR: dataDir, ...database, ...env };
}

/** Starts any program, without colours and at any free port unless `env` says otherwise. */
export function startProgram(command: string, args: readonly string[], { env, ...options }: SpawnOptions): Program {
  const child = spawn(command, args, { ...options, env: { NO_COLOR: '1', DSS_PORT: '0', ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  child.stdin.on('error', () => {});
  return listenTo(child);
}

/** Runs a command of the program that is tried to its end, in this process: it loads once, not for each command. One at a time: they would wait for the database that another of them holds. */
export async function dss(args: readonly string[], deployment: Deployment, { env = {}, input }: { env?: Environment; input?: string } = {}): Promise<Ended> {
  const { runProgram } = await import(main) as { runProgram: typeof runProgramOfSources };
  const { terminal, texts } = listeningTerminal(input === undefined ? {} : { input });
  const code = await runProgram(args, { env: { NO_COLOR: '1', ...environmentOf(deployment, env) }, home: env['HOME'] ?? deployment.dataDir, terminal, signal: new AbortController().signal });
  return { code, ...texts };
}

/** Starts the service at any free port; throws what it wrote to stderr when it ends instead. */
export async function startService(deployment: Deployment, env: Environment = {}): Promise<Service> {
  return answering(startDss(['serve'], deployment, { env }));
}

/** Waits until a service that was started answers. */
export async function answering(service: Program): Promise<Service> {
  const [, port] = await service.printed(/^The service is up: http:\/\/[^:]+:(\d+)$/m);
  return { ...service, origin: `http://127.0.0.1:${port}` };
}

/** Ends a process as a power cut would. */
export async function kill({ child, ended }: Program): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Asserts that the service has its pages, its dashboard and its documents, and complains of nothing. */
export async function assertServes({ origin, stderr }: Service): Promise<void> {
  const pages = await Promise.all(['/readyz', '/', '/docs', '/docs/api', '/assets/pages.css', '/openapi.json', '/healthz'].map(path => fetch(origin + path)));
  assert.deepEqual(pages.map(({ status }) => status), Array(pages.length).fill(200));
  const [, dashboard, docs] = await Promise.all(pages.map(page => page.text()));
  assert.match(dashboard!, /<script type="module"[^>]* src="\/assets\//);
  assert.match(docs!, /How-to|Start/);
  assert.equal(stderr(), '');
}

/** Kills whatever still runs; for after each test. */
export async function killAll(): Promise<void> {
  await Promise.all([killScripts(), ...[...running].map(child => new Promise(resolve => {
    child.once('close', resolve);
    child.kill('SIGKILL');
  }))]);
}

/** As `onEachDatabaseOf`, for tests that start processes: none is left when a database is removed, and none migrates it. */
export function onEachDatabaseWithProcesses(title: string, define: Parameters<typeof onEachDatabaseOf>[1]): void {
  onEachDatabaseOf(title, (make, dialect) => define(async () => {
    const database = await make();
    await database.fill();
    const { remove } = database;
    return Object.assign(database, { remove: () => killAll().then(remove) });
  }, dialect));
}

function listenTo(child: ChildProcess): Program {
  let [stdout, stderr] = ['', ''];
  const waiting = new Set<() => void>();
  const wake = (): void => { for (const poll of waiting) poll(); };
  child.stdout!.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    wake();
  });
  child.stderr!.on('data', (chunk: Buffer) => { stderr += chunk.toString(); });
  const ended = new Promise<Ended>(resolve => child.once('close', code => {
    running.delete(child);
    resolve({ code, stdout, stderr });
    wake();
  }));
  const printed = (pattern: RegExp): Promise<RegExpExecArray> => new Promise((resolve, reject) => {
    const poll = (): void => {
      const found = pattern.exec(stdout);
      if (found) resolve(found);
      else if (!running.has(child)) reject(new Error(`The process ended without printing ${pattern.source}: ${stderr}`));
      else return;
      waiting.delete(poll);
    };
    waiting.add(poll);
    poll();
  });
  return { child, stdout: () => stdout, stderr: () => stderr, printed, ended };
}

/** The memory that a process holds (RSS, proc_pid_status(5)), in bytes. */
export function residentBytes({ child }: Pick<Program, 'child'>): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid!}/status`, 'utf8'))!;
  return Number(kib) * 1024;
}

/** What a service answered. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Null where it is no JSON. */
  body: any;
}

/** Who calls a service, from where, and with what. */
export interface Asking {
  key?: string;
  /** Sent as the pages of the service send it. */
  cookie?: string;
  /** Goes out as `X-Forwarded-For`. */
  from?: string;
  body?: unknown;
}

/** Sends one request to a service. */
export async function ask({ origin }: Pick<Service, 'origin'>, method: string, path: string, { key, cookie, from, body }: Asking = {}): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { cookie, origin }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) as unknown : null };
}

/** Signs in and gives the header `Cookie` of the session. */
export async function signIn(service: Pick<Service, 'origin'>, who: { email: string; password: string } = operator): Promise<string> {
  const { status, headers, body } = await ask(service, 'POST', '/api/auth/sign-in/email', { body: who });
  if (status !== 200) throw new Error(`The sign-in was refused: ${JSON.stringify(body)}`);
  return headers.getSetCookie().map(cookie => cookie.split(';')[0]).join('; ');
}

/** Runs `work` for the numbers from 0 to `times` - 1, `lanes` at once; gives all results, in order. */
export async function inLanes<Result>(times: number, lanes: number, work: (number: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < times) {
      const number = next++;
      results[number] = await work(number);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Tries `poll` until it is true; throws when it has not been for ten seconds, or `withinMs`. */
export async function until(poll: () => Promise<boolean>, what: string, withinMs = 10_000): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!await poll()) {
    if (performance.now() > deadlineMs) throw new Error(`Waited in vain: ${what}`);
    await sleep(25);
  }
}

const TICK_MS = 20;

/** Measures from now on how much longer things take because others use the machine; the answer is 1 where nothing does. */
export function startPace(): () => number {
  const startedMs = performance.now();
  let ticks = 0;
  const ticking = setInterval(() => ticks++, TICK_MS);
  return () => {
    clearInterval(ticking);
    return Math.max(1, (performance.now() - startedMs) / (Math.max(1, ticks) * TICK_MS));
  };
}

/** Waits past the turn of the hour where it is near, so that a test stays within one window. */
export async function awayFromTheTurn(marginMs: number): Promise<void> {
  const leftMs = 3_600_000 - Date.now() % 3_600_000;
  if (leftMs < marginMs) await sleep(leftMs + 50);
}
