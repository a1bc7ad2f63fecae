import { spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { listen, type Listening } from '../lab/services/listen.ts';
import { isInstalled, makeCredentials, nginx, startServer } from '../lab/services/tls-programs.ts';
import { systemClock as clock } from '../src/core/clock.ts';
import type { TlsOffer } from '../src/core/outside/probes.ts';
import { createDoor } from '../src/wire/door.ts';
import { createTlsProbes } from '../src/wire/tls/probe.ts';

const PEER = 'sslscan';
const HOST = 'bench.example';
const ADDRESS = '45.54.80.80';
const ROUNDS = 5;
const ROUND_TRIP_MS = 40;
const LIMIT_MS = 2000;

/** Three kinds of server: as it should be, as it often is, and everything that OpenSSL can do. */
const kinds = {
  'TLS 1.3 alone': 'ssl_protocols TLSv1.3;',
  'TLS 1.2 and 1.3': 'ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers HIGH:!aNULL;',
  'TLS 1.0 to 1.3, all suites': 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_ciphers ALL:@SECLEVEL=0;',
};

/** Prints how long the enumeration of a TLS server takes, and sslscan next to it, with and without a distance to the server. */
export async function bench(): Promise<void> {
  const missing = ['nginx', 'openssl', PEER].filter(program => !isInstalled(program));
  if (missing.length > 0) return console.log(`not run: ${missing.join(', ')} not installed`);
  const credentials = makeCredentials();
  try {
    for (const [kind, lines] of Object.entries(kinds)) {
      const server = await startServer(nginx(({ rsa }) => `ssl_certificate ${rsa.cert}; ssl_certificate_key ${rsa.key}; ${lines}`), credentials);
      const far = await startDelay(server.port);
      try {
        await compare(`${kind}, no distance`, server.port, ROUNDS);
        await compare(`${kind}, ${ROUND_TRIP_MS} ms away`, far.port, 1);
      } finally {
        await Promise.all([far.stop(), server.stop()]);
      }
    }
  } finally {
    credentials.remove();
  }
}

async function compare(what: string, port: number, rounds: number): Promise<void> {
  const ours = await fastest(rounds, () => enumerate(port));
  const theirs = await fastest(rounds, () => scanByPeer(port));
  const suites = ours.last.versions.reduce((sum, version) => sum + version.suites.length, 0);
  const good = ours.wallMs <= LIMIT_MS;
  console.log(`${good ? '✓' : '✗'} ${what}: ${ours.wallMs.toFixed(0)} ms, limit ${LIMIT_MS}; ${PEER} ${theirs.wallMs.toFixed(0)} ms, ${(theirs.wallMs / ours.wallMs).toFixed(1)} times as long`);
  console.log(`  ${suites} suites, ${ours.last.groups.tls13.length + ours.last.groups.older.length} groups, ${ours.last.connections} connections`);
  if (!good) process.exitCode = 1;
}

async function fastest<T>(rounds: number, run: () => Promise<T>): Promise<{ wallMs: number; last: T }> {
  let best: { wallMs: number; last: T } | null = null;
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    const last = await run();
    const wallMs = performance.now() - startedMs;
    if (best === null || wallMs < best.wallMs) best = { wallMs, last };
  }
  return best!;
}

async function enumerate(port: number): Promise<TlsOffer> {
  const found = { outcome: 'found', value: [ADDRESS], via: [], ttlSeconds: 60 } as const;
  const door = createDoor({ allow: [], clock, resolve: async () => found, route: () => ({ address: '127.0.0.1', port }) });
  const reply = await createTlsProbes({ ca: [], clock, random: Math.random })(door).enumerate({ host: HOST, port: 443 }, new AbortController().signal);
  if (reply.outcome === 'failed') throw new Error(reply.cause);
  return reply.offer;
}

/** The same questions: without its tests for Heartbleed, renegotiation, compression and certificates. */
function scanByPeer(port: number): Promise<void> {
  const flags = ['--no-heartbleed', '--no-renegotiation', '--no-compression', '--no-check-certificate', '--no-colour'];
  return new Promise((resolve, reject) => {
    spawn(PEER, [...flags, `127.0.0.1:${port}`], { stdio: 'ignore' }).once('error', reject).once('close', () => resolve());
  });
}

/** A way to `port` on which all bytes take half a round trip, and a connection a whole one before its first bytes, as with TCP. */
function startDelay(port: number): Promise<Listening> {
  return listen(createServer(near => {
    const far = connect(port, '127.0.0.1');
    const connectedMs = performance.now() + ROUND_TRIP_MS;
    pass(near, far, connectedMs);
    pass(far, near, connectedMs);
  }));
}

function pass(from: Socket, to: Socket, connectedMs: number): void {
  let dueMs = connectedMs;
  const later = (action: () => void) => {
    dueMs = Math.max(dueMs, Math.max(performance.now(), connectedMs) + ROUND_TRIP_MS / 2);
    setTimeout(action, dueMs - performance.now());
  };
  from.on('data', bytes => later(() => to.write(bytes)));
  from.once('end', () => later(() => to.end()));
  from.once('close', () => later(() => to.destroy()));
  from.on('error', () => {});
}
