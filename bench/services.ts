import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isInstalled, makeCredentials } from '../lab/services/tls-programs.ts';
import { recogniseService } from '../src/areas/threats/exposure/services/index.ts';
import { systemClock as clock } from '../src/core/clock.ts';
import { parseIpv4 } from '../src/core/ip.ts';
import { createDoor } from '../src/wire/door.ts';
import { createServiceDialogues } from '../src/wire/service-dialogue.ts';
import { debianServers, type DebianServer } from './services-servers.ts';

const PEER = 'nmap';
const PACKAGES = 'dpkg-query';
const HOST = '127.0.0.1';
const LEAST_SHARE = 0.95;
const LEAST_RATIO = 5;
const LEAST_SERVERS = 20;
const READY_MS = 25_000;

/** What a scanner says of one port. */
interface Said {
  protocol: string;
  product: string;
  version: string;
}

interface Running {
  server: DebianServer;
  port: number;
  child: ChildProcess;
}

/** Prints what the recognition of services says of real servers, and nmap -sV next to it. */
export async function bench(): Promise<void> {
  const absent = [PEER, 'openssl', PACKAGES].filter(program => !isInstalled(program));
  if (absent.length > 0) return console.log(`not run: ${absent.join(', ')} not installed`);
  const wanted = debianServers.filter(({ program }) => isInstalled(program));
  console.log(`not installed: ${debianServers.filter(server => !wanted.includes(server)).map(({ program }) => program).join(', ') || 'none'}`);
  const credentials = makeCredentials();
  const folder = mkdtempSync(join(tmpdir(), 'dss-services-'));
  spawnSync('chmod', ['a+rx', folder]);
  const started: Running[] = [];
  try {
    for (const server of wanted) started.push(await start(server, folder, credentials.rsa));
    const ready = await Promise.all(started.map(one => isReady(one.port)));
    const servers = started.filter((_, index) => ready[index]);
    console.log(`did not start: ${started.filter(one => !servers.includes(one)).map(({ server }) => server.name).join(', ') || 'none'}`);
    if (servers.length < LEAST_SERVERS) return console.log(`not run: ${servers.length} servers, of at least ${LEAST_SERVERS}`);
    await compare(servers);
  } finally {
    for (const { child } of started) endGroup(child);
    rmSync(folder, { recursive: true, force: true });
    credentials.remove();
  }
}

async function compare(servers: readonly Running[]): Promise<void> {
  const ours = await timed(() => recogniseAll(servers));
  const theirs = await timed(() => scanByPeer(servers));
  const versions = new Map(servers.map(({ server }) => [server, server.versionOf === null ? null : upstreamVersion(server.versionOf)]));
  console.log(`\n${'server'.padEnd(26)}${'truth'.padEnd(12)}${'ours'.padEnd(48)}${PEER}`);
  for (const [index, { server }] of servers.entries()) {
    const [our, their] = [ours.result[index]!, theirs.result[index]!];
    console.log(`${server.name.padEnd(26)}${(versions.get(server) ?? '-').padEnd(12)}${marked(our, server, versions.get(server)!).padEnd(48)}${marked(their, server, versions.get(server)!)}`);
  }
  const [our, their] = [scoreOf(servers, ours.result, versions), scoreOf(servers, theirs.result, versions)];
  const ratio = theirs.wallMs / ours.wallMs;
  console.log(`\n${' '.repeat(10)}protocol   product    version    time`);
  console.log(`${'ours'.padEnd(10)}${our.text}${(ours.wallMs / 1000).toFixed(1)} s`);
  console.log(`${PEER.padEnd(10)}${their.text}${(theirs.wallMs / 1000).toFixed(1)} s`);
  const good = our.protocol >= LEAST_SHARE && our.product >= LEAST_SHARE && our.version === 1 && ratio >= LEAST_RATIO;
  console.log(`${good ? '✓' : '✗'} ${servers.length} servers, ${ratio.toFixed(1)} times as fast as ${PEER} -sV, at least ${LEAST_RATIO}; protocol and product at least 95 %, every version`);
  if (!good) process.exitCode = 1;
}

function scoreOf(servers: readonly Running[], said: readonly Said[], versions: ReadonlyMap<DebianServer, string | null>): { protocol: number; product: number; version: number; text: string } {
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length;
  const all = servers.map(({ server }, index) => rightOf(said[index]!, server, versions.get(server)!));
  const lists = [all.map(({ protocol }) => protocol), all.flatMap(({ product }) => product ?? []), all.flatMap(({ version }) => version ?? [])];
  const [protocol, product, version] = lists.map(share) as [number, number, number];
  return { protocol, product, version, text: lists.map(list => `${list.filter(Boolean).length}/${list.length}`.padEnd(11)).join('') };
}

function rightOf(said: Said, { protocols, product }: DebianServer, version: string | null): { protocol: boolean; product: boolean | null; version: boolean | null } {
  return { protocol: protocols.includes(said.protocol), product: product && product.test(said.product), version: version === null ? null : said.version === version || said.version.startsWith(`${version}-`) };
}

function marked(said: Said, server: DebianServer, version: string | null): string {
  const right = rightOf(said, server, version);
  const mark = (text: string, isRight: boolean | null) => (isRight === false ? `[${text || '-'}]` : text);
  return `${mark(said.protocol, right.protocol)} ${mark(said.product, right.product)} ${mark(said.version, right.version)}`.trim();
}

function recogniseAll(servers: readonly Running[]): Promise<Said[]> {
  const door = createDoor({ allow: [{ bytes: parseIpv4(HOST)!, prefixLength: 8 }], clock, resolve: async () => ({ outcome: 'absent', nxdomain: true, via: [] }) });
  const dialogues = createServiceDialogues(door);
  const limits = { signal: new AbortController().signal, timeoutMs: 10_000, connectMs: 1000, quietMs: 400, replyMs: 1000, maxConnections: 40 };
  return Promise.all(servers.map(async ({ port }) => {
    const reply = await recogniseService(dialogues, { host: HOST, port, serverName: 'localhost', userAgent: 'dss-bench' }, limits);
    if (reply.outcome === 'failed') return { protocol: reply.cause, product: '', version: '' };
    const { name, product, version } = reply.service;
    return { protocol: name ?? '', product: product ?? '', version: version ?? '' };
  }));
}

async function scanByPeer(servers: readonly Running[]): Promise<Said[]> {
  const xml = await outputOf(PEER, ['-sV', '-Pn', '-n', '-sT', '-p', servers.map(({ port }) => port).join(','), '-oX', '-', HOST]);
  return servers.map(({ port }) => {
    const service = new RegExp(`portid="${port}"><state[^>]*/>(<service [^>]*>)?`).exec(xml)?.[1] ?? '';
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(service)?.[1] ?? '';
    return { protocol: `${attribute('tunnel') === 'ssl' ? 'ssl/' : ''}${attribute('name')}`, product: attribute('product'), version: attribute('version').split(' ')[0]! };
  });
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => { output += bytes.toString('latin1'); });
    child.once('error', reject).once('close', () => resolve(output));
  });
}

/** The version of the program in the version of its package: neither epoch nor revision. */
function upstreamVersion(name: string): string {
  const { stdout } = spawnSync(PACKAGES, ['-W', '-f', '${Version}', name], { encoding: 'utf8' });
  return stdout.replace(/^\d+:/, '').replace(/-[^-]*$/, '').replace(/[+~].*$/, '');
}

async function start(server: DebianServer, parent: string, { cert, key, both }: { cert: string; key: string; both: string }): Promise<Running> {
  const port = await freePort();
  const folder = join(parent, String(port));
  mkdirSync(folder);
  const at = { folder, port, cert, key, both };
  for (const [name, content] of Object.entries(server.files?.(at) ?? {})) writeFileSync(join(folder, name), content);
  const child = spawn('sh', ['-c', server.command(at)], { stdio: 'ignore', detached: true, env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin:/usr/games` } });
  return { server, port, child };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => { server.listen(0, HOST, resolve); });
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => { server.close(resolve); });
  return port;
}

async function isReady(port: number): Promise<boolean> {
  const untilMs = performance.now() + READY_MS;
  while (performance.now() < untilMs) {
    if (await accepts(port)) return true;
    await delay(100);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, HOST);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
}

/** The servers that it forked, too: it leads a group of its own. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ wallMs: number; result: T }> {
  const startedMs = performance.now();
  const result = await work();
  return { wallMs: performance.now() - startedMs, result };
}
