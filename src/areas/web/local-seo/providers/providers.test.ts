import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { searchProviders } from '../../../../core/outside/local-search.ts';
import type { LocalQuery, WebQuery } from './connector.ts';
import { FREE_FIELD_MASK } from './google.ts';
import { connectors } from './index.ts';

const at: LocalQuery = { keyword: 'Zahnarzt & Söhne', point: { lat: 48.2082, lng: 16.3738 }, nearMeters: 500, reachMeters: 5000, language: 'de', country: 'AT' };
const web: WebQuery = { keyword: 'dentist vienna', language: 'de', country: 'AT', device: 'mobile' };
const listed = (outcome: { outcome: string }): unknown => (outcome.outcome === 'listed' ? (outcome as unknown as { listings: unknown }).listings : outcome);

suite('each provider is asked in its own form', () => {
  test('Google: one page of ids with the free field mask', () => {
    const { path, headers, json } = connectors.google.local!.request(at);
    assert.deepEqual([path, headers, JSON.parse(json!)], ['v1/places:searchText', { 'X-Goog-FieldMask': FREE_FIELD_MASK }, {
      textQuery: 'Zahnarzt & Söhne', pageSize: 20, languageCode: 'de', regionCode: 'AT', locationBias: { circle: { center: { latitude: 48.2082, longitude: 16.3738 }, radius: 500 } },
    }]);
  });
  const paths: readonly (readonly [name: string, path: string, wanted: string])[] = [
    ['SerpApi', connectors.serpApi.local!.request(at).path, 'search.json?engine=google_maps&type=search&q=Zahnarzt+%26+S%C3%B6hne&ll=%4048.2082%2C16.3738%2C14z&hl=de&gl=at'],
    ['SerpApi, web results', connectors.serpApi.web!.request(web).path, 'search.json?engine=google&q=dentist+vienna&hl=de&gl=at&device=mobile&num=100'],
    ['Photon', connectors.photon.local!.request(at).path, 'api?q=Zahnarzt+%26+S%C3%B6hne&lat=48.2082&lon=16.3738&limit=40'],
    ['Overpass', decodeURIComponent(connectors.overpass.local!.request({ ...at, keyword: 'Dentist' }).path), 'api/interpreter?data=[out:json][timeout:25];nwr(around:5000,48.2082,16.3738)["amenity"="dentist"];out+center+200;'],
    ['SearXNG', connectors.searxng.web!.request(web).path, 'search?q=dentist+vienna&format=json&language=de-AT&pageno=1'],
  ];
  for (const [name, path, wanted] of paths) test(name, () => assert.equal(path, wanted));
  test('DataForSEO', () => assert.deepEqual(JSON.parse(connectors.dataForSeo.local!.request(at).json!), [{ keyword: 'Zahnarzt & Söhne', location_coordinate: '48.2082,16.3738,14z', language_code: 'de', depth: 20 }]));
  test('DataForSEO, web results', () => assert.deepEqual(JSON.parse(connectors.dataForSeo.web!.request(web).json!), [{ keyword: 'dentist vienna', language_code: 'de', location_name: 'Austria', device: 'mobile', depth: 100 }]));
  test('Nominatim, within the box that is in reach', () => {
    const query = new URLSearchParams(connectors.nominatim.local!.request(at).path.split('?')[1]);
    const [west, north, east, south] = query.get('viewbox')!.split(',').map(Number);
    assert.ok(Math.abs((north! - south!) * 111_200 - 10_000) < 20 && west! < 16.3738 && east! > 16.3738, query.get('viewbox')!);
    assert.deepEqual([query.get('q'), query.get('bounded'), query.get('format')], [at.keyword, '1', 'jsonv2']);
  });
  test('Overpass takes tags that are written out, and nothing that leaves the tag', () => {
    const { refuses } = connectors.overpass.local!;
    assert.deepEqual(['shop=bakery', 'bakery', 'a"]; out;', 'the best bakery', 'shop=*'].map(keyword => refuses!(keyword) === null), [true, true, false, false, false]);
  });
});

suite('what a provider answers is read', () => {
  const cases: readonly (readonly [says: string, read: unknown, wanted: unknown])[] = [
    ['Google: nothing found is an empty object', listed(connectors.google.local!.read({})), []],
    ['Google: what is no id is passed over', listed(connectors.google.local!.read({ places: [{ id: 'ChIJ1' }, { id: 7 }, {}, null, { id: 'a\u0000b' }] })), [{ id: 'ChIJ1', name: null, point: null, website: null }, { id: '7', name: null, point: null, website: null }]],
    ['SerpApi: a listing needs no position and no website', listed(connectors.serpApi.local!.read({ local_results: [{ place_id: 'x', title: 'A\nB' }] })), [{ id: 'x', name: 'A B', point: null, website: null, rating: null, reviews: null }]],
    ['SerpApi: ratings, where they are ones', listed(connectors.serpApi.local!.read({ local_results: [{ place_id: 'x', title: 'A', rating: 4.5, reviews: 12 }, { place_id: 'y', title: 'B', rating: 11, reviews: 'many' }] })), [{ id: 'x', name: 'A', point: null, website: null, rating: 4.5, reviews: 12 }, { id: 'y', name: 'B', point: null, website: null, rating: null, reviews: null }]],
    ['SerpApi: no results are none', listed(connectors.serpApi.local!.read({ error: "Google hasn't returned any results for this query." })), []],
    ['SerpApi: an error is none of ours to repeat', connectors.serpApi.local!.read({ error: 'Invalid API key. abc' }), { outcome: 'refused', cause: 'it answered with an error', fatal: true }],
    ['DataForSEO: advertisements are no listings', listed(connectors.dataForSeo.local!.read({ status_code: 20_000, tasks: [{ status_code: 20_000, result: [{ items: [{ type: 'maps_paid_item', place_id: 'ad' }, { type: 'maps_search', place_id: 'x', title: 'A', url: 'javascript:1', latitude: 48, longitude: 500, rating: { value: 4.1, votes_count: 3 } }] }] }] })), [{ id: 'x', name: 'A', point: null, website: null, rating: 4.1, reviews: 3 }]],
    ['DataForSEO: nothing found', listed(connectors.dataForSeo.local!.read({ status_code: 20_000, tasks: [{ status_code: 40_102, result: null }] })), []],
    ['DataForSEO: an account without money', connectors.dataForSeo.local!.read({ status_code: 40_210, tasks: [] }), { outcome: 'refused', cause: 'it answered with the status 40210', fatal: true }],
    ['DataForSEO: a limit', connectors.dataForSeo.local!.read({ status_code: 40_202 }), { outcome: 'refused', cause: 'it answered with the status 40202', fatal: false }],
    ['Nominatim: something else than a list', connectors.nominatim.local!.read({ error: 'x' }), { outcome: 'refused', cause: 'it sent no list', fatal: false }],
    ['Photon', listed(connectors.photon.local!.read({ features: [{ properties: { osm_type: 'W', osm_id: 5, name: 'A' }, geometry: { coordinates: [16, 48] } }, { properties: { osm_type: 'X', osm_id: 5 }, geometry: { coordinates: [16, 48] } }] })), [{ id: 'way/5', name: 'A', point: { lat: 48, lng: 16 }, website: null }]],
    ['Overpass: a way by its middle, a node without tags', listed(connectors.overpass.local!.read({ elements: [{ type: 'way', id: 5, center: { lat: 48, lon: 16 }, tags: { name: 'A', 'contact:website': 'https://a.example/' } }, { type: 'node', id: 6, lat: 1, lon: 2 }] })), [{ id: 'way/5', name: 'A', point: { lat: 48, lng: 16 }, website: 'https://a.example/' }, { id: 'node/6', name: null, point: { lat: 1, lng: 2 }, website: null }]],
    ['Overpass: an answer that broke off', connectors.overpass.local!.read({ elements: [], remark: 'runtime error: Query timed out' }), { outcome: 'refused', cause: 'it came to no end', fatal: false }],
    ['SearXNG: no engine answered', connectors.searxng.web!.read({ results: [], unresponsive_engines: [['google', 'timeout']] }), { outcome: 'refused', cause: 'none of its search engines answered', fatal: false }],
    ['SearXNG', connectors.searxng.web!.read({ results: [{ url: 'https://a.example/', title: 'A' }], answers: ['42'], unresponsive_engines: [] }), { outcome: 'ranked', results: [{ url: 'https://a.example/', title: 'A' }], features: ['answerBox'], localPack: [] }],
  ];
  for (const [says, read, wanted] of cases) test(says, () => assert.deepEqual(read, wanted));

  test('whatever it is, no reader throws', () => {
    for (const id of searchProviders) {
      for (const reply of [null, 1, 'x', [], {}, [null], { places: {} }, { tasks: [[]], status_code: 20_000 }, { features: [null] }, { elements: [{}] }]) {
        for (const engine of [connectors[id].local, connectors[id].web]) assert.ok(engine === null || typeof engine.read(reply).outcome === 'string');
      }
    }
  });

  test('every provider says what it costs, allows and who says so', () => {
    for (const id of searchProviders) {
      const { terms, price, local, web: engine } = connectors[id];
      assert.ok(terms.says !== '' && price !== '' && URL.canParse(terms.url) && (local ?? engine) !== null && connectors[id].id === id);
    }
  });
});
