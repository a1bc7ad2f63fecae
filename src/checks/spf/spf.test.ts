import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import type { AllFacts } from '../index.ts';
import { analyzeSpf } from './analyze.ts';
import type { Others } from './others.ts';
import { collectSpf, type SpfFacts } from './collect.ts';
import { spfCheck } from './index.ts';
import { rules } from './rules.ts';
import { servfail, zoneDns, type Zone } from './zone.sample.ts';

goldenSuite<SpfFacts, Others>('analyzeSpf agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeSpf(facts, others));

const usual: Others = { dmarcPolicy: 'reject', mx: 'found', includes: [] };
const factsOf = (txt: readonly string[], zone: Zone = {}) => collectSpf({
  domain: 'example.org',
  ...zoneDns({ 'example.org': { TXT: txt, A: ['45.54.2.1'], MX: [{ preference: 10, exchange: 'mx.example.org' }] }, ...zone }),
});

const exchanges = (...names: string[]) => names.map((exchange, at) => ({ preference: 10 * at, exchange }));
/** Mail at two hosts that are known, with their records. */
const hosted: Zone = {
  'example.org': { MX: exchanges('example-org.mail.protection.outlook.com', 'aspmx.l.google.com') },
  'spf.protection.outlook.com': { TXT: ['v=spf1 ip4:40.92.0.0/15 -all'] },
  '_spf.google.com': { TXT: ['v=spf1 ip4:74.125.0.0/16 ~all'] },
};

suite('the fix has a record to paste, at the name where it belongs', () => {
  const cases: [says: string, txt: string[], others: Partial<Others>, id: string, record: string | undefined, zone?: Zone][] = [
    ['nothing is published, the mail hosts are known', [], { includes: ['spf.protection.outlook.com', '_spf.google.com'] }, 'spf.missing', 'example.org: v=spf1 include:spf.protection.outlook.com include:_spf.google.com ~all', hosted],
    ['nothing is published, the mail hosts are known and have no record', [], { includes: ['spf.protection.outlook.com', '_spf.google.com'] }, 'spf.missing', undefined, { 'example.org': hosted['example.org']! }],
    ['nothing is published, the mail host is not known', [], {}, 'spf.missing', 'example.org: v=spf1 mx ~all'],
    ['nothing is published, MX is unknown', [], { mx: 'unknown' }, 'spf.missing', 'example.org: v=spf1 mx ~all'],
    ['nothing is published, null MX', [], { mx: 'null' }, 'spf.missing', 'example.org: v=spf1 -all'],
    ['nothing is published, no MX', [], { mx: 'absent' }, 'spf.missing', 'example.org: v=spf1 -all'],
    ['quotes around the record', ['"v=spf1 mx -all"'], {}, 'spf.missing', 'example.org: v=spf1 mx -all'],
    ['several records', ['v=spf1 mx -all', 'v=spf1 a -all'], {}, 'spf.multiple', 'example.org: v=spf1 mx a -all'],
    ['a typo', ['v=spf1 ipv4:45.54.2.1 -all'], {}, 'spf.syntax', 'example.org: v=spf1 ip4:45.54.2.1 -all'],
    ['a typo in an own record', ['v=spf1 include:_spf.example.org -all'], {}, 'spf.syntax', '_spf.example.org: v=spf1 ip4:45.54.2.1 -all', { '_spf.example.org': { TXT: ['v=spf1 45.54.2.1 -all'] } }],
    ['a typo in a foreign record', ['v=spf1 include:spf.other.com -all'], {}, 'spf.syntax', undefined, { 'spf.other.com': { TXT: ['v=spf1 45.54.2.1 -all'] } }],
    ['void lookups', ['v=spf1 a:a.example.org a:b.example.org mx a:c.example.org -all'], {}, 'spf.void', 'example.org: v=spf1 mx -all'],
    ['an include of nothing', ['v=spf1 mx include:old.example.org -all'], {}, 'spf.include.none', 'example.org: v=spf1 mx -all'],
    ['an include of nothing in a foreign record', ['v=spf1 include:spf.other.com -all'], {}, 'spf.include.none', undefined, { 'spf.other.com': { TXT: ['v=spf1 include:old.other.com -all'] }, 'other.com': {} }],
    ['a redirect to nothing', ['v=spf1 mx redirect=old.example.org'], {}, 'spf.redirect.none', 'example.org: v=spf1 mx ~all'],
    ['+all', ['v=spf1 mx +all'], {}, 'spf.all', 'example.org: v=spf1 mx ~all'],
    ['+all of a domain without mail', ['v=spf1 +all'], { mx: 'null' }, 'spf.all', 'example.org: v=spf1 -all'],
    ['an open end behind a foreign redirect', ['v=spf1 redirect=spf.other.com'], {}, 'spf.all', undefined, { 'spf.other.com': { TXT: ['v=spf1 ?all'] } }],
    ['ptr: whom it allows is not known, so nothing is taken away', ['v=spf1 ptr:example.org mx -all'], {}, 'spf.ptr', undefined],
    ['a term behind all is meant as well', ['v=spf1 mx -all a'], {}, 'spf.afterall', 'example.org: v=spf1 mx a -all'],
    ['a domain without mail that redirects', ['v=spf1 redirect=_spf.example.org'], { mx: 'null' }, 'spf.nonsending', '_spf.example.org: v=spf1 -all', { '_spf.example.org': { TXT: ['v=spf1 ~all'] } }],
    ['an expired domain in an own record', ['v=spf1 include:_spf.example.org -all'], {}, 'spf.subdomailing', '_spf.example.org: v=spf1 mx -all', { '_spf.example.org': { TXT: ['v=spf1 mx a:mail.gone.com -all'] } }],
  ];
  for (const [says, txt, others, id, record, zone] of cases) {
    test(says, async () => {
      const found = analyzeSpf(await factsOf(txt, zone), { ...usual, ...others }).find(finding => finding.id === id)!;
      assert.equal(found.state, 'fail');
      const pasted = found.fix!.record;
      assert.equal(pasted && `${pasted.name}: ${pasted.value}`, record);
    });
  }
});

suite('the severity follows what is at stake', () => {
  const cases: [txt: string, others: Partial<Others>, id: string, severity: string][] = [
    ['v=spf1 +all', {}, 'spf.all', 'critical'],
    ['v=spf1 ?all', {}, 'spf.all', 'medium'],
    ['v=spf1 mx', {}, 'spf.all', 'medium'],
    ['v=spf1 ~all', { dmarcPolicy: 'quarantine' }, 'spf.all', 'info'],
    ['v=spf1 ~all', { dmarcPolicy: 'unknown' }, 'spf.all', 'info'],
    ['v=spf1 ~all', { dmarcPolicy: 'none' }, 'spf.all', 'low'],
    ['v=spf1 ~all', { dmarcPolicy: null }, 'spf.all', 'low'],
    ['v=spf1 a a a a a a a a -all', {}, 'spf.lookups', 'info'],
    ['v=spf1 a a a a a a a a a a -all', {}, 'spf.lookups', 'info'],
    ['v=spf1 a a a a a a a a a a a -all', {}, 'spf.lookups', 'high'],
    ['v=spf1 ip4:45.0.0.0/15 -all', {}, 'spf.broad', 'medium'],
    ['v=spf1 a/8 -all', {}, 'spf.broad', 'medium'],
    ['v=spf1 ip4:52.16.8.0/22 -all', {}, 'spf.broad', 'medium'],
    ['v=spf1 ip4:52.16.8.0/22 ip4:0.0.0.0/1 -all', {}, 'spf.broad', 'critical'],
    ['v=spf1 ip6:2000::/3 -all', {}, 'spf.broad', 'critical'],
  ];
  for (const [txt, others, id, severity] of cases) {
    test(`${txt} ${JSON.stringify(others)}`, async () => {
      const found = analyzeSpf(await factsOf([txt]), { ...usual, ...others }).find(finding => finding.id === id)!;
      assert.deepEqual([found.state, found.severity], ['fail', severity]);
    });
  }
});

suite('addresses of a cloud are broad unless they are few', () => {
  const cases: [txt: string, state: string, title?: RegExp][] = [
    ['v=spf1 ip4:52.16.8.0/22 -all', 'fail', /Amazon Web Services rents to anybody/],
    ['v=spf1 ip4:165.22.1.0/24 -all', 'fail', /DigitalOcean/],
    ['v=spf1 ip4:52.16.8.16/28 -all', 'pass'],
    ['v=spf1 -ip4:52.16.8.0/22 -all', 'pass'],
    ['v=spf1 ip4:40.107.0.0/16 -all', 'pass'],
    ['v=spf1 ip6:2600:1f00::/40 -all', 'pass'],
  ];
  for (const [txt, state, title = /./] of cases) {
    test(txt, async () => {
      const found = analyzeSpf(await factsOf([txt]), usual).find(({ id }) => id === 'spf.broad')!;
      assert.equal(found.state, state);
      assert.match(found.title, title);
    });
  }
});

test('a record of 64 KiB gives findings of a few lines', async () => {
  const findings = analyzeSpf(await factsOf([`v=spf1 ${'ptr:a.example.org ipv4:x a:nowhere.example.org '.repeat(1300)}`]), usual);
  assert.ok(findings.every(({ evidence }) => evidence.length <= 20 && evidence.every(line => line.length < 800)));
});

suite('collectSpf asks nameservers for the withdrawn type, and the first answer counts', () => {
  type Reply = 'found' | 'absent' | 'refused' | 'silent';
  const cases: [says: string, replies: Record<string, Reply>, expected: unknown][] = [
    ['a record', { 'ns1.example.net': 'found' }, { outcome: 'found' }],
    ['none', { 'ns1.example.net': 'absent', 'ns2.example.net': 'absent' }, { outcome: 'absent' }],
    ['one refuses', { 'ns1.example.net': 'refused', 'ns2.example.net': 'found' }, { outcome: 'found' }],
    ['both refuse', { 'ns1.example.net': 'refused', 'ns2.example.net': 'silent' }, { outcome: 'failed', kind: 'rcode', cause: 'REFUSED from ns1.example.net' }],
    ['no nameservers', {}, null],
  ];
  for (const [says, replies, expected] of cases) {
    test(says, async () => {
      const names = Object.keys(replies);
      const context = zoneDns({ 'example.org': names.length > 0 ? { NS: names } : {}, ...Object.fromEntries(names.map(name => [name, { A: ['192.0.2.53'] }])) });
      const probe = async (server: { name: string }) => {
        const reply = replies[server.name];
        if (reply === 'silent') return { ...servfail, server, transport: 'udp' };
        return { outcome: 'answered', rcode: reply === 'refused' ? 'REFUSED' : 'NOERROR', answers: reply === 'found' ? [{ type: 'TYPE99' }] : [] };
      };
      const { type99 } = await collectSpf({ domain: 'example.org', ...context, dns: { ...context.dns, probe } as unknown as CollectContext['dns'] });
      assert.deepEqual(type99, expected);
    });
  }
});

suite('collectSpf asks for the names of the domain\'s own mail servers, two at most', () => {
  const mx = (...exchanges: string[]) => exchanges.map((exchange, preference) => ({ preference, exchange }));
  const cases: [says: string, exchanges: string[], expected: string[]][] = [
    ['own ones', ['mx1.example.org', 'mx2.example.org', 'mx3.example.org'], ['mx1.example.org', 'mx2.example.org']],
    ['the domain itself has its record already', ['example.org'], []],
    ['those of a provider', ['mx.example.net'], []],
  ];
  for (const [says, exchanges, expected] of cases) {
    test(says, async () => {
      const { servers } = await collectSpf({ domain: 'example.org', ...zoneDns({ 'example.org': { MX: mx(...exchanges) } }) });
      assert.deepEqual(servers.map(({ name }) => name), expected);
    });
  }
});

suite('records.spf tells found, missing and failed apart', () => {
  const cases: [says: string, facts: Promise<SpfFacts>, issues: string[], expected: unknown[]][] = [
    ['found', factsOf(['v=spf1 mx -all']), [], ['ok', 'v=spf1 mx -all', 1, 0, 'example.org']],
    ['found with an issue', factsOf(['v=spf1 mx +all']), ['x'], ['error', 'v=spf1 mx +all', 1, 0, 'example.org']],
    ['several', factsOf(['v=spf1 mx -all', 'v=spf1 a -all']), ['x'], ['error', 'v=spf1 mx -all', null, null, undefined]],
    ['other TXT records', factsOf(['hello']), ['x'], ['missing', null, null, null, undefined]],
    ['absent', collectSpf({ domain: 'example.org', ...zoneDns({}) }), ['x'], ['missing', null, null, null, undefined]],
    ['failed', collectSpf({ domain: 'example.org', dns: { lookup: async () => servfail } } as unknown as CollectContext), ['x'], ['error', null, null, null, undefined]],
  ];
  for (const [says, facts, issues, expected] of cases) {
    test(says, async () => {
      const shown = spfCheck.present({ spf: await facts } as AllFacts, issues);
      assert.deepEqual([shown.status, shown['record'], shown['lookups'], shown['voidLookups'], (shown['tree'] as { domain: string } | null)?.domain], expected);
    });
  }
});

suite('spfCheck takes what it needs from MX and DMARC', () => {
  const mx = (...exchanges: string[]) => ({ lookup: { outcome: 'found', value: exchanges.map(exchange => ({ preference: 10, exchange })), via: [], ttlSeconds: 300 } });
  const cases: [says: string, mx: unknown, dmarc: unknown, txt: string[], id: string, expected: string, zone?: Zone][] = [
    ['the include of the mail host', mx('example-org.mail.protection.outlook.com'), { policy: null, failed: null }, [], 'spf.missing', 'fail v=spf1 include:spf.protection.outlook.com ~all', { ...hosted, 'example.org': { MX: exchanges('example-org.mail.protection.outlook.com') } }],
    ['a null MX', mx(''), { policy: null, failed: null }, ['v=spf1 -all'], 'spf.nonsending', 'pass undefined'],
    ['no MX', { lookup: { outcome: 'absent', nxdomain: false, via: [] } }, { policy: null, failed: null }, [], 'spf.missing', 'fail v=spf1 -all'],
    ['a failed MX lookup', { lookup: servfail }, { policy: null, failed: null }, ['v=spf1 ~all'], 'spf.nonsending', 'notApplicable undefined'],
    ['an enforcing policy', mx('mx.example.org'), { policy: { domain: 'reject' }, failed: null }, ['v=spf1 -all'], 'spf.all', 'pass undefined'],
  ];
  for (const [says, mx, dmarc, txt, id, expected, zone] of cases) {
    test(says, async () => {
      const found = spfCheck.analyze({ spf: await factsOf(txt, zone), mx, dmarc } as AllFacts).find(finding => finding.id === id)!;
      assert.equal(`${found.state} ${found.fix?.record?.value}`, expected);
    });
  }
});
