import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemClock as clock } from '../../core/clock.ts';
import { DatabaseNewer, inspectDatabase } from '../../store/index.ts';
import { whyNotListen } from '../../surfaces/http/index.ts';
import { findChromium } from '../../wire/browser/find.ts';
import { createIpData } from '../../wire/ip-data.ts';
import { startupErrorOf } from '../commands/startup-error.ts';
import { composeHttpGet } from '../compose.ts';
import type { Config } from '../config.ts';
import { secretFile } from '../secret.ts';
import { fail, ok, warn, type Patient, type Verdict } from './verdict.ts';
import { schema } from '../registry.ts';

const LEAST_FREE_BYTES = 1024 ** 3;
const OF_OTHERS = 0o077;
const HEALTH_MS = 2000;

/** The data folder: there or to be made, to be written to, with room, and for this user alone. */
export function checkFolder({ config: { DSS_DATA_DIR: dataDir } }: Pick<Patient, 'config'>): Verdict {
  const folder = nearestFolder(resolve(dataDir));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return fail('data folder', `${folder} cannot be written to: ${(error as NodeJS.ErrnoException).code}`, 'Give it to the user who runs the service, or set DSS_DATA_DIR.');
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < LEAST_FREE_BYTES) return warn('data folder', `Where ${folder} lies, ${Math.floor(bavail * bsize / 1024 ** 2)} MiB are free.`, 'Free some space: the database grows with every domain.');
  if (!existsSync(dataDir)) return ok('data folder', `${dataDir} is not there yet; the first start makes it.`);
  if ((statSync(dataDir).mode & OF_OTHERS) !== 0) return warn('data folder', `Others on this machine can look into ${dataDir}.`, `chmod 700 ${dataDir}`);
  return ok('data folder', `${dataDir} can be written to.`);
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

/** The database: answers, and has the migrations of this version. It is not changed. */
export async function checkDatabase({ config }: Pick<Patient, 'config'>): Promise<Verdict> {
  const { DSS_DATA_DIR: dataDir, DATABASE_URL: url } = config;
  const where = url === null ? `The database in ${dataDir}` : 'The PostgreSQL database';
  try {
    const state = await inspectDatabase({ dataDir, url, schema });
    if (state === 'missing') return ok('database', `${where} is not there yet; the first start makes it.`);
    return ok('database', state === 'current' ? `${where} answers and fits this version.` : `${where} answers; the next start of the service brings it to this version. Back it up before.`);
  } catch (error) {
    const message = startupErrorOf(error, config) ?? (error as Error).message;
    if (error instanceof DatabaseNewer) return fail('database', message, 'Run the newer version, or restore a backup made by this one.');
    return fail('database', message, url === null ? 'Restore a backup, or repair the file system.' : 'Start the server, let this machine reach it, or correct DATABASE_URL.');
  }
}

/** The secret: every process must have the same one, and nobody else any. */
export function checkSecret({ config: { DSS_SECRET: secret, DATABASE_URL: url, DSS_DATA_DIR: dataDir } }: Pick<Patient, 'config'>): Verdict {
  if (secret !== null) return ok('secret', 'DSS_SECRET is set.');
  if (url !== null) return fail('secret', 'DSS_SECRET is not set, and with PostgreSQL the service does not start without it.', 'Set it for every process: openssl rand -hex 32');
  const file = secretFile(dataDir);
  if (!existsSync(file)) return ok('secret', 'The first start makes one in the data folder.');
  if ((statSync(file).mode & OF_OTHERS) !== 0) return warn('secret', `Others on this machine can read ${file}.`, `chmod 600 ${file}`);
  return ok('secret', `${file} is for this user alone.`);
}

/** Data about addresses: they name the senders in DMARC reports where nothing better is known. */
export async function checkIpData({ config: { DSS_IP_DATA: paths } }: Pick<Patient, 'config'>): Promise<Verdict> {
  const data = createIpData({ paths: paths ?? [], clock });
  await data.refresh();
  const state = data.state();
  if (state.outcome === 'notConfigured') return ok('IP data', 'Not configured (DSS_IP_DATA): senders in DMARC reports are named without network and country.');
  if (state.faults.length > 0) return warn('IP data', state.faults.map(({ path, cause }) => `${path}: ${cause}.`).join(' '), 'Download the file again, or correct DSS_IP_DATA.');
  return ok('IP data', `${state.files.map(({ attribution }) => attribution).join('; ')}.`);
}

/** Where the service would listen: free, or taken by the service itself. */
export async function checkPort({ config: { DSS_HOST: host, DSS_PORT: port }, outside, signal }: Patient): Promise<Verdict> {
  if (port === 0) return ok('port', 'DSS_PORT is 0: the service takes any free port.');
  const fault = await whyNotListen(host, port);
  if (fault === null) return ok('port', `${host}:${port} is free.`);
  if (fault.code === 'EADDRINUSE') {
    const local = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
    const asking = { maxBytes: 1000, timeoutMs: HEALTH_MS, signal, redirects: 0, accept: 'application/json', configured: true } as const;
    const reply = await composeHttpGet(outside)(`http://${local}:${port}/healthz`, asking);
    const isOurs = reply.outcome === 'answered' && Buffer.from(reply.body).toString() === '{"status":"ok"}';
    if (isOurs) return ok('port', `The service runs at ${host}:${port}.`);
    return fail('port', `Another program listens at ${host}:${port}.`, 'Stop it, or set DSS_PORT.');
  }
  const remedy = fault.code === 'EACCES' ? 'Take a port from 1024 up, and a proxy in front of it.' : 'Set DSS_HOST to an address of this machine.';
  return fail('port', `The service cannot listen at ${host}:${port}: ${fault.code ?? fault.message}`, remedy);
}

/** The public origin: what e-mails link to, and whether sessions are encrypted on their way. */
export function checkBaseUrl({ config }: { config: Pick<Config, 'DSS_BASE_URL' | 'DSS_HOST'> }): Verdict {
  const { DSS_BASE_URL: baseUrl, DSS_HOST: host } = config;
  const isLocal = /^(localhost|127\.[\d.]+|::1)$/.test(host);
  if (baseUrl === null) {
    return isLocal ? ok('base url', 'The service is for this machine alone.')
      : warn('base url', `The service listens at ${host}, and DSS_BASE_URL is not set: its e-mails link to localhost.`, 'Set DSS_BASE_URL to its public address, such as https://dss.example.org.');
  }
  if (baseUrl.startsWith('https:')) return ok('base url', `${baseUrl} is encrypted.`);
  if (/^http:\/\/(localhost|127\.|\[::1\])/.test(baseUrl)) return ok('base url', `${baseUrl} is on this machine.`);
  return warn('base url', `${baseUrl} is not encrypted: passwords and keys can be read on the way.`, 'Put a proxy with TLS in front, such as deploy/Caddyfile, and set DSS_BASE_URL to https.');
}

/** Chromium, which makes reports as PDF and opens pages as a visitor does. */
export async function checkBrowser({ config: { DSS_CHROMIUM: named, DSS_DATA_DIR: dataDir } }: Pick<Patient, 'config'>, isRoot: boolean): Promise<Verdict> {
  const executable = findChromium(named);
  const remedy = 'Install the package chromium, or set DSS_CHROMIUM to the path of Chromium or Chrome.';
  if (executable === null) return warn('browser', 'There is no Chromium: reports come as web pages only, and pages are not opened in a browser.', remedy);
  const { killBrowser, startBrowser } = await import('../../wire/browser/browser.ts');
  try {
    const notes: string[] = [];
    const { browser } = await startBrowser({ executable, root: isRoot, home: nearestFolder(resolve(dataDir)), log: line => notes.push(line) });
    const version = browser.version();
    await killBrowser(browser);
    const says = [`${executable} starts, version ${version}.`, ...notes].join(' ');
    return notes.length === 0 ? ok('browser', says) : warn('browser', says, 'Run the service as a user of its own.');
  } catch (error) {
    return warn('browser', `${executable} does not start: ${(error as Error).message.split('\n', 1)[0]}`, remedy);
  }
}
