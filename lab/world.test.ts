import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { checkRules } from '../src/checks/index.ts';
import { inCidr, parseCidr, parseIp } from '../src/core/ip.ts';
import { loadWorld, readWorld } from './world.ts';
import { addressesOf } from './world/records.ts';

const NOW = Date.UTC(2026, 10, 21);

const base = `
servers:
  - { name: ns1.lab-dns.net, addresses: [45.54.11.53] }
  - { name: ns2.lab-dns.net, addresses: [45.54.12.53] }
parts:
  web: { records: '@ A 45.54.80.80' }
  spf: { records: '@ TXT "v=spf1 mx -all"' }
words: { long: '${'k'.repeat(300)}' }
`;
const read = (domains: string) => readWorld([{ file: 'base.yaml', text: base }, { file: 'new.yaml', text: domains }], NOW);
const one = (fields: string) => read(`domains:\n  - name: a.example\n${fields.replace(/^/gm, '    ')}`).domains[0]!;

suite('a domain needs little more than its name', () => {
  test('everything else has a default', () => {
    assert.deepEqual(one(''), {
      name: 'a.example', says: '', shows: [], signed: true, ds: 'right', servers: ['ns1.lab-dns.net', 'ns2.lab-dns.net'],
      records: '@ A 45.54.80.80\n@ TXT "v=spf1 mx -all"', faults: [], pages: [], mailServers: [],
      registration: {
        registrar: { name: 'Lab Registrar Ltd', ianaId: 9990 }, createdAt: '2023-08-09T00:00:00.000Z', updatedAt: '2026-08-23T00:00:00.000Z', expiresAt: '2027-09-17T00:00:00.000Z',
        statuses: ['clientTransferProhibited'], nameservers: ['ns1.lab-dns.net', 'ns2.lab-dns.net'], via: 'rdap', delegationSigned: true,
      },
    });
  });
  test('`except` leaves parts out', () => {
    assert.equal(one('except: [spf]').records, '@ A 45.54.80.80');
    assert.equal(one('except: all').records, '');
  });
  test('NS records of the zone are the delegation unless it is given', () => {
    assert.deepEqual(one('records: |\n  @ NS ns1.lab-dns.net.\n  @ NS ns').delegatedTo, ['ns1.lab-dns.net', 'ns.a.example']);
    assert.deepEqual(one('delegatedTo: [ns2.lab-dns.net]\nrecords: "@ NS ns1.lab-dns.net."').delegatedTo, ['ns2.lab-dns.net']);
  });
  test('words are replaced, macros of SPF stay, and long strings are split', () => {
    assert.equal(one(`except: all\nrecords: '@ TXT "exists:%{d}.{domain}"'`).records, '@ TXT "exists:%{d}.a.example"');
    assert.equal(one(`except: all\nrecords: '@ TXT "{long}"'`).records, `@ TXT "${'k'.repeat(255)}" "${'k'.repeat(45)}"`);
  });
  test('days become dates, and dates stay', () => {
    const { registration } = one('registration: { createdAt: -10d, expiresAt: 2030-01-01T00:00:00Z }');
    assert.deepEqual([registration?.createdAt, registration?.expiresAt], ['2026-11-11T00:00:00.000Z', '2030-01-01T00:00:00Z']);
    assert.equal(one('registration: none').registration, null);
  });
  test('how it is signed is told in short or in full', () => {
    assert.deepEqual([one('signed: false').registration?.delegationSigned, one('ds: none').registration?.delegationSigned], [false, false]);
    const { dnssec } = one('dnssec: { keys: [{ role: ksk, algorithm: 8 }, { role: zsk, algorithm: 8, bits: 1024 }], flaws: [{ flaw: corrupt, name: www, type: A }] }');
    assert.deepEqual(dnssec?.keys.map(({ name, role, bits }) => [name, role, bits]), [['ksk', 'ksk', 2048], ['zsk', 'zsk', 1024]]);
    assert.deepEqual(dnssec?.ds, [{ key: 'ksk', digest: 2, wrong: false }]);
    assert.deepEqual(dnssec?.flaws.map(({ flaw, name, type }) => [flaw, name, type]), [['corrupt', 'www.a.example', 'A']]);
  });
  test('names of faults and pages are relative to the domain, and a page of its own goes before that of a part', () => {
    assert.deepEqual(one('faults: [{ at: resolver, name: _dmarc, fault: drop }]').faults, [{ at: 'resolver', name: '_dmarc.a.example', fault: 'drop' }]);
    const part = 'parts:\n  page: { records: "", pages: [{ host: "@", body: theirs }] }\n';
    const pages = read(`${part}domains: [{ name: a.example, pages: [{ host: '@', body: ours }] }]`).domains[0]!.pages;
    assert.deepEqual(pages.map(({ host, path, body }) => ({ host, path, body })), [{ host: 'a.example', path: '/', body: 'ours' }]);
  });
});

suite('what cannot be read is refused with file, domain and field', () => {
  const cases: [says: string, domains: string, message: string][] = [
    ['no YAML', 'domains: [', 'new.yaml: '],
    ['a name with a dot at the end', 'domains: [{ name: a.example. }]', 'new.yaml: a.example..name: must be a lower-case name'],
    ['a field that is not known', 'domains: [{ name: a.example, sings: true }]', 'new.yaml: a.example: Unrecognized key: "sings"'],
    ['an unknown fault', 'domains: [{ name: a.example, faults: [{ at: resolver, fault: sleep }] }]', 'new.yaml: a.example.faults.0.fault: '],
    ['something that is no finding id', 'domains: [{ name: a.example, shows: [spf] }]', 'new.yaml: a.example.shows.0: must be the id of a finding'],
    ['a date in words', 'domains: [{ name: a.example, registration: { expiresAt: soon } }]', 'new.yaml: a.example.registration'],
    ['a part that is not known', 'domains: [{ name: a.example, except: [smtp] }]', 'new.yaml: a.example: except: no such part: smtp; there are web, spf'],
    ['a word that is not known', `domains: [{ name: a.example, records: '@ TXT "{rsa}"' }]`, 'new.yaml: a.example: records: no such word: {rsa}'],
    ['a server that is not known', 'domains: [{ name: a.example, servers: [ns9.lab-dns.net] }]', 'a.example: servers: no such server: ns9.lab-dns.net'],
    ['a fault at a server that is not known', 'domains: [{ name: a.example, faults: [{ at: ns9.lab-dns.net, fault: drop }] }]', 'a.example: faults: no such server'],
    ['the same domain twice', 'domains: [{ name: a.example }, { name: a.example }]', 'a.example: there are two domains of this name'],
    ['the same address twice', 'servers: [{ name: ns3.lab-dns.net, addresses: [45.54.11.53] }]', '45.54.11.53: two servers have this address'],
    ['an address that is none', 'servers: [{ name: ns3.lab-dns.net, addresses: [45.54.11] }]', 'new.yaml: servers.0.addresses.0: '],
    ['a page whose host has no address', 'domains: [{ name: a.example, pages: [{ host: web }] }]', 'a.example: pages: web.a.example has no address'],
    ['two certificates for one host', `domains: [{ name: a.example, pages: [{ host: '@' }, { host: '@', path: /x, certificate: expired }] }]`, 'a.example: pages: a.example has more than one certificate'],
    ['a key that the zone does not have', 'domains: [{ name: a.example, dnssec: { keys: [{ role: ksk }, { role: zsk }], ds: [{ key: csk }] } }]', 'new.yaml: a.example: dnssec: no such key: csk; there are ksk, zsk'],
    ['a flaw of signing that is not known', 'domains: [{ name: a.example, dnssec: { flaws: [{ flaw: late }] } }]', 'new.yaml: a.example.dnssec.flaws.0.flaw: '],
    ['WHOIS without a host for it', 'domains: [{ name: a.io, registration: { via: whois } }]', 'io: whois.nic.io has no address'],
    ['RDAP and WHOIS in one registry', 'domains: [{ name: a.io, registration: { via: whois } }, { name: b.io }]', 'io: registrations by RDAP and by WHOIS'],
  ];
  for (const [says, domains, message] of cases) {
    test(says, () => assert.throws(() => read(domains), (error: Error) => error.message.startsWith(message) || assert.fail(error.message)));
  }
});

/** Rules that no domain is made for: they are advice that most domains here get, or show only in what registries leave out. */
const madeForNone: ReadonlySet<string> = new Set(['dane.missing', 'reg.redacted', 'reg.unavailable']);

suite('the world of the lab', () => {
  const world = loadWorld(NOW);
  const shown = world.domains.filter(({ says }) => says !== '');

  test('has at least 48 domains to check', () => assert.ok(shown.length >= 48, String(shown.length)));
  test('says of each in one sentence what it shows', () => {
    assert.deepEqual(shown.filter(({ says }) => !/^[A-Z\d].{10,140}[^.]$/.test(says)).map(({ name }) => name), []);
    assert.deepEqual(world.domains.filter(({ says, shows }) => says === '' && shows.length > 0).map(({ name }) => name), []);
  });
  test('shows every finding that it can', () => {
    const ids = new Set(shown.flatMap(({ shows }) => shows));
    const wanted = checkRules.map(({ id }) => id).filter(id => !madeForNone.has(id));
    assert.ok(wanted.length > 180, String(wanted.length));
    assert.deepEqual(wanted.filter(id => !ids.has(id)), []);
    assert.deepEqual([...ids].filter(id => !wanted.includes(id)), []);
  });
  test('starts with a domain that has nothing to complain about', () => {
    assert.deepEqual(world.domains.find(({ name }) => name === 'healthy.example')?.shows, []);
  });
  test('has addresses that look public', () => {
    const ranges = ['45.54.0.0/16', '2a0e:b100::/32'].map(range => parseCidr(range)!);
    const isLab = (address: string) => ranges.some(range => inCidr(parseIp(address)!, range));
    const hosts = world.domains.filter(({ shows }) => !shows.some(id => id.endsWith('.bogon'))).flatMap(domain =>
      [...domain.records.matchAll(/^\S+ A{1,4} (\S+)$/gm)].map(([, address]) => address!));
    assert.ok(hosts.length > 400);
    // Answers of blocklists are no places (RFC 5782 §2.1).
    const positions = [...hosts.filter(address => !address.startsWith('127.')), ...world.servers.flatMap(({ addresses }) => addresses)];
    assert.deepEqual(positions.filter(address => !isLab(address)), []);
  });
  test('gives every web host an address', () => {
    for (const { pages } of world.domains) for (const { host } of pages) assert.notDeepEqual(addressesOf(world, host), [], host);
  });
});
