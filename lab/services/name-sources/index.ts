import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { X509Certificate } from 'node:crypto';
import type { Authority } from '../ca.ts';
import { listen, type Listening } from '../listen.ts';
import { CertificateLog, type LoggedCertificate } from './certificate-log.ts';
import { askedReply, certSpotterReply, crtshReply, json, tiledReply, type Reply } from './replies.ts';

const nameSourceParts = ['log-list', 'tiled', 'named', 'asked', 'crtsh', 'certspotter', 'czds', 'nrd'] as const;
/** A provider: `tiled` is a log without names tiles, `named` one with them, `asked` one of RFC 6962. */
export type NameSourcePart = (typeof nameSourceParts)[number];

/** `slow` begins its answer and never ends it, `limited` answers 429 and asks for two minutes, `truncated` breaks off in the middle, `empty` is `[]`, `garbage` a page of HTML. */
export const nameSourceFaults = ['notFound', 'limited', 'serverError', 'slow', 'truncated', 'empty', 'garbage'] as const;
export type NameSourceFault = (typeof nameSourceFaults)[number];

/** Providers of names: certificate logs, searches for certificates, zone files and lists of registrations, each at `<url><part>/`. */
export interface NameSources extends Listening {
  /** Ends with a slash. */
  url: string;
  logs: Readonly<Record<'tiled' | 'named' | 'asked', CertificateLog>>;
  /** The key of the account at Cert Spotter, and of the one at CZDS. */
  key: string;
  /** Issues a certificate for the names, which all logs and searches have from now on; `times` equal ones. */
  issue(names: readonly string[], times?: number): void;
  /** What a zone delegates, and what was registered on a day. */
  setZone(zone: string, names: readonly string[]): void;
  setRegistered(day: string, names: readonly string[]): void;
  setFault(part: NameSourcePart, fault: NameSourceFault | null): void;
  /** The paths that were asked for since the last call. */
  takeAsked(): string[];
}

const RETRY_AFTER_SECONDS = 120;
const KEY = 'lab-account-key';

export async function startNameSources(authority: Authority): Promise<NameSources> {
  const faults = new Map<string, NameSourceFault>();
  const issued: (readonly string[])[] = [];
  const [zones, registered] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  const logs = { tiled: new CertificateLog('tiled.log.lab', 'p256'), named: new CertificateLog('named.log.lab', 'ed25519'), asked: new CertificateLog('asked.log.lab', 'p256') };
  const asked: string[] = [];
  let base = '';

  const reply = (request: IncomingMessage, url: URL): Reply => {
    const [, part = '', path = ''] = /^\/([^/]*)\/?(.*)$/.exec(url.pathname) ?? [];
    switch (part as NameSourcePart) {
      case 'log-list': return json(logList(base, logs));
      case 'tiled': return tiledReply(logs.tiled, path, false);
      case 'named': return tiledReply(logs.named, path, true);
      case 'asked': return askedReply(logs.asked, url, Date.UTC(2026, 0, 1) + logs.asked.size);
      case 'crtsh': return crtshReply(issued, url);
      case 'certspotter': return certSpotterReply(issued, url, request, KEY);
      case 'czds': return czdsReply(zones, base, path, request);
      case 'nrd': {
        const names = registered.get(path.replace(/\.txt$/, ''));
        return names ? { type: 'text/plain', body: names.join('\r\n') } : { status: 404, body: 'no list of that day' };
      }
      default: return { status: 404, body: 'no such provider' };
    }
  };

  const listening = await listen(createServer((request, response) => {
    asked.push(request.url!);
    const url = new URL(request.url!, 'http://lab');
    request.resume();
    send(reply(request, url), faults.get(url.pathname.split('/')[1]!), response);
  }));
  base = `http://127.0.0.1:${listening.port}/`;
  return {
    ...listening,
    url: base,
    logs,
    key: KEY,
    issue(names, times = 1) {
      const certificate = certificateFor(authority, names);
      for (let time = 0; time < times; time++) {
        // Every second one is logged before it is issued, as authorities do.
        const body = issued.length % 2 === 0 ? null : certificate.body;
        for (const log of Object.values(logs)) log.add({ ...certificate, body });
        issued.push(names);
      }
    },
    setZone: (zone, names) => void zones.set(zone, names),
    setRegistered: (day, names) => void registered.set(day, names),
    setFault: (part, fault) => void (fault === null ? faults.delete(part) : faults.set(part, fault)),
    takeAsked: () => asked.splice(0),
  };
}

function certificateFor(authority: Authority, names: readonly string[]): LoggedCertificate {
  const certificate = new X509Certificate(authority.issue(names[0]!, 'good', names.slice(1)).cert).raw;
  // A certificate is a sequence of more than 255 bytes, and its first element the body.
  const length = certificate.readUInt16BE(6);
  return { names, certificate, body: certificate.subarray(4, 8 + length) };
}

function logList(base: string, { tiled, named, asked }: NameSources['logs']): object {
  const usable = { state: { usable: { timestamp: '2026-01-01T00:00:00Z' } }, mmd: 60 };
  const tiledLog = (log: CertificateLog, part: NameSourcePart) =>
    ({ ...usable, description: log.origin, key: log.key, log_id: log.logId.toString('base64'), submission_url: `https://${log.origin}/`, monitoring_url: `${base}${part}/` });
  const past = { ...tiledLog(tiled, 'tiled'), monitoring_url: `${base}past/`, temporal_interval: { start_inclusive: '2020-01-01T00:00:00Z', end_exclusive: '2021-01-01T00:00:00Z' } };
  return {
    version: '1', operators: [{
      name: 'Lab', email: [], tiled_logs: [tiledLog(tiled, 'tiled'), tiledLog(named, 'named'), past, { ...tiledLog(named, 'named'), monitoring_url: `${base}gone/`, state: { retired: {} } }, { broken: true }],
      logs: [{ ...usable, description: asked.origin, key: asked.key, log_id: asked.logId.toString('base64'), url: `${base}asked/` }],
    }],
  };
}

function czdsReply(zones: ReadonlyMap<string, readonly string[]>, base: string, path: string, request: IncomingMessage): Reply {
  if (path === 'api/authenticate') return request.method === 'POST' ? json({ accessToken: KEY, message: 'Authentication Successful' }) : json({ message: 'Method Not Allowed' }, 405);
  if (request.headers.authorization !== `Bearer ${KEY}`) return json({ message: 'The token is not valid' }, 401);
  if (path === 'czds/downloads/links') return json([...zones.keys()].map(zone => `${base}czds/czds/downloads/${zone}.zone`));
  const zone = /^czds\/downloads\/([a-z0-9-]+)\.zone$/.exec(path)?.[1] ?? '';
  const names = zones.get(zone);
  return names ? { type: 'application/x-gzip', body: gzipSync(zoneFile(zone, names)) } : { status: 404, body: 'no such zone' };
}

/** A master file as CZDS has them, with the odd line in the form of others. */
function zoneFile(zone: string, names: readonly string[]): string {
  const lines = names.flatMap((name, at) => (at % 2 === 0
    ? [`${name}.\t3600\tin\tns\tns1.lab-hosting.net.`, `${name}.\t3600\tin\tns\tns2.lab-hosting.net.`, `ns1.${name}.\t3600\tin\ta\t192.0.2.1`]
    : [`${name.slice(0, -zone.length - 1)} IN NS ns1.lab-hosting.net.`, '\tIN NS ns2.lab-hosting.net.']));
  return [`${zone}.\t3600\tin\tsoa\tns.${zone}. hostmaster.${zone}. 1 2 3 4 5`, `$ORIGIN ${zone}.`, `${zone}.\t3600\tin\tns\tns.${zone}.`, ...lines, `www.deep.${names[0]}. 3600 in ns ns.deep.${names[0]}.`, ''].join('\n');
}

function send({ status = 200, type = 'text/plain', body }: Reply, fault: NameSourceFault | undefined, response: ServerResponse): void {
  const bytes = Buffer.from(body);
  switch (fault) {
    case 'notFound': return void response.writeHead(404).end('not found');
    case 'limited': return void response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end('slow down');
    case 'serverError': return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    case 'slow': return void response.writeHead(status, { 'content-type': type, 'content-length': bytes.length + 1 }).write(bytes.subarray(0, 1));
    case 'truncated':
      response.writeHead(status, { 'content-type': type, 'content-length': bytes.length + 1000 }).write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
      return;
    case 'empty': return void response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    case 'garbage': return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the network</h1>');
    default: return void response.writeHead(status, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  }
}
