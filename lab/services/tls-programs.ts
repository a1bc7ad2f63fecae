import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A real server, started in the foreground with a configuration of its own. */
export interface ServerRecipe {
  program: string;
  /** What is written next to the certificates, by file name. */
  files?: (serverFiles: ServerFiles) => Readonly<Record<string, string>>;
  args: (serverFiles: ServerFiles) => readonly string[];
}

export interface ServerFiles {
  folder: string;
  port: number;
  /** Paths of PEM files: certificate, key, both in one. */
  rsa: Pair;
  ecdsa: Pair;
  /** Diffie-Hellman parameters of 1024 bits. */
  dh: string;
}

interface Pair {
  cert: string;
  key: string;
  both: string;
}

const READY_MS = 5000;

/** Whether the program can be run here. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } }).status === 0;
}

/** Makes the certificates and parameters that recipes use, in a folder of their own; `remove` takes it away. */
export function makeCredentials(): Omit<ServerFiles, 'port'> & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'dss-tls-'));
  const pair = (name: string, algorithm: readonly string[]): Pair => {
    const [cert, key, both] = ['cert', 'key', 'both'].map(part => join(folder, `${name}-${part}.pem`)) as [string, string, string];
    openssl(['req', '-x509', '-newkey', ...algorithm, '-nodes', '-days', '30', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]);
    writeFileSync(both, openssl(['x509', '-in', cert]) + openssl(['pkey', '-in', key]));
    return { cert, key, both };
  };
  const dh = join(folder, 'dh.pem');
  openssl(['dhparam', '-dsaparam', '-out', dh, '1024']);
  return {
    folder,
    rsa: pair('rsa', ['rsa:2048']),
    ecdsa: pair('ecdsa', ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']),
    dh,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const OPENSSL = 'openssl';

function openssl(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(OPENSSL, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
  return stdout;
}

/** Runs the server on the port, a free one of loopback unless given, until `stop`, which ends the process that was started here. */
export async function startServer({ program, files, args }: ServerRecipe, credentials: Omit<ServerFiles, 'port'>, port?: number): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(credentials.folder, 'server-'));
  const serverFiles = { ...credentials, folder, port: port ?? await freePort() };
  for (const [name, text] of Object.entries(files?.(serverFiles) ?? {})) writeFileSync(join(folder, name), text);
  const child = spawn(program, args(serverFiles), { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'], env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => { said = (said + bytes.toString()).slice(-2000); });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, delay(READY_MS).then(() => child.kill('SIGKILL'))]);
  };
  for (const until = performance.now() + READY_MS; performance.now() < until && child.exitCode === null; await delay(25)) {
    if (await answers(serverFiles.port)) return { port: serverFiles.port, stop };
  }
  await stop();
  throw new Error(`${program} did not start: ${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise(closed => server.close(closed));
  return port;
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

const isRoot = process.getuid?.() === 0;

/** nginx with these lines in its server block. */
export function nginx(lines: (serverFiles: ServerFiles) => string): ServerRecipe {
  return {
    program: 'nginx',
    files: serverFiles => ({
      'nginx.conf': `daemon off; worker_processes 2; pid ${serverFiles.folder}/pid; error_log stderr;
events { worker_connections 256; }
http { access_log off; client_body_temp_path ${serverFiles.folder}; proxy_temp_path ${serverFiles.folder}; fastcgi_temp_path ${serverFiles.folder}; uwsgi_temp_path ${serverFiles.folder}; scgi_temp_path ${serverFiles.folder};
server { listen 127.0.0.1:${serverFiles.port} ssl; server_name localhost; ${lines(serverFiles)} return 200; } }\n`,
    }),
    args: ({ folder }) => ['-p', folder, '-c', join(folder, 'nginx.conf')],
  };
}

export function apache(lines: string): ServerRecipe {
  const modules = '/usr/lib/apache2/modules';
  return {
    program: 'apache2',
    files: ({ folder, port, rsa }) => ({
      'apache.conf': `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nDefaultRuntimeDir ${folder}\nMutex file:${folder}\nErrorLog ${folder}/log\nListen 127.0.0.1:${port}
LoadModule mpm_event_module ${modules}/mod_mpm_event.so\nLoadModule authz_core_module ${modules}/mod_authz_core.so\nLoadModule ssl_module ${modules}/mod_ssl.so
${isRoot ? 'User www-data\nGroup www-data\n' : ''}SSLEngine on\nSSLCertificateFile ${rsa.cert}\nSSLCertificateKeyFile ${rsa.key}\n${lines}\n`,
    }),
    args: ({ folder }) => ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')],
  };
}

export function lighttpd(lines: string): ServerRecipe {
  return {
    program: 'lighttpd',
    files: ({ folder, port, rsa }) => ({
      'lighttpd.conf': `server.document-root = "${folder}"\nserver.bind = "127.0.0.1"\nserver.port = ${port}\nserver.modules = ("mod_openssl")
ssl.engine = "enable"\nssl.pemfile = "${rsa.cert}"\nssl.privkey = "${rsa.key}"\n${lines}\n`,
    }),
    args: ({ folder }) => ['-D', '-f', join(folder, 'lighttpd.conf')],
  };
}

export function haproxy(options: (serverFiles: ServerFiles) => string): ServerRecipe {
  return {
    program: 'haproxy',
    files: serverFiles => ({
      'haproxy.cfg': `global\n  tune.ssl.default-dh-param 2048\ndefaults\n  mode http\n  timeout connect 5s\n  timeout client 5s\n  timeout server 5s
frontend tls\n  bind 127.0.0.1:${serverFiles.port} ssl ${options(serverFiles)}\n  http-request return status 200\n`,
    }),
    args: ({ folder }) => ['-db', '-f', join(folder, 'haproxy.cfg')],
  };
}

export function stunnel(lines: string): ServerRecipe {
  return {
    program: 'stunnel4',
    files: ({ port, rsa }) => ({
      'stunnel.conf': `foreground = yes\npid =\n[tls]\naccept = 127.0.0.1:${port}\nconnect = 127.0.0.1:9\ncert = ${rsa.cert}\nkey = ${rsa.key}\n${lines}\n`,
    }),
    args: ({ folder }) => [join(folder, 'stunnel.conf')],
  };
}

/** OpenSSL's own server, which takes one connection after the other. */
export function sServer(options: (serverFiles: ServerFiles) => readonly string[]): ServerRecipe {
  return {
    program: 'openssl',
    args: serverFiles => ['s_server', '-accept', `127.0.0.1:${serverFiles.port}`, '-cert', serverFiles.rsa.cert, '-key', serverFiles.rsa.key, '-www', '-quiet', ...options(serverFiles)],
  };
}
