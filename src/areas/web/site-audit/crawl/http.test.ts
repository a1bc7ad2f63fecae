// Audits over the real door and real HTTP on loopback: a site from start to report, and one that means harm.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { StagingSite } from '../../../../../lab/audit-sites/staging.ts';
import { createAuthority } from '../../../../../lab/services/ca.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { systemClock } from '../../../../core/clock.ts';
import type { PageFetch } from '../../../../core/outside/page-fetch.ts';
import { specialPurpose } from '../../../../core/special-addresses.ts';
import { createBrowse } from '../../../../wire/browser/browse.ts';
import { chromium, withoutChromium } from '../../../../wire/browser/testing.ts';
import { createDoor } from '../../../../wire/door.ts';
import { createPageFetch } from '../../../../wire/page-fetch.ts';
import { smallInternet, startLoopback } from '../../../../wire/testing/loopback.ts';
import { RunLost } from '../../../platform/runs/retry.ts';
import { openSiteAudit, pageOf } from '../site.sample.ts';

const HOST = 'shop.example';
const names = { [HOST]: ['45.54.0.1'], [`warned.${HOST}`]: ['45.54.0.1'], [`inside.${HOST}`]: ['10.0.0.1'], [`both.${HOST}`]: ['45.54.0.1', '127.0.0.1'] };
const authority = createAuthority(Date.now());
/** Instead of 20 seconds, for what never ends. */
const PATIENCE_MS = 400;
/** Of a site that has no end of them. */
const MAX_PAGES = 60;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The site at https://shop.example, reached as the service reaches it; `asked` are its requests, `strayed` what would have left for elsewhere. */
async function startSite(answers: Readonly<Record<string, Answer | string>> | Answer) {
  const asked: string[] = [];
  const server: Server = createServer(authority.issue(HOST, 'good'), (request, response) => {
    asked.push(request.url!);
    const given = typeof answers === 'function' ? answers : answers[new URL(request.url!, 'https://x').pathname];
    response.on('error', () => {});
    if (typeof given === 'function') given(request, response);
    else response.writeHead(given === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(given ?? 'none');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const strayed: string[] = [];
  const door = createDoor({
    ...smallInternet(names, null), ca: [authority.pem],
    route: (address, toPort) => {
      if (specialPurpose(address) !== null) strayed.push(`${address}:${toPort}`);
      return toPort === 443 ? { address: '127.0.0.1', port } : null;
    },
  });
  const fetchPage = createPageFetch({ door, clock: systemClock });
  const fetch: PageFetch = (url, options) => fetchPage(url, /\/(?:drip|silent)$/.test(url) ? { ...options, timeoutMs: PATIENCE_MS } : options);
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { asked, strayed, door, fetch, stop };
}

/** What a staging site answers over HTTP. */
const staged = (site: StagingSite): Answer => (request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => { body += chunk.toString(); });
  request.on('end', () => {
    const reply = site.answer(request.method!, `https://${request.headers.host}${request.url}`, request.headers as Record<string, string>, body);
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
};

const shop: Record<string, Answer | string> = {
  '/': pageOf('Start', '/a', '/b', '/old'),
  '/a': pageOf('A', '/', '/gone', '/deep/1').replace('</body>', '<img src="/lamp.png" alt="A lamp"><link rel="stylesheet" href="/packed.css"></body>'),
  '/lamp.png': (_request, response) => void response.writeHead(200, { 'content-type': 'image/png', 'content-length': '4' }).end('lamp'),
  '/packed.css': (_request, response) => void response.writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' }).end(gzipSync('a{}')),
  '/b': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync(pageOf('B', '/deep/2'))),
  '/old': (_request, response) => void response.writeHead(301, { location: '/a' }).end(),
  '/deep/1': pageOf('One', '/deep/2'),
  '/deep/2': pageOf('Two', '/'),
  '/robots.txt': (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(`Sitemap: https://${HOST}/map.xml`),
  '/map.xml': (_request, response) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(`<urlset><url><loc>https://${HOST}/orphan</loc></url></urlset>`),
  '/orphan': pageOf('Orphan', '/'),
};

interface Listed { data: { url: string; outcome: string; status: number | null }[] }
interface Sarif { runs: [{ tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number; message: { text: string } }[] }] }
interface Results { data: { audit: { status: string; cut: string | null; pages: number }; score: { value: number | null } } }

onEachDatabase('a site audit over HTTP', open => {
  /** What is read of a whole audit whose worker ends at each of these requests. */
  const outcome = async (deaths: readonly number[]) => {
    const site = await startSite(shop);
    const store = await open(testClock());
    const death = { at: -1, end: new AbortController() };
    const audits = await openSiteAudit(store, { fetch: (url, options) => {
      if (site.asked.length === death.at) death.end.abort(new RunLost());
      return site.fetch(url, options);
    } });
    const { status, body } = await audits.call('siteAudit.start', { domainId: audits.domainId });
    assert.equal(status, 202);
    for (const at of deaths) {
      Object.assign(death, { at, end: new AbortController() });
      await audits.work(death.end.signal);
      await allTables(store.db).updateTable('job').set({ lease: null, lease_until: 0, attempts: 1, run_at: 0 } as never).execute();
    }
    death.at = -1;
    assert.deepEqual(await audits.work(), []);
    await site.stop();
    const id = (body as { data: { id: string } }).data.id;
    const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
    const pages = await audits.read<Listed>('siteAudit.pages', { id });
    const links = await audits.read<{ data: object[] }>('siteAudit.links', { id });
    const targets = await audits.read<{ data: { url: string; status: number; bytes: number | null }[] }>('siteAudit.targets', { id });
    const issues = await audits.read<{ data: { id: string; url: string }[] }>('siteAudit.issues', { id, limit: 200 });
    const { body: sarif } = await audits.call('siteAudit.report', { domainId: audits.domainId, format: 'sarif' });
    const { body: report } = await audits.call('siteAudit.report', { domainId: audits.domainId, format: 'html' });
    return { site, data, pages: pages.data, links: links.data, issues: issues.data, targets: targets.data, report: (report as { body: string }).body, sarif: JSON.parse((sarif as { body: string }).body) as Sarif };
  };

  test('reads every page once, judges it and makes the report', async () => {
    const { site, data, pages, report, issues, targets, sarif } = await outcome([]);
    assert.deepEqual(pages.map(({ url, outcome: how, status }) => [url.slice(`https://${HOST}`.length), how, status]), [
      ['/', 'answered', 200], ['/a', 'answered', 200], ['/b', 'answered', 200], ['/old', 'redirected', 301], ['/gone', 'answered', 404], ['/deep/1', 'answered', 200], ['/deep/2', 'answered', 200], ['/orphan', 'answered', 200],
    ]);
    assert.deepEqual([data.audit.status, data.audit.cut, data.audit.pages], ['completed', null, 8]);
    assert.ok(data.score.value! > 0 && data.score.value! < 100 && report.includes(`Site audit of ${HOST}`) && report.includes('/gone'));
    const [{ tool: { driver: { rules } }, results }] = sarif.runs;
    assert.deepEqual([results.length, [...new Set(results.map(({ ruleIndex }) => rules[ruleIndex]!.id))].toSorted()], [issues.length, [...new Set(issues.map(({ id }) => id))].toSorted()]);
    assert.ok(results.some(({ ruleId, message }) => ruleId === 'http.4xx-internal' && message.text.includes('/gone')));
    assert.deepEqual(targets.map(({ url, status, bytes }) => [url.slice(`https://${HOST}`.length), status, bytes]), [['/packed.css', 200, null], ['/lamp.png', 200, 4]]);
    assert.deepEqual(site.asked.toSorted().filter((url, at, all) => url === all[at - 1]), ['/a'], 'a page is asked for once, and where a redirect leads once more');
  });

  test('comes to the same on another worker after the first died', async () => {
    const strip = ({ data: { score }, pages, links, issues, targets }: Awaited<ReturnType<typeof outcome>>) => ({ score, pages, links, issues, targets });
    assert.deepEqual(strip(await outcome([3, 7, 15])), strip(await outcome([])));
  });

  test('signs in by steps in a browser, and goes on over HTTP with the cookie that its scripts cannot read', { skip: withoutChromium, timeout: 90_000 }, async () => {
    const staging = new StagingSite(HOST, { by: 'form', user: 'audit', password: 'a long pass phrase' });
    const site = await startSite(staged(staging));
    const browse = createBrowse({ find: () => chromium, door: site.door, randomBytes, root: process.getuid?.() === 0, home: tmpdir(), log: () => {} });
    const audits = await openSiteAudit(await open(testClock()), { fetch: site.fetch, browse });
    const steps = [{ do: 'goto', at: `https://${HOST}/login` }, { do: 'fill', at: '#user', value: 'audit' }, { do: 'fill', at: '#password', value: 'a long pass phrase' }, { do: 'click', at: 'button' }];
    const id = await audits.audit({ signIn: { steps } });
    await site.stop();
    const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
    assert.deepEqual([data.audit.status, data.audit.cut, data.audit.pages], ['completed', null, 13]);
    const { data: pages } = await audits.read<Listed>('siteAudit.pages', { id });
    assert.ok(pages.filter(({ status }) => status === 200).length >= 11 && !staging.asked.some(({ url }) => url.endsWith('out')));
  });

  test('of a hostile site ends within its limits, asks nothing inside and says what is missing', async () => {
    const victim = await startLoopback();
    const redirect = (location: string): Answer => (_request, response) => void response.writeHead(302, { location }).end();
    const page = (body: string | Uint8Array, more: Record<string, string> = {}): Answer => (_request, response) => void response.writeHead(200, { 'content-type': 'text/html', ...more }).end(body);
    const inside = `http://127.0.0.1:${victim.port}/`;
    let flooded = 0;
    const flood = (response: ServerResponse, more: Record<string, string>): void => {
      response.writeHead(200, { 'content-type': 'text/html', ...more });
      const piece = 'x'.repeat(65_536);
      const write = (): void => {
        do flooded += piece.length;
        while (response.write(piece));
      };
      response.on('drain', write);
      write();
    };
    const hostile: Record<string, Answer | string> = {
      '/': pageOf('Start', '/spin', '/endless', '/drip', '/bomb', '/many', '/nest', '/bytes', '/in-name', '/in-v4', '/in-v6', '/meta', '/calendar', '/huge', '/silent', '/headers', '/twice', '/brotli', '/refresh', '/refers', '/cut', '/utf16', '/overlong', `https://inside.${HOST}/`, `https://both.${HOST}/`, `http://127.0.0.1:${victim.port}/`, `http://[::1]:${victim.port}/`, 'http://169.254.169.254/'),
      '/endless': (_request, response) => flood(response, {}),
      '/huge': (_request, response) => flood(response, { 'content-length': String(10 * 2 ** 30) }),
      '/silent': () => {},
      '/headers': page('<p>many</p>', Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-${at}`, 'y'.repeat(1000)]))),
      '/twice': page(gzipSync(gzipSync(Buffer.alloc(40 * 2 ** 20))), { 'content-encoding': 'gzip, gzip' }),
      '/brotli': page(brotliCompressSync(Buffer.alloc(40 * 2 ** 20)), { 'content-encoding': 'br' }),
      // Addresses inside wherever a page can name one.
      '/refresh': pageOf('Moved').replace('</head>', `<meta http-equiv="refresh" content="0; url=${inside}"></head>`),
      '/refers': pageOf('Refers').replace('</head>', `<link rel="canonical" href="${inside}"><link rel="alternate" hreflang="de" href="${inside}de"><link rel="stylesheet" href="${inside}a.css"><meta property="og:image" content="${inside}a.png"><script src="${inside}a.js"></script></head>`)
        .replace('</body>', `<img src="${inside}b.png"><iframe src="${inside}frame"></iframe><a href="http://2130706433:${victim.port}/">number</a><a href="http://0x7f.1:${victim.port}/">hex</a><a href="http://localhost:${victim.port}/">name</a></body>`),
      '/robots.txt': (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(`Sitemap: ${inside}map.xml\nSitemap: https://${HOST}/map.xml\nSitemap: https://${HOST}/map-moved.xml`),
      '/map.xml': (_request, response) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(`<urlset><url><loc>${inside}listed</loc></url><url><loc>https://inside.${HOST}/listed</loc></url></urlset>`),
      '/map-moved.xml': redirect(`${inside}map.xml`),
      // Texts that no text is made of: cut in the middle of a pair, of bytes that are none, with zeros.
      '/cut': pageOf(`x${'\u{1f600}'.repeat(400)}`, '/cut?a').replace('to /cut?a', `x${'\u{1f600}'.repeat(400)}`),
      '/utf16': page(Buffer.from('<title>T\0\ud800</title><p>&#0;&#xd800;</p>', 'utf16le'), { 'content-type': 'text/html; charset=utf-16le' }),
      '/overlong': page(Buffer.concat([Buffer.from('<title>'), Buffer.of(0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf5, 0x90, 0x80, 0x80, 0), Buffer.from('</title>')]), { 'content-type': 'text/html; charset=utf-8' }),
      '/drip': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('<p>'), 20);
        response.on('close', () => clearInterval(timer));
      },
      '/bomb': page(gzipSync(Buffer.alloc(40 * 2 ** 20)), { 'content-encoding': 'gzip' }),
      '/many': page(Array.from({ length: 100_000 }, (_, at) => `<a href=/m/${at}>m</a>`).join('')),
      '/nest': page('<div>'.repeat(100_000)),
      '/bytes': page(Uint8Array.from({ length: 20_000 }, (_, at) => (at * 197) % 256), { 'content-type': 'text/html; charset=x-none' }),
      '/in-name': redirect(`https://inside.${HOST}/`), '/in-v4': redirect(`http://127.0.0.1:${victim.port}/`), '/in-v6': redirect(`http://[::ffff:127.0.0.1]:${victim.port}/`), '/meta': redirect('http://169.254.169.254/latest/meta-data'),
      '/spin': (request, response) => void response.writeHead(302, { location: `/spin?n=${Number(new URL(request.url!, 'https://x').searchParams.get('n')) + 1}` }).end(),
      '/calendar': pageOf('Days', '/calendar/2199/01', '/calendar/2199/02'),
    };
    const site = await startSite(hostile);
    const audits = await openSiteAudit(await open(testClock()), site);
    const id = await audits.audit({ maxPages: MAX_PAGES, subdomains: true });
    await site.stop();
    await victim.stop();
    const { data } = await audits.read<Results>('siteAudit.results', { domainId: audits.domainId });
    assert.deepEqual([data.audit.status, data.audit.cut, data.audit.pages], ['partial', 'pages', MAX_PAGES]);
    assert.ok(flooded < 64 * 2 ** 20, `${flooded} bytes were sent of bodies without end`);
    assert.deepEqual([site.strayed, victim.connections], [[], 0]);
    const { data: pages } = await audits.read<Listed>('siteAudit.pages', { id, limit: 100 });
    const seen = new Map(pages.map(({ url, outcome: how }) => [url.slice(`https://${HOST}`.length), how]));
    // Private addresses, redirects without end and what trickles are failures; what is too long is read up to its limit.
    for (const path of ['/spin', '/drip', '/silent', '/headers', '/twice']) assert.equal(seen.get(path), 'failed', path);
    for (const path of ['/in-name', '/in-v4', '/in-v6', '/meta']) assert.ok(['failed', 'blocked'].includes(seen.get(path)!), path);
    for (const path of ['/', '/many', '/nest', '/bytes', '/bomb', '/brotli', '/huge', '/endless', '/refresh', '/refers', '/cut', '/utf16', '/overlong']) assert.equal(seen.get(path), 'answered', path);
    assert.ok(!pages.some(({ url }) => url.includes('2199')), 'calendars without end are no pages');
    assert.ok(!pages.some(({ url }) => url.startsWith('http://')), 'other hosts are no pages');
    for (const path of ['/bomb', '/brotli', '/huge', '/endless']) {
      const { data: within } = await audits.read<{ data: { facts: { fetch: { truncated: boolean; bytes: number } } } }>('siteAudit.page', { id, page: 1 + pages.findIndex(({ url }) => url.endsWith(path)) });
      assert.deepEqual([path, within.facts.fetch.truncated, within.facts.fetch.bytes], [path, true, 5 * 2 ** 20]);
    }
    const { data: issues } = await audits.read<{ data: { id: string; url: string }[] }>('siteAudit.issues', { id, limit: 200 });
    const found = (check: string) => issues.filter(issue => issue.id === check).map(({ url }) => new URL(url).pathname);
    assert.deepEqual([found('redirect.meta-refresh'), found('redirect.loop')], [['/refresh'], ['/spin']], 'what it is, is said');
  });
});

test('a certificate that is not for the host is told apart from a handshake that fails', async () => {
  const site = await startSite({ '/': pageOf('Start') });
  const limits = { maxBytes: 1000, timeoutMs: 20_000, userAgent: 'test', signal: new AbortController().signal };
  const refused = await site.fetch(`https://warned.${HOST}/`, limits);
  await site.stop();
  const gone = await site.fetch(`https://${HOST}/`, limits);
  assert.deepEqual([refused, gone].map(reply => (reply.outcome === 'failed' ? [reply.stage, reply.badCertificate ?? false] : reply.outcome)), [['tls', true], ['connect', false]]);
});
