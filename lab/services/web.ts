import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import type { LabPage } from '../page.ts';
import type { Authority } from './ca.ts';
import { listen, type Listening } from './listen.ts';
import { optionsOf, type TlsKind } from './tls.ts';
import { createAntiqueServer } from './tls-antique.ts';

/** How much a page without end sends before it gives up; a client should have hung up long before. */
const HUGE_BYTES = 64 * 1024 * 1024;
const SLOW_BYTE_MS = 250;

/** A web server whose certificates may change while it runs; null where it has no such host, else what undoes the change. */
export interface SecureWeb extends Listening {
  changeCertificate(host: string, certificate: LabPage['certificate']): (() => void) | null;
}

/** Serves the pages of port 80 on one port: the page goes by host and path. */
export function startPlainWeb(all: readonly LabPage[]): Promise<Listening> {
  const pages = all.filter(({ over }) => over === 'http');
  return listen(createPlainServer((request, response) => answer(pages, request, response)));
}

/** Serves the pages of port 443 on one port, with the TLS of `kind`. The certificate goes by SNI and names the host with and without `www.`. */
export async function startWeb(all: readonly LabPage[], authority: Authority, kind: TlsKind | 'usual' = 'usual'): Promise<SecureWeb> {
  const pages = all.filter(({ over }) => over === 'https');
  const certificates = new Map(pages.map(({ host, certificate }) => [host, certificate]));
  const contexts = new Map<string, SecureContext>();
  const contextOf = (host: string) => {
    const known = contexts.get(host) ?? createSecureContext(credentialsFor(host));
    contexts.set(host, known);
    return known;
  };
  const server = createServer(
    { ...optionsOf[kind], ...authority.issue('no-name.example', 'good'), SNICallback: (host, done) => done(null, contextOf(host)) },
    (request, response) => answer(pages, request, response),
  );
  // A client that refuses the certificate is what some hosts are for.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return {
    ...await listen(kind === 'antique' ? createAntiqueServer(server) : server),
    changeCertificate(host, certificate) {
      const before = certificates.get(host);
      if (before === undefined) return null;
      const give = (given: LabPage['certificate']) => {
        certificates.set(host, given);
        contexts.clear();
      };
      give(certificate);
      return () => give(before);
    },
  };

  function credentialsFor(host: string): SecureContextOptions {
    return { ...optionsOf[kind], ...authority.issue(host, certificates.get(host) ?? 'wrongName', [otherNameOf(host)]) };
  }
}

/** The host with `www.` where it has none, and without where it has. */
function otherNameOf(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : `www.${host}`;
}

function answer(pages: readonly LabPage[], request: IncomingMessage, response: ServerResponse): void {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const path = request.url!.split('?', 1)[0];
  const page = pages.find(page => page.host === host && page.path === path);
  if (!page) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  switch (page.fault) {
    case 'drop': return;
    case 'reset': return void request.socket.destroy();
    case 'slow': return sendSlowly(page, response);
    case 'huge': return sendWithoutEnd(page, response);
    case undefined: return void response.writeHead(page.status, page.headers).end(page.body);
  }
}

function sendSlowly(page: LabPage, response: ServerResponse): void {
  response.writeHead(page.status, page.headers);
  const bytes = Buffer.from(page.body);
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === bytes.length) response.end();
    else response.write(bytes.subarray(sent, ++sent));
  }, SLOW_BYTE_MS);
  response.once('close', () => clearInterval(timer));
}

function sendWithoutEnd(page: LabPage, response: ServerResponse): void {
  response.writeHead(page.status, page.headers);
  const block = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  const more = () => {
    while (sent < HUGE_BYTES && !response.destroyed) {
      sent += block.length;
      if (!response.write(block)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
