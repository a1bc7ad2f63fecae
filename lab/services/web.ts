import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { LabPage } from '../types.ts';
import type { Authority } from './ca.ts';
import { listen, type Listening } from './listen.ts';

/** How much a page without end sends before it gives up; a client should have hung up long before. */
const HUGE_BYTES = 64 * 1024 * 1024;
const SLOW_BYTE_MS = 250;

/** Serves all pages over HTTPS on one port: the certificate goes by SNI, the page by host and path. */
export function startWeb(pages: readonly LabPage[], authority: Authority): Promise<Listening> {
  const certificates = new Map(pages.map(({ host, certificate }) => [host, certificate]));
  const contexts = new Map<string, SecureContext>();
  const contextOf = (host: string) => {
    const known = contexts.get(host) ?? createSecureContext(authority.issue(host, certificates.get(host) ?? 'wrongName'));
    contexts.set(host, known);
    return known;
  };
  const server = createServer(
    { ...authority.issue('no-name.example', 'good'), SNICallback: (host, done) => done(null, contextOf(host)) },
    (request, response) => answer(pages, request, response),
  );
  // A client that refuses the certificate is what some hosts are for.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return listen(server);
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
