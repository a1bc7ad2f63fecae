import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { isInstalled } from '../lab/services/tls-programs.ts';
import { portLists } from '../src/areas/threats/exposure/ports/lists.ts';
import { scanPorts, type PortScan } from '../src/areas/threats/exposure/ports/scan.ts';
import { systemClock as clock } from '../src/core/clock.ts';
import { parseCidr } from '../src/core/ip.ts';
import { createDoor } from '../src/wire/door.ts';

const PEER = 'nmap';
const ADDRESS = '127.0.0.1';
const [ROUNDS, LISTENERS, PARALLEL] = [3, 25, 512];
const LIMIT_RATIO = 2.5;
const LIMIT_WILDCARD_CONNECTS = 10;
const run = promisify(execFile);

/** Prints how long all 65,535 ports of this machine take, with nmap -sT in the same run, and in how many connections an address that accepts everything is known. */
export async function bench(): Promise<void> {
  if (!isInstalled(PEER)) return console.log(`not run: ${PEER} not installed`);
  const servers = await Promise.all(Array.from({ length: LISTENERS }, listen));
  try {
    const ours = await fastest(scanAll);
    const theirs = await fastest(scanByPeer);
    const ratio = ours.wallMs / theirs.wallMs;
    const isEqual = ours.open.join() === theirs.open.join();
    const good = ratio <= LIMIT_RATIO && isEqual;
    console.log(`${good ? '✓' : '✗'} 65,535 ports: ${ours.wallMs.toFixed(0)} ms; ${PEER} -sT ${theirs.wallMs.toFixed(0)} ms; ${ratio.toFixed(2)} times as long, limit ${LIMIT_RATIO}`);
    console.log(`  ${ours.open.length} open and ${theirs.open.length} open, ${isEqual ? 'the same' : `not the same: ${[...new Set(ours.open).symmetricDifference(new Set(theirs.open))].join()}`}`);
    if (!good) process.exitCode = 1;
  } finally {
    for (const server of servers) server.close();
  }
  await wildcard();
}

async function wildcard(): Promise<void> {
  const server = await listen();
  const { port } = server.address() as { port: number };
  const door = createDoor({ allow: [], clock, resolve: async () => ({ outcome: 'absent', nxdomain: true, via: [] }), route: () => ({ address: ADDRESS, port }) });
  const scan = await scanPorts({ probe: door.portsOf('45.54.1.1')!, ports: [], mayBait: true, parallel: PARALLEL, turn: () => null, random: Math.random, signal: new AbortController().signal });
  server.close();
  const good = scan.wildcard && scan.connections <= LIMIT_WILDCARD_CONNECTS;
  console.log(`${good ? '✓' : '✗'} an address that accepts every port is known in ${scan.connections} connections, limit ${LIMIT_WILDCARD_CONNECTS}`);
  if (!good) process.exitCode = 1;
}

interface Timed {
  wallMs: number;
  open: readonly number[];
}

async function fastest(scan: () => Promise<readonly number[]>): Promise<Timed> {
  let best: Timed | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const begunMs = performance.now();
    const open = await scan();
    const wallMs = performance.now() - begunMs;
    if (best === null || wallMs < best.wallMs) best = { wallMs, open };
  }
  return best!;
}

async function scanAll(): Promise<number[]> {
  const door = createDoor({ allow: [parseCidr('127.0.0.0/8')!], clock, resolve: async () => ({ outcome: 'absent', nxdomain: true, via: [] }) });
  const scan: PortScan = await scanPorts({ probe: door.portsOf(ADDRESS)!, ports: portLists.all, mayBait: true, parallel: PARALLEL, turn: () => null, random: Math.random, signal: new AbortController().signal });
  return scan.open.filter(({ verified }) => verified).map(({ port }) => port);
}

async function scanByPeer(): Promise<number[]> {
  const { stdout } = await run(PEER, ['-sT', '-T4', '-n', '-Pn', '-p', '1-65535', '-oG', '-', ADDRESS], { maxBuffer: 1 << 24 });
  return [...stdout.matchAll(/(\d+)\/open\/tcp/g)].map(([, port]) => Number(port)).toSorted((a, b) => a - b);
}

function listen(): Promise<Server> {
  const server = createServer(socket => { socket.on('error', () => socket.destroy()).resume(); });
  return new Promise(resolve => { server.listen(0, ADDRESS, () => resolve(server)); });
}
