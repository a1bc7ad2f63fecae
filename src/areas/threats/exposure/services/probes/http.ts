import { evidenceOf } from '../evidence.ts';
import type { Line } from '../line.ts';
import { groupIn, program, programIn, type Program, type Sighting } from '../sighting.ts';
import { consoles, type Console } from './consoles.ts';
import { get, isComplete, readHttp, requestOf, type HttpReply } from './http-reply.ts';
import { open, type Probe } from './probe.ts';

export const http: Probe = {
  protocol: 'http', ports: [80, 443, 8000, 8008, 8080, 8081, 8443, 8888, 2375, 2376, 5000, 5601, 5984, 6443, 8086, 8500, 8983, 9000, 9090, 9100, 9200, 10250, 2379, 631, 3000, 3128, 15672],
  insideTls: true,
  question: line => requestOf(line, '/'),
  isWhole: bytes => isComplete(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')),
  async read(reply, line) {
    const root = readHttp(reply);
    return root && !(line.tls === 'none' && wantsTls(root)) ? describe(root, line) : null;
  },
};

/** How servers answer plain HTTP on a port that is for TLS; what they are shows there. */
function wantsTls({ status, body }: HttpReply): boolean {
  return status === 400 && /plain HTTP|HTTP request (?:was sent )?to an? HTTPS|combination of host and port requires TLS/i.test(body);
}

/** A console says more than the server that it runs in. */
async function describe(root: HttpReply, line: Line): Promise<Sighting> {
  const server = root.headers.get('server') ?? null;
  const evidence = [evidenceOf('reply to GET /', `${root.status}${server === null ? '' : `, Server: ${server}`}`)];
  const byHeader = server === null ? null : serverProgram(server);
  const found = await consoleBehind(root, byHeader !== null, line);
  if (!found) return { protocol: 'http', ...(byHeader ?? otherProgram(root)), evidence };
  const { console, reply, asked } = found;
  const access = await accessOf(console, asked, line);
  const version = console.version?.(reply) ?? null;
  return {
    protocol: 'http', ...program(console.product, { vendor: console.vendor ?? null, version, ...(console.cpe !== undefined && { cpe: console.cpe }) }),
    evidence: [...evidence, evidenceOf(`reply to GET ${asked}`, `${console.product}${version === null ? '' : ` ${version}`}`)], ...(access !== null && open(access)),
  };
}

interface Found {
  console: Console;
  reply: HttpReply;
  asked: string;
}

/** A server that names a well-known program and shows a page is no console that hides at another path. */
async function consoleBehind(root: HttpReply, isNamed: boolean, line: Line): Promise<Found | null> {
  const atRoot = consoles.find(({ at, known }) => at === undefined && known(root));
  if (atRoot && atRoot.product !== 'Kubernetes') return { console: atRoot, reply: root, asked: '/' };
  if (isNamed) return null;
  const hidden = consoles.filter(({ at }) => at !== undefined);
  const first = pathsFor(root);
  for (const path of first) {
    const reply = await ask(line, path);
    const console = reply && hidden.find(({ at, known }) => at === path && known(reply));
    if (console) return { console, reply, asked: path };
  }
  return atRoot ? { console: atRoot, reply: root, asked: '/' } : null;
}

/** What stands at `/` says where to ask on; no more than four questions. */
function pathsFor({ status, headers }: HttpReply): string[] {
  const location = headers.get('location') ?? '';
  if (location.includes('/solr')) return ['/solr/'];
  if (location.includes('/login')) return ['/login'];
  if (location.includes('/ui')) return ['/v1/agent/self'];
  if (status === 404) return ['/version', '/v1/agent/self', '/pods', '/v2/'];
  if (status === 401 || status === 403) return ['/version', '/v2/'];
  return status === 200 && !headers.has('content-type') ? ['/v2/', '/version'] : [];
}

/** What was asked and answered without a password; null where nothing was. */
async function accessOf({ access }: Console, asked: string, line: Line): Promise<string | null> {
  if (access === undefined) return null;
  if (access === 'itself') return `GET ${asked}`;
  const reply = await ask(line, access.path, { headOnly: true });
  return reply?.status === 200 ? `GET ${access.path}` : null;
}

async function ask(line: Line, path: string, options = {}): Promise<HttpReply | null> {
  const next = await line.another();
  if (!next) return null;
  const reply = await get(next, path, options);
  next.close();
  return reply;
}

/** Programs that write `Name/version` and that Recog does not know, or knows by another name. */
const byName: readonly { pattern: RegExp; product: string; vendor?: string; cpe?: string }[] = [
  { pattern: /^nginx(?:\/|$)/, product: 'nginx', vendor: 'F5', cpe: 'f5:nginx' },
  { pattern: /^Apache(?:\/| |$)/, product: 'Apache HTTP Server', vendor: 'Apache', cpe: 'apache:http_server' },
  { pattern: /^lighttpd(?:\/|$)/, product: 'lighttpd', cpe: 'lighttpd:lighttpd' },
  { pattern: /^Caddy/, product: 'Caddy', cpe: 'caddyserver:caddy' },
  { pattern: /^squid(?:\/|$)/i, product: 'Squid', cpe: 'squid-cache:squid' },
  { pattern: /^CUPS\//, product: 'CUPS', vendor: 'OpenPrinting', cpe: 'apple:cups' },
  { pattern: /^tinyproxy\//i, product: 'Tinyproxy', cpe: 'tinyproxy_project:tinyproxy' },
  { pattern: /^Icecast /, product: 'Icecast', vendor: 'Xiph.Org', cpe: 'xiph:icecast' },
  { pattern: /^h2o(?:\/|$)/, product: 'H2O', cpe: 'dena:h2o' },
  { pattern: /^uvicorn/, product: 'Uvicorn' },
  { pattern: /^gunicorn/, product: 'Gunicorn', cpe: 'gunicorn:gunicorn' },
  { pattern: /^Werkzeug\//, product: 'Werkzeug', cpe: 'palletsprojects:werkzeug' },
  { pattern: /^SimpleHTTP\//, product: 'Python http.server', vendor: 'Python', cpe: 'python:python' },
];

function serverProgram(server: string): Program | null {
  const known = byName.find(({ pattern }) => pattern.test(server));
  if (!known) return programIn(server, 'http_servers');
  const version = groupIn(server, /^[A-Za-z0-9]+[/ ](\d[\w.+~-]{0,30})/);
  return program(known.product, { vendor: known.vendor ?? null, version, ...(known.cpe !== undefined && { cpe: known.cpe }) }, server);
}

/** What says no Server: headers of frameworks, the realm, the page's title. */
function otherProgram({ headers, body }: HttpReply): Program | null {
  if (/^Express\b/.test(headers.get('x-powered-by') ?? '')) return program('Express', { vendor: 'OpenJS Foundation', cpe: 'openjsf:express' });
  if (/varnish/i.test(headers.get('via') ?? '') || headers.has('x-varnish')) return program('Varnish', { cpe: 'varnish-software:varnish_cache' });
  if (/<h1>[45]\d\d [\w -]{1,40}<\/h1>\n[\w .,-]{1,80}\n<\/body><\/html>\n/.test(body)) return program('HAProxy', { cpe: 'haproxy:haproxy' });
  const realm = headers.get('www-authenticate');
  const title = groupIn(body, /<title[^>]{0,100}>\s{0,20}([^<]{1,200})/i);
  return (realm === undefined ? null : programIn(realm, 'http_wwwauth')) ?? (title === null ? null : programIn(title.trim(), 'html_title'));
}
