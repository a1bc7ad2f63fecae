import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { createIpData } from './ip-data.ts';
import { writeMmdb } from './testing/mmdb.ts';

const folder = mkdtempSync(join(tmpdir(), 'dss-ip-data-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const TABLE = [
  '192.0.2.0\t192.0.2.127\t64500\tDE\tEXAMPLE-NET Example GmbH', '192.0.2.128\t192.0.2.255\t0\tNone\tNot routed', '198.51.100.0\t198.51.100.255\t64501\tUS\tOTHER',
  '2001:db8::\t2001:db8:0:ffff:ffff:ffff:ffff:ffff\t64500\tDE\tEXAMPLE-NET Example GmbH', '',
].join('\n');

let nowMs = 0;
const clock = { now: () => nowMs, monotonicMs: () => nowMs };

function put(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(...paths: string[]) {
  const data = createIpData({ paths, clock });
  await data.refresh();
  return data;
}

suite('a table of ranges', () => {
  const example = { asn: 64500, name: 'EXAMPLE-NET Example GmbH', domain: null, country: 'DE' };
  const cases: [string, string, unknown][] = [
    ['the first address of a range', '192.0.2.0', example],
    ['the last', '192.0.2.127', example],
    ['one that nobody announces', '192.0.2.128', null],
    ['before all', '1.1.1.1', null],
    ['behind all', '203.0.113.1', null],
    ['IPv6', '2001:db8:0:1::5', example],
    ['IPv6 behind the range', '2001:db8:1::', null],
    ['no address', 'x', null],
  ];
  for (const [name, ip, expected] of cases) {
    test(name, async () => assert.deepEqual((await read(put('table.tsv', TABLE))).networkOf(ip), expected));
  }
});

suite('MMDB files', () => {
  const cases: [string, string, Record<string, unknown>, unknown, RegExp][] = [
    ['IPinfo', 'ipinfo generic_lite.mmdb', { asn: 'AS64500', as_name: 'Example GmbH', as_domain: 'Example.net', country_code: 'DE' }, { asn: 64500, name: 'Example GmbH', domain: 'example.net', country: 'DE' }, /IPinfo/],
    ['DB-IP', 'DBIP-ASN-Lite', { autonomous_system_number: 64500, autonomous_system_organization: 'Example GmbH' }, { asn: 64500, name: 'Example GmbH', domain: null, country: null }, /DB-IP/],
    ['GeoLite2', 'GeoLite2-Country', { country: { iso_code: 'DE' } }, { asn: null, name: null, domain: null, country: 'DE' }, /MaxMind/],
    ['fields of other kinds', 'Something', { asn: 'x', as_name: 5, country: 'Germany' }, { asn: null, name: null, domain: null, country: null }, /Something/],
  ];
  for (const [name, type, record, expected, attribution] of cases) {
    test(name, async () => {
      const data = await read(put('one.mmdb', writeMmdb(type, '192.0.2.0/24', record)));
      assert.deepEqual(data.networkOf('192.0.2.9'), expected);
      assert.equal(data.networkOf('198.51.100.9'), null);
      assert.equal(data.networkOf('2001:db8::1'), null);
      const state = data.state();
      assert.ok(state.outcome === 'configured');
      assert.match(state.files[0]!.attribution, attribution);
    });
  }

  test('two files fill in for one another', async () => {
    const [asn, country] = [put('asn.tsv', '192.0.2.0\t192.0.2.255\t64500\t-\tEXAMPLE'), put('country.mmdb', writeMmdb('GeoLite2-Country', '192.0.2.0/24', { country: { iso_code: 'DE' } }))];
    assert.deepEqual((await read(asn, country)).networkOf('192.0.2.1'), { asn: 64500, name: 'EXAMPLE', domain: null, country: 'DE' });
  });
});

suite('without data, and with damaged ones', () => {
  test('says that none are configured', async () => {
    const data = await read();
    assert.deepEqual([data.networkOf('192.0.2.1'), data.state()], [null, { outcome: 'notConfigured' }]);
  });
  const damaged: Record<string, string | Buffer | null> = {
    'a file that is not there': null,
    'an empty file': '',
    'another kind of file': 'hello\nworld\n',
    'an MMDB file that breaks off': writeMmdb('GeoLite2-ASN', '192.0.2.0/24', { asn: 'AS1' }).subarray(-120),
  };
  for (const [name, content] of Object.entries(damaged)) {
    test(`tells of ${name}`, async () => {
      const data = await read(content === null ? join(folder, 'nothing') : put('damaged', content));
      assert.equal(data.networkOf('192.0.2.1'), null);
      const state = data.state();
      assert.ok(state.outcome === 'configured' && state.faults.length === 1 && state.faults[0]!.cause !== '', JSON.stringify(state));
    });
  }
});

test('a file that changes is read again after a minute, and a damaged one leaves what was read before', async () => {
  const path = put('changing.tsv', '192.0.2.0\t192.0.2.255\t64500\tDE\tOLD');
  const data = await read(path);
  const change = (content: string, seconds: number) => {
    writeFileSync(path, content);
    utimesSync(path, seconds, seconds);
  };
  change('192.0.2.0\t192.0.2.255\t64500\tDE\tNEW', 1000);
  assert.equal(data.networkOf('192.0.2.1')?.name, 'OLD');
  nowMs += 60_000;
  // Starts the reload; what it finds is there for later calls.
  data.networkOf('192.0.2.1');
  await data.refresh();
  assert.equal(data.networkOf('192.0.2.1')?.name, 'NEW');
  change('nothing', 2000);
  await data.refresh();
  assert.equal(data.networkOf('192.0.2.1')?.name, 'NEW');
  const state = data.state();
  assert.ok(state.outcome === 'configured' && state.faults.length === 1);
});
