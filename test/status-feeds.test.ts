// Status pages of the lab, through the setting, into what visitors and accounts see.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { startStatusPages, type StatusPageFault, type StatusPages } from '../lab/services/status-pages.ts';
import { services as catalogue } from '../src/areas/assurance/status/catalogue/services.ts';
import type { FeedKind } from '../src/areas/assurance/status/feeds/kinds.ts';
import { outsideOf } from '../src/app/compose.ts';
import { readConfig } from '../src/app/config.ts';
import { jobHandlers } from '../src/app/registry.ts';
import { composeStatusFeeds } from '../src/app/status-feeds.ts';
import { onEachDatabaseServed } from './service.ts';
import { allTables } from './tables.ts';

interface Sample { body: unknown; encoding?: 'utf-16be'; level: string | null }

const GITHUB = 'https://www.githubstatus.com/api/v2/summary.json';
let pages: StatusPages;
before(async () => { pages = await startStatusPages(); });
after(() => pages.stop());

/** A reply of this kind at this level, of the golden files. */
function sampleOf(kind: FeedKind, level: string): Uint8Array {
  const samples = JSON.parse(readFileSync(new URL(`../src/areas/assurance/status/feeds/golden/${kind}.json`, import.meta.url), 'utf8')) as Sample[];
  const { body, encoding } = samples.find(one => one.level === level)!;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return encoding === 'utf-16be' ? Buffer.from(`\uFEFF${text}`, 'utf16le').swap16() : Buffer.from(text);
}

onEachDatabaseServed('status of third-party services', { quickPasswords: true }, service => {
  const get = async (path: string, headers: Record<string, string> = {}) => service().request('GET', path, { headers });
  const levelOf = async (slug: string) => ((await get(`/api/status/services?service=${slug}`)).body['data'] as { services: { level: string; feed: { failure: string | null } }[] }).services[0]!;

  /** Every page operational at its own address, and none of them read yet. */
  async function setUp(): Promise<void> {
    await allTables(service().store.db).deleteFrom('status_feed').execute();
    for (const { feed } of catalogue) {
      if (feed === null) continue;
      pages.setFeed(feed.url, sampleOf(feed.kind, 'operational'));
      pages.setFault(new URL(feed.url).host, null);
    }
    const config = readConfig({ DSS_STATUS_FEEDS: pages.url, DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9' });
    Object.assign(service().service.services, { statusFeeds: composeStatusFeeds(config, { ...outsideOf(config), route: () => null }) });
  }

  async function read(): Promise<void> {
    const { services } = service().service;
    await allTables(service().store.db).updateTable('status_feed').set({ due_at: 0 }).execute();
    await jobHandlers.find(({ kind }) => kind === 'readStatusFeeds')!.handle({ id: 'job_1', accountId: 'acc_1', payload: {}, attempts: 1, services, signal: new AbortController().signal });
  }

  test('each of the 96 feeds is asked once and read, the other seven services are unknown, and visitors see it', async () => {
    await setUp();
    pages.takeAsked();
    await read();
    const asked = pages.takeAsked();
    assert.deepEqual([asked.length, new Set(asked).size, asked.filter(one => !one.startsWith('200'))], [96, 96, []]);
    const reply = await get('/api/status/services');
    const { summary } = reply.body['data'] as { summary: Record<string, number> };
    assert.deepEqual([summary['operational'], summary['unknown']], [96, 7]);
    assert.equal(reply.headers['cache-control'], 'public, max-age=60');
    assert.equal((await get('/api/status/services', { 'If-None-Match': String(reply.headers['etag']) })).status, 304);
    await read();
    assert.deepEqual(pages.takeAsked().filter(one => !one.startsWith('304')), [], 'unchanged feeds are not sent again');
    assert.equal(((await get('/api/status/services')).body['data'] as { summary: Record<string, number> }).summary['operational'], 96);
  });

  for (const fault of ['notFound', 'limited', 'serverError', 'truncated', 'garbage'] satisfies StatusPageFault[]) {
    test(`a page that was operational is unknown after ${fault}, and operational again after the fault`, async () => {
      await setUp();
      await read();
      pages.setFault('www.githubstatus.com', fault);
      await read();
      const { level, feed } = await levelOf('github');
      assert.equal(level, 'unknown');
      assert.ok(feed.failure);
      const row = await allTables(service().store.db).selectFrom('status_feed').select('due_at').where('id', '=', 'github').executeTakeFirstOrThrow();
      if (fault === 'limited') assert.ok(row.due_at > Date.now() + 15 * 60_000, 'it asked for 20 minutes');
      pages.setFault('www.githubstatus.com', null);
      await read();
      assert.equal((await levelOf('github')).level, 'operational');
    });
  }

  test('a page that moved to another vendor is found at its new address', async () => {
    await setUp();
    await read();
    pages.setFeed(GITHUB, null);
    pages.setFeed('https://www.githubstatus.com/index.json', sampleOf('betterStack', 'degraded'));
    await read();
    assert.equal((await levelOf('github')).level, 'degraded');
    assert.ok(pages.takeAsked().length > 0);
    await read();
    assert.ok(pages.takeAsked().some(one => one === '304 www.githubstatus.com/index.json'));
    pages.setFeed('https://www.githubstatus.com/index.json', null);
  });

  test('an account hears once of trouble of what it follows and once of its end; unknown in between is no change', async () => {
    await setUp();
    await read();
    const { owner: { cookie } } = await service().account({ plan: 'pro' });
    const stranger = await service().account({ plan: 'pro' });
    const created = await service().request('POST', '/api/status/follows', { cookie, body: { service: 'github' } });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const again = await service().request('POST', '/api/status/follows', { cookie, body: { service: 'github' } });
    assert.deepEqual([again.status, again.body['code'], again.body['id']], [409, 'already_exists', (created.body['data'] as { id: string }).id]);
    for (const change of ['partialOutage', 'garbage', 'partialOutage', 'operational'] as const) {
      if (change === 'garbage') pages.setFault('www.githubstatus.com', change);
      else {
        pages.setFault('www.githubstatus.com', null);
        pages.setFeed(GITHUB, sampleOf('statuspage', change));
      }
      await read();
      const alerts = (await service().request('GET', '/api/alerts', { cookie })).body['data'] as { kind: string }[];
      assert.deepEqual(alerts.map(({ kind }) => kind), change === 'operational' ? [] : ['status.service'], change);
    }
    const events = async (who: string) => ((await service().request('GET', '/api/status/events', { cookie: who })).body['data'] as { before: string; after: string }[]).map(({ before: from, after: to }) => `${from} ${to}`);
    assert.deepEqual((await events(cookie)).toSorted(), ['operational partialOutage', 'partialOutage operational']);
    assert.deepEqual(await events(stranger.owner.cookie), []);
    const { id } = created.body['data'] as { id: string };
    assert.equal((await service().request('GET', `/api/status/follows/${id}`, { cookie: stranger.owner.cookie })).status, 404);
  });

  test('the form of a page that an account adds is detected, other accounts and visitors do not see it, and its feed goes with the last follower', async () => {
    await setUp();
    pages.setFeed('https://status.own.example/summary.json', sampleOf('instatus', 'degraded'));
    const { owner: { cookie } } = await service().account({ plan: 'pro' });
    const { status, body } = await service().request('POST', '/api/status/follows', { cookie, body: { url: 'https://status.own.example/' } });
    assert.equal(status, 201, JSON.stringify(body));
    const { id, kind, level, name } = body['data'] as { id: string; kind: string; level: string; name: string };
    assert.deepEqual([kind, level, name], ['instatus', 'degraded', 'status.own.example']);
    assert.doesNotMatch(JSON.stringify([(await get('/api/status/services')).body, (await get('/api/status/incidents')).body]), /own\.example/);
    const refused = await service().request('POST', '/api/status/follows', { cookie, body: { url: 'https://nothing.own.example/' } });
    assert.deepEqual([refused.status, refused.body['code']], [400, 'invalid_request']);
    assert.equal((await service().request('DELETE', `/api/status/follows/${id}`, { cookie })).status, 200);
    assert.equal(await allTables(service().store.db).selectFrom('status_feed').select('id').where('listed_url', 'like', '%own.example%').executeTakeFirst(), undefined);
  });

  test('incidents end when their page shows them no longer, and history leaves unknown time out', async () => {
    await setUp();
    pages.setFeed(GITHUB, sampleOf('statuspage', 'degraded'));
    await read();
    const active = async () => ((await get('/api/status/incidents?service=github&active=true')).body['data'] as { title: string }[]).map(({ title }) => title);
    assert.deepEqual(await active(), ['Errors in the API']);
    pages.setFeed(GITHUB, sampleOf('statuspage', 'operational'));
    await read();
    assert.deepEqual(await active(), []);
    const { days } = (await get('/api/status/history?service=github&days=7')).body['data'] as { days: { unknownSeconds: number; outageSeconds: number }[] };
    assert.deepEqual([days.length, days[0]!.unknownSeconds, days[0]!.outageSeconds], [7, 86_400, 0]);
  });
});
