import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { labKeys, startLocalSearch, type LocalSearchServer } from '../../../../../lab/services/local-search/index.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { RunLost } from '../../../platform/runs/retry.ts';
import { SampleSite } from '../../site-audit/site.sample.ts';
import { CENTER, openLocalSeo } from '../local.sample.ts';

interface Listings {
  consistency: { matching: number; differing: number; unknownSources: number };
  differences: { field: string; kind: string; url: string | null; seen: string; expected: string; fix: string }[];
  markup: string;
  sources: { kind: string; url: string | null; state: string; cause: string | null; fields: { field: string; verdict: string }[]; markup: { missing: string[] } | null }[];
  profile: { state: string; cause: string | null; data: Record<string, unknown> & { causes: { part: string; cause: string }[] } | null };
}

const markup = (value: object): string => `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Dentist', ...value })}</script>`;
const right = { name: 'Dentist Example', address: { '@type': 'PostalAddress', streetAddress: 'Mariahilferstr. 12a', postalCode: '1010', addressLocality: 'Wien' }, telephone: '01 234567' };
const pages = {
  'https://dentist.example/': `<html><head>${markup(right)}</head><body><h1>Dentist Example</h1><a href="/kontakt">Kontakt</a></body></html>`,
  'https://dentist.example/kontakt': '<html><body>Dentist Example, Mariahilfer Straße 12a, <a href="tel:+4319999999">call</a></body></html>',
  'https://directory.example/dentist': `<html><body><div itemscope itemtype="https://schema.org/Dentist"><span itemprop="name">Dentist Example</span><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">Ringstraße 1</span></div></div></body></html>`,
  'https://closed.example/robots.txt': { body: 'User-agent: *\nDisallow: /', type: 'text/plain' },
  'https://closed.example/entry': '<html>never read</html>',
  'https://broken.example/entry': { status: 500, body: '' },
  'https://patient.example/robots.txt': { body: 'User-agent: *\nCrawl-delay: 0.2', type: 'text/plain' },
  'https://patient.example/one': '<html>Dentist Example</html>',
  'https://patient.example/two': '<html>Dentist Example</html>',
};
const HOSTS = ['oauth2.googleapis.com', 'mybusinessbusinessinformation.googleapis.com', 'mybusiness.googleapis.com', 'businessprofileperformance.googleapis.com'] as const;

let lab: LocalSearchServer;
before(async () => { lab = await startLocalSearch(); });
after(() => lab.stop());

onEachDatabase('a check of listings', open => {
  async function openListings() {
    const clock = testClock();
    for (const host of HOSTS) lab.setFault(host, null);
    lab.takeAsked();
    const site = new SampleSite(pages);
    const area = await openLocalSeo(await open(clock), clock, { lab, site });
    const { id } = await area.made<{ id: string }>('localSeo.businesses.create', {
      name: 'Dentist Example', point: CENTER, country: 'AT', address: 'Mariahilfer Straße 12a, 1010 Wien', phone: '+43 1 234567', website: 'https://dentist.example/',
      listingPages: ['https://directory.example/dentist', 'https://closed.example/entry', 'https://broken.example/entry'], profile: 'accounts/1/locations/2',
      hours: [{ days: ['mo', 'tu'], opens: '09:00', closes: '17:00' }], timeZone: 'Europe/Vienna',
    });
    const check = async (): Promise<Listings> => {
      await area.made('localSeo.listings.check', { id });
      assert.deepEqual(await area.work(), []);
      return area.made<Listings>('localSeo.listings.get', { id });
    };
    return { ...area, id, site, check };
  }

  test('says which field differs, where, what was seen and what to do; what did not answer is unknown', async () => {
    const { check, site, made, id } = await openListings();
    assert.equal(await made('localSeo.listings.get', { id }), null);
    const { differences, sources, consistency, markup: found, profile } = await check();
    assert.deepEqual(differences.map(({ field, kind, url, seen }) => [field, kind, url, seen]), [
      ['phone', 'website', 'https://dentist.example/kontakt', '+4319999999'],
      ['address', 'directory', 'https://directory.example/dentist', 'Ringstraße 1'],
    ]);
    assert.ok(differences.every(({ fix }) => fix.length > 20));
    assert.deepEqual(sources.filter(({ state }) => state === 'unknown').map(({ url, cause }) => [url, cause]), [
      ['https://closed.example/entry', 'robots.txt does not let it be read: line 2: Disallow: /'], ['https://broken.example/entry', 'it answered 500'],
    ]);
    assert.deepEqual([consistency, found, profile.state], [{ matching: 6, differing: 2, unknownSources: 2, share: 75 }, 'present', 'notConfigured']);
    assert.ok(!site.asked.includes('https://closed.example/entry'));
    assert.deepEqual(lab.takeAsked(), []);
  });

  test('waits between two pages of a host as long as its Crawl-delay says', async () => {
    const { check, made, id, store } = await openListings();
    await made('localSeo.businesses.update', { id, website: null, listingPages: ['https://patient.example/one', 'https://patient.example/two'] });
    await check();
    const { due_at: due } = await allTables(store.db).selectFrom('crawled_host').select('due_at').where('host', '=', 'patient.example').executeTakeFirstOrThrow();
    assert.equal(due - store.clock.now(), 400, 'two turns, one after the other');
  });

  test('reads Google Business Profile with the grant of the account: hours, attributes, posts, insights, and the number of reviews alone', async () => {
    const area = await openListings();
    await area.made('localSeo.providers.connect', { provider: 'businessProfile', ...labKeys.grant });
    const { profile, differences, sources } = await area.check();
    const { causes, listing: _, ...parts } = profile.data!;
    assert.deepEqual([profile.state, causes, parts], ['read', [], {
      attributes: ['has_wheelchair_accessible_entrance'], posts: { count: 2, newestAt: '2026-11-09T10:00:00Z' }, reviews: { rating: 4.6, count: 87 }, insights: { views: 65, websiteClicks: 7, calls: 1, directions: 0 },
    }]);
    assert.deepEqual(sources.at(-1)!.fields.map(({ verdict }) => verdict), ['match', 'match', 'match']);
    assert.deepEqual(differences.at(-1), { field: 'hours', kind: 'businessProfile', url: null, seen: 'mo 09:00-17:30, tu 09:00-17:30', expected: 'mo 09:00-17:00, tu 09:00-17:00', fix: 'Correct it in Google Business Profile: map services and directories copy it.' });
    assert.ok(!JSON.stringify(profile).includes('A person'));
    const { body: { data } } = await area.call('localSeo.businesses.reputation', { id: area.id, provider: 'businessProfile' });
    assert.deepEqual([data.own.rating, data.own.reviews], [4.6, 87]);
  });

  const faults = [
    ['oauth2.googleapis.com', 'denied', Infinity, /refused the grant/], ['oauth2.googleapis.com', 'garbage', Infinity, /no access token/], ['oauth2.googleapis.com', 'serverError', Infinity, /answered 500/],
    ['mybusiness.googleapis.com', 'serverError', Infinity, /answered 500/], ['mybusiness.googleapis.com', 'denied', Infinity, /answered 401/], ['mybusiness.googleapis.com', 'truncated', Infinity, /./], ['mybusiness.googleapis.com', 'garbage', Infinity, /cannot be read/],
    ['mybusiness.googleapis.com', 'limited', 2, null], ['mybusiness.googleapis.com', 'serverError', 1, null],
  ] as const;
  for (const [host, fault, times, cause] of faults) {
    test(`where ${host} is ${fault}${times === Infinity ? '' : ` ${times} times`}, ${cause === null ? 'asks again' : 'that part is unknown, with the cause, and the rest stays'}`, async () => {
      const area = await openListings();
      await area.made('localSeo.providers.connect', { provider: 'businessProfile', ...labKeys.grant });
      lab.setFault(host, fault, times);
      const { profile, sources } = await area.check();
      if (cause === null) assert.deepEqual(profile.data!.causes, []);
      else if (host === 'oauth2.googleapis.com') assert.ok(profile.state === 'unknown' && cause.test(profile.cause!) && sources.at(-1)!.state === 'unknown');
      else assert.deepEqual([profile.state, profile.data!.reviews, profile.data!['attributes'], profile.data!.causes.map(({ part, cause: why }) => [part, cause.test(why)])], ['read', null, ['has_wheelchair_accessible_entrance'], [['posts', true], ['reviews', true]]]);
    });
  }

  test('of an empty profile finds nothing that differs', async () => {
    const area = await openListings();
    await area.made('localSeo.providers.connect', { provider: 'businessProfile', ...labKeys.grant });
    for (const host of HOSTS.slice(1)) lab.setFault(host, 'empty');
    const { profile, differences } = await area.check();
    assert.deepEqual([profile.state, profile.data!.causes, differences.length, profile.data!['posts']], ['read', [], 2, { count: 0, newestAt: null }]);
  });

  test('goes on after a crash where it was, and reads no page twice', async () => {
    const area = await openListings();
    await area.made('localSeo.listings.check', { id: area.id });
    const death = new AbortController();
    area.site.before = url => { if (url === 'https://directory.example/dentist') death.abort(new RunLost()); };
    await area.work(death.signal);
    area.site.before = () => {};
    await area.die();
    assert.deepEqual(await area.work(), []);
    assert.equal((await area.made<Listings>('localSeo.listings.get', { id: area.id })).sources.length, 5);
    assert.equal(area.site.asked.filter(url => url === 'https://dentist.example/kontakt').length, 1);
  });

  test('of a business that nothing lists is refused, and that of another account is not there', async () => {
    const area = await openListings();
    const { id } = await area.made<{ id: string }>('localSeo.businesses.create', { name: 'Somebody', point: CENTER });
    assert.equal((await area.call('localSeo.listings.check', { id })).body.code, 'invalid_state');
    const stranger = await area.addAccount({ plan: 'pro' });
    for (const operation of ['localSeo.listings.check', 'localSeo.listings.get', 'localSeo.businesses.reputation']) assert.equal((await area.call(operation, { id: area.id }, stranger)).status, 404);
  });
});
