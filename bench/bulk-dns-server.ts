import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PROGRAM = 'nsd';
const READY_MS = 10_000;
export const environment = { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };

/** NSD on a port of loopback, until `stop`. */
export interface NameServer {
  address: string;
  port: number;
  /** For files of the same run. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts NSD with a root zone that holds `names`, each with an address and a mail server. */
export async function startNsd(names: readonly string[]): Promise<NameServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dss-bulk-dns-'));
  const port = await freePort();
  writeFileSync(join(folder, 'zone'), `$TTL 300\n. SOA ns.example. hostmaster.example. 1 7200 3600 1209600 300\n. NS ns.example.\nns.example. A 192.0.2.53\n`
    + names.map(name => `${name}. A 192.0.2.1\n${name}. MX 10 mail.example.\n`).join(''));
  writeFileSync(join(folder, 'conf'), `server:
  ip-address: 127.0.0.1@${port}
  server-count: 1
  username: ""
  chroot: ""
  database: ""
  zonesdir: "${folder}"
  pidfile: "${folder}/pid"
  xfrdfile: "${folder}/xfrd"
  zonelistfile: "${folder}/zones"
  xfrdir: "${folder}"
  rrl-ratelimit: 0
remote-control:
  control-enable: no
zone:
  name: "."
  zonefile: "zone"
`);
  const child = spawn(PROGRAM, ['-d', '-c', join(folder, 'conf')], { stdio: 'ignore', env: environment });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, delay(READY_MS).then(() => child.kill('SIGKILL'))]);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const untilMs = performance.now() + READY_MS; !(await answers(port)); await delay(50)) {
    if (performance.now() < untilMs && child.exitCode === null) continue;
    await stop();
    throw new Error('nsd does not answer');
  }
  return { address: '127.0.0.1', port, folder, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Whether the zone is loaded: the server says what the root holds. */
async function answers(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.send(Uint8Array.of(0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 1), port, '127.0.0.1');
  const reply = await Promise.race([once(socket, 'message'), delay(500).then(() => null)]) as [Buffer] | null;
  socket.close();
  return reply !== null && reply[0].readUInt16BE(6) === 1;
}
