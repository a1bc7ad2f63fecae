import assert from 'node:assert/strict';
import test from 'node:test';
import { networksOf } from './networks.ts';

const network = (asn: number | null, country: string | null) => ({ asn, name: asn === null ? null : `NET-${asn}`, domain: null, country });

test('networks and countries are added up, most messages first, without what the data do not have', () => {
  const known = new Map([['192.0.2.1', network(64500, 'DE')], ['192.0.2.2', network(64501, 'DE')], ['192.0.2.3', network(64501, null)], ['192.0.2.4', network(null, 'US')]]);
  const sources = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'].map((ip, at) => ({ ip, messages: at + 2 }));
  assert.deepEqual(networksOf(sources, ip => known.get(ip) ?? null), {
    asns: [{ asn: 64501, name: 'NET-64501', messages: 7 }, { asn: 64500, name: 'NET-64500', messages: 2 }],
    countries: [{ country: 'DE', messages: 5 }, { country: 'US', messages: 5 }],
  });
});

test('ten of each are listed at most', () => {
  const sources = Array.from({ length: 30 }, (_, at) => ({ ip: `192.0.2.${at}`, messages: at + 1 }));
  const { asns } = networksOf(sources, ip => network(64500 + Number(ip.split('.')[3]), 'DE'));
  assert.deepEqual([asns.length, asns[0]], [10, { asn: 64529, name: 'NET-64529', messages: 30 }]);
});
