import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Dns, Lookup } from '../../../../core/lookup.ts';
import type { SpfNode } from '../../../../checks/spf/tree.ts';
import { askSpfHosts, spfHolder } from './spf-holder.ts';

const empty = { via: null, lookups: 0, voidLookups: 0, error: null, nxdomain: false, failed: null, all: null, children: [], targets: [] };
const node = (domain: string, record: string | null, more: Partial<SpfNode> = {}): SpfNode => ({ ...empty, domain, kind: 'root', record, ...more });
const include = (domain: string, record: string | null, more: Partial<SpfNode> = {}): SpfNode => node(domain, record, { kind: 'include', via: `include:${domain}`, ...more });
const failed = { outcome: 'failed', kind: 'timeout', cause: 'timeout' } as const;

const tree = node('example.com', 'v=spf1 ip4:192.0.2.0/24 -ip4:198.51.100.9 ip6:2001:db8::/32 include:_spf.example.com include:mail.example.net a:web.example.com mx ~all', {
  children: [
    include('_spf.example.com', 'v=spf1 include:deep.example.org ip4:203.0.113.0/28 -all', { children: [include('deep.example.org', 'v=spf1 ip4:198.51.100.0/24 -all')] }),
    include('mail.example.net', 'v=spf1 redirect=more.example.net', { children: [node('more.example.net', 'v=spf1 ip4:203.0.113.64/26 ?all', { kind: 'redirect', via: 'redirect=more.example.net' })] }),
  ],
});
const hosts = new Map<string, readonly string[] | null>([['a:web.example.com', ['203.0.113.200']], ['mx:example.com', ['203.0.113.201', '2001:db9::1']]]);

suite('the term that lets an address send', () => {
  const own = (term: string, at = 'example.com') => ({ term, at, include: null });
  const cases: [string, string, unknown][] = [
    ['in the record itself', '192.0.2.77', own('ip4:192.0.2.0/24')],
    ['IPv6', '2001:db8:1::1', own('ip6:2001:db8::/32')],
    ['IPv4 that came as IPv6', '::ffff:192.0.2.77', own('ip4:192.0.2.0/24')],
    ['refused before it is allowed', '198.51.100.9', null],
    ['below an include of the domain\'s own, named by the first of others', '198.51.100.10', { term: 'ip4:198.51.100.0/24', at: 'deep.example.org', include: 'deep.example.org' }],
    ['in an include of the domain\'s own', '203.0.113.3', own('ip4:203.0.113.0/28', '_spf.example.com')],
    ['behind a redirect of an include', '203.0.113.70', { term: 'ip4:203.0.113.64/26', at: 'more.example.net', include: 'mail.example.net' }],
    ['a host', '203.0.113.200', own('a:web.example.com')],
    ['a mail exchanger', '203.0.113.201', own('mx')],
    ['nowhere', '203.0.113.222', null],
    ['no address', 'nonsense', null],
  ];
  for (const [name, ip, expected] of cases) test(name, () => assert.deepEqual(spfHolder(tree, ip, hosts), expected));

  const open: [string, SpfNode][] = [
    ['hosts that nobody asked for', tree],
    ['a record that could not be read', node('example.com', 'v=spf1 include:a.example.net -all', { children: [include('a.example.net', null, { failed })] })],
    ['an include that was not followed', node('example.com', 'v=spf1 include:a.example.net -all')],
    ['a term made from the message', node('example.com', 'v=spf1 exists:%{i}.example.net -all')],
  ];
  for (const [name, tree] of open) test(`is open: ${name}`, () => assert.equal(spfHolder(tree, '203.0.113.222'), undefined));
  test('nobody holds what "all" lets through', () => assert.equal(spfHolder(node('example.com', 'v=spf1 +all'), '203.0.113.222'), null));
});

suite('asking for the hosts of a tree', () => {
  const dnsOf = (records: Record<string, readonly unknown[] | 'failed'>) => {
    const asked: string[] = [];
    const dns = { lookup: (name: string, type: string): Promise<Lookup<readonly never[]>> => {
      asked.push(`${type} ${name}`);
      const value = records[`${type} ${name}`];
      if (value === 'failed') return Promise.resolve(failed);
      return Promise.resolve(value ? { outcome: 'found', value: value as never[], via: [], ttlSeconds: 60 } : { outcome: 'absent', nxdomain: false, via: [] });
    } } as Pick<Dns, 'lookup'>;
    return { asked, dns };
  };

  test('finds those of a and mx', async () => {
    const { dns } = dnsOf({ 'A web.example.com': ['203.0.113.200'], 'MX example.com': [{ preference: 1, exchange: 'mx.example.com' }], 'AAAA mx.example.com': ['2001:db9::1'] });
    assert.deepEqual([...await askSpfHosts(tree, dns, 20)], [['a:web.example.com', ['203.0.113.200']], ['mx:example.com', ['2001:db9::1']]]);
  });
  test('a failure is no answer', async () => {
    const { dns } = dnsOf({ 'A web.example.com': 'failed', 'MX example.com': 'failed' });
    assert.deepEqual([...await askSpfHosts(tree, dns, 20)], [['a:web.example.com', null], ['mx:example.com', null]]);
  });
  test('asks no more than it may', async () => {
    const many = node('example.com', `v=spf1 ${Array.from({ length: 40 }, (_, at) => `a:h${at}.example.com`).join(' ')} -all`);
    const { dns, asked } = dnsOf({});
    await askSpfHosts(many, dns, 10);
    assert.equal(asked.length, 10);
  });
});
