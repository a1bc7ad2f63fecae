import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Dns, Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeMx, type Others } from './analyze.ts';
import { collectMx, type MxFacts } from './collect.ts';
import { isLiteral } from './exchanges.ts';
import { presentMx } from './present.ts';
import { rules } from './rules.ts';

const receiver: Others = { sendsFromMx: false };
goldenSuite<MxFacts, Others | undefined>('analyzeMx agrees with every golden case', import.meta.url, rules, ({ facts, others = receiver }) => analyzeMx(facts, others));

type Records = readonly { preference: number; exchange: string }[];
const found = <T>(value: T): Lookup<T> => ({ outcome: 'found', value, via: [], ttlSeconds: 300 });
const absent: Lookup<never> = { outcome: 'absent', nxdomain: false, via: [] };
const timeout: Lookup<never> = { outcome: 'failed', kind: 'timeout', cause: 'timeout' };
const mx = (...records: [preference: number, exchange: string][]): Records => records.map(([preference, exchange]) => ({ preference, exchange }));
const factsWith = (lookup: Lookup<Records>): MxFacts => ({ domain: 'example.org', lookup, hosts: [], leftOut: [], apexA: absent });

/** A context of a zone that holds these MX records, and one address for every host. */
function contextFor(lookup: Lookup<Records>): { context: CollectContext; asked: string[]; registered: string[] } {
  const asked: string[] = [];
  const registered: string[] = [];
  const dns = {
    lookup: async (name: string, type: string) => {
      asked.push(`${name} ${type}`);
      if (name.startsWith('gone') || name === 'mail.com') return { ...absent, nxdomain: true };
      if (type === 'PTR') return found(['mx.example.org']);
      return type === 'MX' ? lookup : type === 'A' ? found([name === 'inside.example.org' ? '10.0.0.1' : '45.54.1.1']) : absent;
    },
  } as unknown as Dns;
  const registry = { find: async (name: string) => (registered.push(name), { outcome: 'absent', source: 'rdap', server: 'rdap.example' }) };
  const context = { domain: 'example.org', dns, registry, mayReach: (address: string) => !address.startsWith('10.') } as unknown as CollectContext;
  return { context, asked, registered };
}

suite('collectMx asks for what it needs, once', () => {
  test('the address of the domain is asked for at once, in case there are no MX records', async () => {
    const { context, asked } = contextFor(absent);
    assert.deepEqual(await collectMx(context), { domain: 'example.org', lookup: absent, hosts: [], leftOut: [], apexA: found(['45.54.1.1']) });
    assert.deepEqual(asked.toSorted(), ['example.org A', 'example.org MX']);
  });
  test('each exchange once, most preferred first; the root and addresses are not asked for', async () => {
    const { context, asked } = contextFor(found(mx([20, 'b.example.org'], [10, 'a.example.org'], [30, 'a.example.org'], [0, ''], [5, '45.54.1.1'])));
    assert.deepEqual((await collectMx(context)).hosts.map(({ exchange, preference }) => [exchange, preference]), [['a.example.org', 10], ['b.example.org', 20]]);
    assert.deepEqual(asked.filter(question => /^[ab]\.example\.org (A|AAAA)$/.test(question)).toSorted(),
      ['a.example.org A', 'a.example.org AAAA', 'b.example.org A', 'b.example.org AAAA']);
  });
  test('the name of an address, and where it leads', async () => {
    const { context, asked } = contextFor(found(mx([10, 'mx.example.org'])));
    const { hosts } = await collectMx(context);
    assert.deepEqual(hosts[0]!.reverse, { address: '45.54.1.1', lookup: found(['mx.example.org']), forward: { name: 'mx.example.org', lookup: found(['45.54.1.1']) } });
    assert.ok(asked.includes('1.1.54.45.in-addr.arpa PTR'));
  });
  test('the names of addresses at known providers are their own affair', async () => {
    const { context, asked } = contextFor(found(mx([10, 'aspmx.l.google.com'])));
    assert.equal((await collectMx(context)).hosts[0]!.reverse, null);
    assert.deepEqual(asked.filter(question => question.endsWith(' PTR')), []);
  });
  test('the registry is asked once for the domain of foreign hosts that do not exist, never for the own one', async () => {
    const { context, registered } = contextFor(found(mx([10, 'gone.example.org'], [20, 'gone1.mail.com'], [30, 'gone2.mail.com'])));
    const { hosts } = await collectMx(context);
    assert.deepEqual(hosts.map(({ nameStatus }) => nameStatus?.registered ?? null), [null, 'mail.com', 'mail.com']);
    assert.deepEqual(registered, ['mail.com']);
  });
  test('of a thousand exchanges four are probed, the others are named', async () => {
    const { context, asked } = contextFor(found(mx(...Array.from({ length: 1000 }, (_, n): [number, string] => [n, `mx${n}.example.org`]))));
    const facts = await collectMx(context);
    assert.deepEqual([facts.hosts.length, facts.leftOut.length, asked.length], [4, 996, 18]);
    const evidence = analyzeMx(facts, receiver).flatMap(finding => finding.evidence);
    assert.ok(evidence.includes('mx10.example.org was not checked: there are too many mail servers'));
    assert.ok(evidence.length < 150);
  });
  test('addresses that must not be reached are noted', async () => {
    const { hosts } = await collectMx(contextFor(found(mx([10, 'inside.example.org'], [20, 'mx.example.org']))).context);
    assert.deepEqual(hosts.map(({ barred }) => barred), [['10.0.0.1'], []]);
  });
});

suite('presentMx tells where mail goes', () => {
  const cases: [says: string, lookup: Lookup<Records>, expected: Partial<ReturnType<typeof presentMx>>][] = [
    ['records by priority, then by name', found(mx([20, 'c.example'], [10, 'b.example'], [10, 'a.example'])),
      { status: 'ok', records: [{ priority: 10, exchange: 'a.example' }, { priority: 10, exchange: 'b.example' }, { priority: 20, exchange: 'c.example' }] }],
    ['a null MX is ok and shows no records', found(mx([0, ''])), { status: 'ok', records: [], nullMx: true, provider: null }],
    ['no records', absent, { status: 'missing', records: [], nullMx: false }],
    ['a failed lookup', timeout, { status: 'error', records: [], nullMx: false }],
    ['Microsoft 365 at its old address', found(mx([0, 'example-org.mail.protection.outlook.com'])),
      { isMicrosoft365: true, isGoogleWorkspace: false, provider: { name: 'Microsoft 365', url: 'https://admin.microsoft.com/' } }],
    ['Microsoft 365 at its new address', found(mx([0, 'example-org.a-v1.mx.microsoft'])), { isMicrosoft365: true }],
    ['Google Workspace with one record', found(mx([1, 'smtp.google.com'])),
      { isGoogleWorkspace: true, isMicrosoft365: false, provider: { name: 'Google Workspace', url: 'https://admin.google.com/' } }],
    ['Google Workspace with many', found(mx([1, 'aspmx.l.google.com'], [10, 'aspmx2.googlemail.com'])), { isGoogleWorkspace: true }],
    ['a lookalike is nobody', found(mx([1, 'smtp.evilgoogle.com'], [2, 'mx.microsoft.evil.example'])),
      { isMicrosoft365: false, isGoogleWorkspace: false, provider: null }],
    ['the most preferred server names the provider', found(mx([20, 'smtp.google.com'], [10, 'mx1.hc1.eu.iphmx.com'])),
      { isGoogleWorkspace: true, provider: { name: 'Cisco Secure Email', url: 'https://www.cisco.com/' } }],
  ];
  for (const [says, lookup, expected] of cases) test(says, () => assert.partialDeepStrictEqual(presentMx(factsWith(lookup)), expected));
});

suite('an address is no host name', () => {
  const cases: [exchange: string, literal: boolean][] = [
    ['45.54.1.1', true], ['[45.54.1.1]', true], ['2a0e:b100::1', true], ['[2a0e:b100::1]', true],
    ['mx.example.org', false], ['1.example.org', false], ['999.1.1.1', false], ['', false],
  ];
  for (const [exchange, literal] of cases) test(JSON.stringify(exchange), () => assert.equal(isLiteral(exchange), literal));
});

test('a domain without MX records gets the null MX record to paste', () => {
  const [missing] = analyzeMx(factsWith(absent), receiver);
  assert.deepEqual(missing!.fix!.record, { name: 'example.org', type: 'MX', value: '0 .' });
});
