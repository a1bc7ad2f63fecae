// The website that `npm run bench -- crawl` reads, in a process of its own: over plain HTTP and HTTPS on loopback. Says where it is as one line of JSON; /asked is how many pages it gave.
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { proseOf } from '../lab/audit-sites/good-page.ts';
import { createAuthority } from '../lab/services/ca.ts';

const [pages, host] = [Number(process.argv[2]), process.argv[3]!];
const LINKS = 40;
const CHUNKS = Array.from({ length: 701 }, (_, at) => `<p>${proseOf(at)}</p>`);
let asked = 0;

/** What was asked: a peer knows the site by its address, and must not ask any resolver for another name. */
const originOf = ({ socket, headers }: IncomingMessage): string => `${'encrypted' in socket ? 'https' : 'http'}://${headers.host}`;

/** Some 14 KB with 40 links, of which half have parameters that only track; every page can be reached. */
function pageAt(at: number, origin: string): string {
  const links = Array.from({ length: LINKS }, (_, to) => {
    const target = (to === 0 ? 2 * at + 1 : to === 1 ? 2 * at + 2 : at * 7 + to * to * 131 + 17) % pages;
    return `<li><a href="/page-${target}${to % 2 === 0 ? '' : '?utm_source=list'}">Page number ${target} of the list</a></li>`;
  }).join('\n');
  const title = `About subject ${at} and what it is good for`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="description" content="All that there is to know of subject ${at}, told by those who have used it for many years.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="canonical" href="${origin}/page-${at}"><link rel="icon" href="/icon.png"><meta property="og:title" content="${title}"></head>
<body><nav><a href="/">Start</a></nav><main><h1>Subject ${at} in short</h1><p>This is subject ${at}: about subject ${at}.</p>${CHUNKS[at % 701]}<h2>More of it</h2>${CHUNKS[(at * 3 + Math.floor(at / 701)) % 701]}
<img src="/a.webp" alt="A lamp" width="10" height="10"><ul>${links}</ul></main></body></html>`;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url!.split('?', 1)[0]!;
  if (path === '/asked') return void response.end(String(asked));
  const at = path === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(path)?.[1] ?? -1);
  if (at < 0 || at >= pages) return void response.writeHead(path.endsWith('.webp') || path.endsWith('.png') ? 200 : 404, { 'content-type': path.endsWith('.webp') ? 'image/webp' : 'text/plain' }).end('none');
  asked++;
  const body = Buffer.from(pageAt(at, originOf(request)));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length, 'x-content-type-options': 'nosniff' }).end(request.method === 'HEAD' ? undefined : body);
}

const authority = createAuthority(Date.now());
const servers = [createPlainServer({ keepAliveTimeout: 60_000 }, answer), createServer({ ...authority.issue(host, 'good'), keepAliveTimeout: 60_000 }, answer)];
const ports = await Promise.all(servers.map(listen));
console.log(JSON.stringify({ plain: ports[0], secure: ports[1], ca: authority.pem }));
process.stdin.on('end', () => process.exit()).resume();

function listen(server: Server | ReturnType<typeof createPlainServer>): Promise<number> {
  return new Promise(resolve => { server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); });
}
