// The lab's sites, fetched page by page over HTTP and judged by the real parse: what was planted is found, and nothing else.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import test, { suite } from 'node:test';
import { auditSites, startAuditSites } from '../../../../../lab/audit-sites/sites.ts';
import type { HeaderField } from '../../../../core/outside/probes.ts';
import type { PageFacts } from '../page/index.ts';
import { parsePage } from '../page/parse-page.ts';
import { implications } from './implications.ts';
import { judgePage } from './index.ts';

const pages = auditSites();

suite('over several hosts, every fault that one answer can show', async () => {
  const sites = await startAuditSites(pages);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const found = new Map(await Promise.all(pages.map(async ({ url }) => [url, judgePage(await fetchPage(url, sites.port, agent)).filter(({ state }) => state === 'fail').map(({ check }) => check.rule.id)] as const)));
  agent.destroy();
  await sites.close();

  test('is planted once, in 400 pages and more', () => {
    const planted = pages.flatMap(({ fault }) => fault ?? []);
    assert.ok(pages.length >= 400 && planted.length >= 95 && new Set(planted).size === planted.length && new Set(pages.map(({ url }) => new URL(url).host)).size >= 4, `${pages.length} pages, ${planted.length} faults`);
  });
  test('is found where it is', () => assert.deepEqual(pages.filter(({ url, fault }) => fault !== null && !found.get(url)!.includes(fault)).map(({ fault }) => fault), []));
  test('and nothing is found besides, but what is declared to follow', () => {
    assert.deepEqual(pages.flatMap(({ url, fault }) => found.get(url)!.filter(id => id !== fault && !(fault !== null && implications[fault]?.includes(id))).map(id => `${fault ?? 'good page'}: ${id}`)), []);
  });
});

async function fetchPage(url: string, port: number, agent: Agent): Promise<PageFacts> {
  const { host, pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<PageFacts>();
  request({ host: '127.0.0.1', port, agent, path: `${pathname}${search}`, headers: { host } }, response => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => void chunks.push(chunk)).on('end', () => {
      const body = Buffer.concat(chunks);
      const fields = Array.from({ length: response.rawHeaders.length / 2 }, (_, at): HeaderField => [response.rawHeaders[2 * at]!.toLowerCase(), response.rawHeaders[2 * at + 1]!]);
      resolve(parsePage({ url, finalUrl: url, redirects: [], robots: null, fetchedAt: Date.UTC(2026, 10, 1), body, fetch: { outcome: 'answered', status: response.statusCode!, fields, ttfbMs: 5, totalMs: 5, bytes: body.length, transferBytes: body.length, truncated: false, certificate: null } }));
    });
  }).on('error', reject).end();
  return promise;
}
