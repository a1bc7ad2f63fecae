import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { CertificateKind } from '../page.ts';
import { createAuthority } from '../services/ca.ts';
import type { HostFault, LabAnswer, WholeSite } from './whole-sites.ts';

/** Websites on loopback. */
export interface ServedSites {
  /** The authority that their certificates are of, PEM. */
  ca: string;
  /** Addresses by host, as the DNS has them; a host without any is none of them. */
  names: Readonly<Record<string, readonly string[]>>;
  /** Where an address really is. */
  route(address: string, port: number): { address: string; port: number } | null;
  /** How far the lab's clock went on, in milliseconds. */
  monotonicMs(): number;
  /** The site as it was at an audit before, or as it is now. */
  show(site: WholeSite, when: 'before' | 'now'): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** TEST addresses are refused by the door: these are of the public ones. */
const FIRST = '45.54.7.';
const kinds: Readonly<Record<HostFault, CertificateKind>> = { noAddress: 'good', noTls: 'good', wrongCertificate: 'wrongName', certificateRunsOut: 'runsOutSoon' };

/** Serves the sites over HTTPS and plain HTTP, each host at an address and with a certificate of its own. */
export async function serveSites(sites: readonly WholeSite[]): Promise<ServedSites> {
  const authority = createAuthority(Date.now());
  const hosts = new Map(sites.flatMap(site => Object.entries(site.hosts)));
  const reachable = [...hosts].filter(([, fault]) => fault !== 'noAddress').map(([host]) => host);
  const addresses = new Map(reachable.map((host, at) => [host, `${FIRST}${at + 1}`]));
  const broken = new Set(reachable.filter(host => hosts.get(host) === 'noTls').map(host => addresses.get(host)!));
  const shown = new Map<string, LabAnswer>(sites.flatMap(({ answers }) => [...answers]));
  let clockMs = 0;

  const answer = (scheme: string) => (request: IncomingMessage, response: ServerResponse): void => {
    const given = shown.get(`${scheme}://${request.headers.host}${request.url}`) ?? (scheme === 'http' ? toSecure(request) : none);
    if (given.never) return;
    clockMs += given.lateMs ?? 0;
    send(request, response, given);
  };
  const contexts = new Map(reachable.map(host => [host, createSecureContext(authority.issue(host, kinds[hosts.get(host) ?? 'noAddress']))]));
  const servers = [
    createServer({ ...authority.issue('lab.example', 'good'), SNICallback: (host, done) => done(null, contexts.get(host)) }, answer('https')),
    createPlainServer(answer('http')),
    createTcpServer(socket => void socket.on('error', () => {}).resume().end('no TLS here')),
  ];
  const [secure, plain, noTls] = await Promise.all(servers.map(listen)) as [number, number, number];
  return {
    ca: authority.pem, names: Object.fromEntries([...addresses].map(([host, address]) => [host, [address]])),
    route: (address, port) => (port === 443 ? { address: HOST, port: broken.has(address) ? noTls : secure } : port === 80 ? { address: HOST, port: plain } : null),
    monotonicMs: () => clockMs,
    show(site, when) {
      for (const url of [...site.answers.keys(), ...site.before?.keys() ?? []]) shown.delete(url);
      for (const [url, given] of when === 'before' ? site.before! : site.answers) shown.set(url, given);
    },
    async close() {
      for (const server of servers) {
        const closed = new Promise<void>(resolve => { server.close(() => resolve()); });
        if ('closeAllConnections' in server) server.closeAllConnections();
        await closed;
      }
    },
  };
}

const none: LabAnswer = { status: 404, fields: [['content-type', 'text/html; charset=utf-8']], body: '' };

/** Plain HTTP leads to the same page over HTTPS, where nothing else is said. */
function toSecure({ headers, url }: IncomingMessage): LabAnswer {
  return { status: 301, fields: [['location', `https://${headers.host}${url}`]], body: '' };
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, HOST), 'listening');
  return (server.address() as AddressInfo).port;
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, fields, body, bytes }: LabAnswer): void {
  const isPacked = fields.some(([name, value]) => name === 'content-encoding' && value === 'gzip');
  const sent = isPacked ? gzipSync(body, { level: 1 }) : Buffer.from(body);
  const headers = [...fields.flat(), 'content-length', String(bytes ?? sent.length)];
  response.on('error', () => {}).writeHead(status, headers);
  response.end(method === 'HEAD' || bytes !== undefined ? undefined : sent);
}
