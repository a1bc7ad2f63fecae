import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { cityAround, labKeys, metersBetween, rankedAt, startLocalSearch, type CityBusiness, type LocalSearchServer } from '../../../../../lab/services/local-search/index.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { pauseOne, resumeOne } from '../../../platform/runs/pause.ts';
import { RunLost } from '../../../platform/runs/retry.ts';
import { days } from '../businesses/hours.ts';
import { CENTER, openLocalSeo } from '../local.sample.ts';
import { scanningGrids } from './schedule.ts';

interface Scan { id: string; status: string; cause: string | null; provider: { rankKind: string; says: string }; metrics: Record<string, number | null>; competitors: { placeId: string; name: string | null; metrics: Record<string, number | null> }[]; results: { lat: number; lng: number; row: number; col: number; rank: number | null; status: string; inferred: boolean; cause: string | null; distanceMeters: number; listings: { placeId: string; name: string | null }[] }[] }

const city = cityAround({ ...CENTER, seed: 7, count: 90 });
/** Somewhat known, near the middle. */
const own = rankedAt(city, CENTER)[4]!;
const osmIdOf = ({ osm }: CityBusiness): string => `${osm.type}/${osm.id}`;

let lab: LocalSearchServer;
before(async () => { lab = await startLocalSearch(); });
after(() => lab.stop());

onEachDatabase('a scan of a rank grid', open => {
  async function openArea(terms: { without?: readonly string[]; trusted?: boolean } = {}) {
    const clock = testClock();
    lab.setCity(city);
    for (const provider of ['places.googleapis.com', 'serpapi.com', 'api.dataforseo.com', 'nominatim', 'photon', 'overpass']) lab.setFault(provider, null);
    lab.takeAsked();
    const area = await openLocalSeo(await open(clock), clock, { lab, ...terms });
    const { id: businessId } = await area.made<{ id: string }>('localSeo.businesses.create', { name: own.name, point: CENTER, website: own.website, placeIds: { google: own.googleId }, country: 'AT', language: 'de' });
    const scan = async (input: Record<string, unknown>): Promise<Scan> => {
      const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId, keywords: ['dentist'], ...input });
      assert.deepEqual(await area.work(), []);
      return area.made<Scan>('localSeo.scans.get', { id });
    };
    return { ...area, businessId, scan };
  }

  test('of 7 by 7 points at Google is 49 requests with the free field mask, which ask for every point once', async () => {
    const { scan } = await openArea();
    const { status, provider, results } = await scan({});
    const asked = lab.takeAsked();
    assert.equal(asked.length, 49);
    assert.deepEqual(new Set(asked.map(({ headers }) => headers['x-goog-fieldmask'])), new Set(['places.id']));
    assert.equal(new Set(asked.map(({ question }) => question)).size, 49);
    assert.deepEqual([status, provider.rankKind, results.length], ['completed', 'apiOrder', 49]);
    assert.match(provider.says, /^API order, not Maps/);
    assert.deepEqual(new Set(results.flatMap(({ listings }) => listings.map(({ name }) => name))), new Set([null]), 'no names of Google are kept');
  });

  for (const [provider, gridSize] of [['google', 7], ['serpApi', 5], ['dataForSeo', 5]] as const) {
    test(`by ${provider} has the ranks and metrics that the city gives by its own calculation`, async () => {
      const { scan } = await openArea();
      const { metrics, results, competitors } = await scan({ provider, gridSize, spacingMeters: 900, maxCostUsd: 1 });
      const lists = results.map(point => rankedAt(city, point).slice(0, 20));
      const ranks = lists.map(list => list.indexOf(own) + 1);
      assert.deepEqual(results.map(({ rank }) => rank ?? 0), ranks);
      assert.ok(new Set(ranks).size > 3 && ranks.includes(0), 'the city is no plain one');
      const found = ranks.filter(rank => rank > 0);
      const mean = (numbers: readonly number[]): number => Number((numbers.reduce((a, b) => a + b) / numbers.length).toFixed(2));
      const { arp, atrp, solv, foundShare, top3, top10 } = metrics;
      assert.deepEqual({ arp, atrp, solv, foundShare, top3, top10 }, {
        arp: mean(found), atrp: mean(ranks.map(rank => rank || 21)), solv: mean(ranks.map(rank => (rank > 0 && rank <= 3 ? 100 : 0))), foundShare: mean(ranks.map(rank => (rank > 0 ? 100 : 0))),
        top3: found.filter(rank => rank <= 3).length, top10: found.filter(rank => rank <= 10).length,
      });
      const rival = competitors[0]!;
      const theirs = lists.map(list => list.findIndex(({ googleId }) => googleId === rival.placeId) + 1);
      assert.equal(rival.metrics['atrp'], mean(theirs.map(rank => rank || 21)));
      assert.ok(!competitors.some(({ placeId }) => placeId === own.googleId));
    });
  }

  for (const provider of ['nominatim', 'photon', 'overpass'] as const) {
    test(`by ${provider} goes by distance, says so, and keeps names`, async () => {
      const { scan } = await openArea();
      const { provider: { rankKind }, results } = await scan({ provider, gridSize: 3, spacingMeters: 400 });
      assert.equal(rankKind, 'proximity');
      for (const { lat, lng, listings } of results) {
        const byId = new Map(city.map(one => [osmIdOf(one), one]));
        const distances = listings.map(({ placeId }) => metersBetween(byId.get(placeId)!, { lat, lng }));
        const nearest = city.map(one => metersBetween(one, { lat, lng })).toSorted((one, other) => one - other).slice(0, 20);
        // The city reckons on a sphere: half a per cent.
        assert.ok(nearest.length === distances.length && nearest.every((meters, at) => Math.abs(meters - distances[at]!) < meters * 0.005 + 1), `${nearest.join(' ')} and ${distances.join(' ')}`);
        assert.equal(listings[0]!.name, byId.get(listings[0]!.placeId)!.name);
      }
    });
  }

  test('recognizes a business without an id by its website', async () => {
    const area = await openArea();
    const { id: businessId } = await area.made<{ id: string }>('localSeo.businesses.create', { name: 'Another name', point: CENTER, website: `https://www.${new URL(own.website).host}/de` });
    const { results } = await area.scan({ businessId, provider: 'serpApi', gridSize: 3, maxCostUsd: 1 });
    assert.deepEqual(results.map(({ rank }) => rank ?? 0), results.map(point => rankedAt(city, point).slice(0, 20).indexOf(own) + 1));
  });

  test('or by its name near where it is', async () => {
    const area = await openArea();
    const { id: businessId } = await area.made<{ id: string }>('localSeo.businesses.create', { name: `PRACTICE, ${own.name.split(' ')[1]}`, point: { lat: own.lat, lng: own.lng } });
    const { results } = await area.scan({ businessId, provider: 'nominatim', gridSize: 3, spacingMeters: 50 });
    assert.equal(results[4]!.rank, 1);
  });

  test('needs the id of Google where Google gives ids alone, and asks nothing', async () => {
    const area = await openArea();
    const { id: businessId } = await area.made<{ id: string }>('localSeo.businesses.create', { name: 'Somebody', point: CENTER });
    const { status, body } = await area.call('localSeo.geogrid.scan', { businessId, keywords: ['dentist'] });
    assert.deepEqual([status, body.code, lab.takeAsked()], [400, 'invalid_request', []]);
  });

  const refused: readonly (readonly [says: string, terms: { without?: readonly string[]; trusted?: boolean }, input: Record<string, unknown>, status: number, code: string])[] = [
    ['more than it may cost', {}, { provider: 'dataForSeo', maxCostUsd: 0.09 }, 400, 'invalid_request'],
    ['anything at all where it may cost nothing', {}, { provider: 'serpApi' }, 400, 'invalid_request'],
    ['a provider that charges, for an account that is not trusted', { trusted: false }, { provider: 'serpApi', maxCostUsd: 5 }, 403, 'forbidden'],
    ['a provider that is not set up', { without: ['DSS_GOOGLE_MAPS_KEY'] }, {}, 409, 'invalid_state'],
    ['more points than the plan has for a day', {}, { gridSize: 21, keywords: Array.from({ length: 12 }, (_, at) => `dentist ${at}`) }, 402, 'plan_upgrade_required'],
    ['an even grid', {}, { gridSize: 8 }, 400, 'invalid_request'],
    ['a keyword that Overpass has no tag for', {}, { provider: 'overpass', keywords: ['best dentist'] }, 400, 'invalid_request'],
  ];
  for (const [says, terms, input, status, code] of refused) {
    test(`refuses ${says} before the first request`, async () => {
      const area = await openArea(terms);
      const reply = await area.call('localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['dentist'], ...input });
      assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body));
      await area.work();
      assert.deepEqual(lab.takeAsked(), []);
    });
  }

  test('counts the points of a day over all scans', async () => {
    const area = await openArea();
    const keywords = Array.from({ length: 11 }, (_, at) => `dentist ${at}`);
    const input = { businessId: area.businessId, gridSize: 21, keywords };
    assert.equal((await area.call('localSeo.geogrid.scan', input)).status, 202);
    assert.equal((await area.call('localSeo.geogrid.scan', { ...input, keywords: keywords.slice(0, 1) })).body.code, 'plan_upgrade_required');
    assert.equal((await area.call('localSeo.geogrid.scan', { ...input, gridSize: 7, keywords: keywords.slice(0, 2) })).status, 202);
  });

  for (const [provider, host] of [['google', 'places.googleapis.com'], ['dataForSeo', 'api.dataforseo.com']] as const) {
    test(`asks ${provider} again where it limits or fails, after as long as it says`, async () => {
      const area = await openArea();
      lab.setFault(host, 'limited', 3);
      const { status } = await area.scan({ provider, gridSize: 3, maxCostUsd: 1 });
      const asked = lab.takeAsked();
      assert.deepEqual([status, asked.filter(one => one.status === 429).length, asked.filter(one => one.status === 200).length], ['completed', 3, 9]);
      lab.setFault(host, 'serverError', 2);
      assert.equal((await area.scan({ provider, gridSize: 3, maxCostUsd: 1 })).status, 'completed');
      assert.ok(area.pauses.some(ms => ms >= 1000));
    });
  }

  test('keeps what was answered where the rest is not, and has no ranks there', async () => {
    const area = await openArea();
    lab.setFault('serpapi.com', 'garbage', 4);
    const { status, metrics, results } = await area.scan({ provider: 'serpApi', gridSize: 3, maxCostUsd: 1 });
    assert.deepEqual([status, metrics['knownPoints'], metrics['unknownPoints']], ['partial', 5, 4]);
    assert.equal(lab.takeAsked().length, 9, 'what may be charged twice is not asked for again');
    assert.ok(results.every(({ status: is, rank, cause }) => (is === 'unknown' ? rank === null && cause !== null : cause === null)));
  });

  test('ends at once where the key is refused, and says so', async () => {
    const area = await openArea();
    lab.setFault('places.googleapis.com', 'denied');
    const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['dentist'] });
    await area.work();
    const asked = lab.takeAsked().length;
    assert.ok(asked <= 10, `${asked} requests`);
    const { status, cause } = await area.made<Scan>('localSeo.scans.get', { id });
    assert.deepEqual([status, cause], ['failed', 'it answered 403']);
  });

  test('stops where one point after the other has no answer', async () => {
    const area = await openArea();
    lab.setFault('places.googleapis.com', 'serverError');
    const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['dentist'] });
    await area.work();
    assert.ok(lab.takeAsked().length <= 20 * 4);
    assert.match((await area.made<Scan>('localSeo.scans.get', { id })).cause!, /in a row/);
  });

  test('that finds nothing is not found, which is not unknown', async () => {
    const { scan } = await openArea();
    const { status, metrics } = await scan({ keywords: ['nothing'], gridSize: 3 });
    assert.deepEqual([status, metrics['foundShare'], metrics['atrp'], metrics['arp'], metrics['unknownPoints']], ['completed', 0, 21, null, 0]);
  });

  for (const provider of ['google', 'serpApi'] as const) {
    test(`by ${provider} goes on after a crash, and spends no point twice`, async () => {
      const area = await openArea();
      const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['dentist'], provider, maxCostUsd: 1 });
      for (const dies of [7, 23]) {
        const death = new AbortController();
        const ask = area.search.current.ask;
        area.search.current = { ...area.search.current, ask: async (...question) => {
          const reply = await ask(...question);
          // The answer was charged, and never comes to be saved.
          if (++answers >= dies) death.abort(new RunLost());
          return reply;
        } };
        await area.work(death.signal);
        area.search.current = { ...area.search.current, ask };
        await area.die();
      }
      await area.work();
      const asked = lab.takeAsked().map(({ question }) => question);
      const { status, results } = await area.made<Scan>('localSeo.scans.get', { id });
      const unknown = results.filter(one => one.status === 'unknown');
      if (provider === 'serpApi') {
        assert.equal(asked.length, new Set(asked).size, 'no question was asked twice');
        assert.ok(asked.length <= 49 && asked.length >= 49 - unknown.length, `${asked.length} requests`);
        assert.ok(unknown.length > 0 && unknown.length <= 6 && unknown.every(({ cause }) => cause!.includes('charged twice')), `${unknown.length}`);
        assert.equal(status, 'partial');
      } else {
        assert.deepEqual([status, unknown.length, new Set(asked).size], ['completed', 0, 49]);
      }
      answers = 0;
    });
  }
  let answers = 0;

  test('keeps to the limit of its provider', async () => {
    const area = await openArea();
    const began = area.store.clock.now();
    await area.scan({ provider: 'serpApi', maxCostUsd: 1 });
    const seconds = (area.store.clock.now() - began) / 1000;
    assert.ok(seconds >= (49 - 5) / 2, `${seconds} s for 49 requests at two a second and five at once`);
  });

  test('that is refined asks between points only where ranks change, and says the same as the full one', async () => {
    const area = await openArea();
    const input = { provider: 'dataForSeo', gridSize: 9, spacingMeters: 120, maxCostUsd: 1 };
    const full = await area.scan(input);
    assert.equal(lab.takeAsked().length, 81);
    const refined = await area.scan({ ...input, refine: true });
    const asked = lab.takeAsked();
    const inferred = refined.results.filter(one => one.inferred);
    assert.equal(asked.length + inferred.length, 81);
    assert.ok(asked.length >= 25 && inferred.length > 0, `${asked.length} requests`);
    assert.deepEqual([refined.status, refined.metrics['knownPoints']], ['completed', 81]);
    // Between alike neighbours the synthetic city has the same rank.
    assert.deepEqual(refined.results.map(({ rank }) => rank), full.results.map(({ rank }) => rank));
    const { data } = (await area.call('localSeo.catalog')).body;
    assert.equal(data.spending.monthUsd, Math.round((81 + asked.length) * 0.002 * 10_000) / 10_000, 'what was not asked is given back');
  });

  test('that is refined goes on after a crash, and spends no point twice', async () => {
    const area = await openArea();
    const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['dentist'], provider: 'dataForSeo', gridSize: 9, spacingMeters: 400, refine: true, maxCostUsd: 1 });
    let answered = 0;
    for (const dies of [6, 31]) {
      const death = new AbortController();
      const { ask } = area.search.current;
      area.search.current = { ...area.search.current, ask: async (...question) => {
        const reply = await ask(...question);
        if (++answered >= dies) death.abort(new RunLost());
        return reply;
      } };
      await area.work(death.signal);
      area.search.current = { ...area.search.current, ask };
      await area.die();
    }
    await area.work();
    const asked = lab.takeAsked().map(({ question }) => question);
    assert.equal(asked.length, new Set(asked).size);
    const { status, results } = await area.made<Scan>('localSeo.scans.get', { id });
    assert.ok(results.every(one => one.status !== 'waiting'), status);
  });

  test('uses the key of the account, which pays for it itself, and never shows it', async () => {
    const area = await openArea({ trusted: false, without: ['DSS_SERPAPI_KEY'] });
    await area.made('localSeo.providers.connect', { provider: 'serpApi', key: labKeys.serpApi });
    const rows = await allTables(area.store.db).selectFrom('local_provider_key').select('secret').execute();
    assert.ok(rows.length === 1 && !rows[0]!.secret.includes(labKeys.serpApi));
    const { status } = await area.scan({ provider: 'serpApi', gridSize: 3, maxCostUsd: 1 });
    assert.equal(status, 'completed');
    const catalog = JSON.stringify((await area.call('localSeo.catalog')).body);
    assert.ok(!catalog.includes(labKeys.serpApi) && catalog.includes('"ownKey":true'));
    const stranger = await area.addAccount({ plan: 'pro' });
    assert.equal((await area.call('localSeo.providers.disconnect', { provider: 'serpApi' }, stranger)).status, 404);
    const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['dentist'], provider: 'serpApi', gridSize: 3, maxCostUsd: 1 });
    await area.made('localSeo.providers.disconnect', { provider: 'serpApi' });
    lab.takeAsked();
    await area.work();
    assert.deepEqual(lab.takeAsked(), [], 'without it the run asks nobody');
    assert.match((await area.made<Scan>('localSeo.scans.get', { id })).cause!, /key of the account was removed/);
  });

  test('says which fields a key has', async () => {
    const area = await openArea();
    for (const input of [{ provider: 'serpApi' }, { provider: 'dataForSeo', login: 'x' }, { provider: 'google', key: 'x', password: 'y' }]) assert.equal((await area.call('localSeo.providers.connect', input)).status, 400);
  });

  test('that would cost the month more than its cap is refused before the first request', async () => {
    const area = await openArea();
    await allTables(area.store.db).updateTable('account').set({ settings: JSON.stringify({ localSeo: { monthlyUsd: 0.03 } }) }).execute();
    await area.scan({ provider: 'dataForSeo', gridSize: 3, maxCostUsd: 1 });
    lab.takeAsked();
    const { status, body } = await area.call('localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['dentist'], provider: 'dataForSeo', gridSize: 3, maxCostUsd: 1 });
    await area.work();
    assert.deepEqual([status, body.code, lab.takeAsked()], [409, 'limit_reached', []]);
    assert.equal((await area.scan({ gridSize: 3 })).status, 'completed', 'what is free is not capped');
  });

  test('is made regularly, within opening hours, and says why one was not made', async () => {
    const area = await openArea();
    const { clock } = area.store;
    const due = () => area.store.transaction(tx => scanningGrids.due(tx, area.services as never, clock.now(), 10));
    const change = (input: Record<string, unknown>) => area.call('localSeo.businesses.update', { id: area.businessId, ...input });
    const schedule = { keywords: ['dentist'], gridSize: 3, everyDays: 2 };
    assert.equal((await change({ schedule: { ...schedule, withinHours: true } })).status, 400, 'without hours');
    assert.equal((await change({ schedule: { ...schedule, provider: 'serpApi' } })).status, 400, 'it may cost nothing');
    assert.equal((await area.call('localSeo.businesses.get', { id: area.businessId })).body.data.schedule, null);
    await change({ hours: [], timeZone: 'UTC' });
    assert.equal((await change({ schedule })).status, 200);
    assert.deepEqual([await due(), await due()], [1, 0]);
    await area.work();
    assert.equal(lab.takeAsked().length, 9);
    const { body: { data: [scan] } } = await area.call('localSeo.scans.list');
    assert.equal(scan.during, 'closedHours');
    await allTables(area.store.db).updateTable('account').set({ settings: JSON.stringify({ localSeo: { monthlyUsd: 0 } }) }).execute();
    assert.equal((await change({ schedule: { ...schedule, provider: 'dataForSeo', maxCostUsd: 1 } })).status, 200);
    assert.equal(await due(), 1);
    await area.work();
    assert.deepEqual(lab.takeAsked(), []);
    assert.match((await area.call('localSeo.businesses.get', { id: area.businessId })).body.data.schedule.skipped, /monthlyUsd/);
    const now = new Date(clock.now());
    const day = days[(now.getUTCDay() + 7) % 7]!;
    await change({ hours: [{ days: [day], opens: '09:00', closes: '10:00' }], schedule: { ...schedule, withinHours: true } });
    assert.equal(await due(), 1);
    await area.work();
    assert.deepEqual(lab.takeAsked(), [], 'it waits until the business is open');
    const { nextAt } = (await area.call('localSeo.businesses.get', { id: area.businessId })).body.data.schedule;
    assert.match(nextAt, /T09:00:00/);
    assert.match((await area.call('localSeo.businesses.get', { id: area.businessId })).body.data.schedule.skipped, /will start when it opens/);
  });

  test('that is wanted within opening hours waits until the business is open, and says so', async () => {
    const area = await openArea();
    const { clock } = area.store;
    const input = { businessId: area.businessId, keywords: ['dentist'], gridSize: 3, withinHours: true };
    const change = (hours: object) => area.call('localSeo.businesses.update', { id: area.businessId, timeZone: 'UTC', hours });
    assert.equal((await area.call('localSeo.geogrid.scan', input)).status, 400, 'without hours');
    await change([]);
    assert.equal((await area.call('localSeo.geogrid.scan', input)).status, 400, 'it never opens');
    assert.equal((await area.call('localSeo.businesses.update', { id: area.businessId, schedule: { keywords: ['dentist'], everyDays: 7, withinHours: true } })).status, 400, 'nor regularly');
    const tomorrow = new Date(clock.now() + 86_400_000);
    const opensAt = tomorrow.setUTCHours(9, 0, 0, 0);
    await change([{ days: [days[(tomorrow.getUTCDay() + 6) % 7]!], opens: '09:00', closes: '10:00' }]);
    const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', input);
    await area.work();
    assert.deepEqual(lab.takeAsked(), []);
    const waiting = await area.made<Scan & { startsAt: string; during: string }>('localSeo.scans.get', { id });
    assert.deepEqual([waiting.status, Date.parse(waiting.startsAt), waiting.during], ['queued', opensAt, 'unknown']);
    const { queue, store: { db }, account: { id: accountId } } = area;
    await pauseOne(db, { queue, now: clock.now() }, accountId, id);
    await resumeOne(db, { queue, now: clock.now() }, accountId, id);
    await area.work();
    assert.deepEqual(lab.takeAsked(), [], 'it waits again after a pause');
    (area.store.clock as ReturnType<typeof testClock>).advance(opensAt - clock.now());
    await area.work();
    const { status, during } = await area.made<Scan & { during: string }>('localSeo.scans.get', { id });
    assert.deepEqual([status, during, lab.takeAsked().length], ['completed', 'openingHours', 9]);
  });

  test('keeps ratings of the business and of those around it, without names', async () => {
    const area = await openArea();
    await area.scan({ provider: 'serpApi', gridSize: 3, maxCostUsd: 1 });
    const reviewed = city.map(one => (one === own ? { ...one, reviews: one.reviews + 12, rating: one.rating - 0.1 } : one));
    lab.setCity(reviewed);
    await area.scan({ provider: 'serpApi', gridSize: 3, maxCostUsd: 1 });
    const { body: { data } } = await area.call('localSeo.businesses.reputation', { id: area.businessId, provider: 'serpApi' });
    assert.deepEqual([data.own.placeId, data.own.reviews, data.own.reviewsChange, data.own.ratingChange, data.own.points.length], [own.googleId, own.reviews + 12, 12, -0.1, 2]);
    assert.ok(data.competitors.length > 3 && data.competitors.every((one: { reviews: number; placeId: string }) => city.some(({ googleId, reviews }) => googleId === one.placeId && reviews === one.reviews)));
    assert.ok(!JSON.stringify(data).includes('Practice'));
  });

  test('shows how much equal scans differ within a day', async () => {
    const area = await openArea();
    await area.scan({ gridSize: 3 });
    lab.setCity(city.map(one => (one === own ? { ...one, prominence: 1 } : one)));
    await area.scan({ gridSize: 3 });
    await area.scan({ gridSize: 5 });
    const { scans, noise } = await area.made<{ scans: { metrics: { atrp: number }; comparable: boolean }[]; noise: { pairs: number; atrp: number } }>('localSeo.trends', { businessId: area.businessId, keyword: 'dentist' });
    assert.deepEqual(scans.map(({ comparable }) => comparable), [false, false, true]);
    assert.deepEqual([noise.pairs, noise.atrp], [1, Number(Math.abs(scans[0]!.metrics.atrp - scans[1]!.metrics.atrp).toFixed(2))]);
  });

  test('of another account is not there', async () => {
    const area = await openArea();
    const { id } = await area.scan({ gridSize: 3 });
    const stranger = await area.addAccount({ plan: 'pro' });
    for (const [operation, input] of [['localSeo.scans.get', { id }], ['localSeo.geogrid.scan', { businessId: area.businessId, keywords: ['x'] }], ['localSeo.trends', { businessId: area.businessId, keyword: 'dentist' }], ['localSeo.businesses.delete', { id: area.businessId }]] as const) {
      assert.equal((await area.call(operation, input, stranger)).status, 404);
    }
    assert.deepEqual((await area.call('localSeo.scans.list', {}, stranger)).body.data, []);
  });
});
