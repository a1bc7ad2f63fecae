import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Dns } from '../../core/lookup.ts';
import { auditSpf, type SpfAudit } from './audit.ts';
import { nodesOf } from './tree.ts';
import { zoneDns, type Registry, type Zone } from './zone.sample.ts';

const spf = (text: string) => ({ TXT: [text] });
const address = { A: ['192.0.2.1'] };

async function audit(record: string, zone: Zone, registry: Registry = {}): Promise<{ audit: SpfAudit; asked: string[] }> {
  const { asked, ...context } = zoneDns(zone, registry);
  return { audit: await auditSpf('example.org', record, context), asked: [...asked].toSorted() };
}

suite('auditSpf counts as RFC 7208 §4.6.4 says', () => {
  const zone: Zone = {
    'example.org': { A: ['192.0.2.1'], MX: [{ preference: 10, exchange: 'mx.example.org' }] },
    'a.example': spf('v=spf1 include:b.example a:host.example -all'),
    'b.example': spf('v=spf1 ip4:192.0.2.0/24 -all'),
    'c.example': spf('v=spf1 redirect=b.example'),
    'd.example': spf('v=spf1 a -all ip4:192.0.2.1 mx include:a.example'),
    'host.example': address,
    'six.example': { AAAA: ['2001:db8::1'] },
    'empty.example': { TXT: ['hello'] },
  };
  const cases: [record: string, lookups: number, voidLookups: number][] = [
    ['v=spf1 -all', 0, 0],
    ['v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 -all', 0, 0],
    ['v=spf1 a mx ptr exists:host.example -all', 4, 0],
    ['v=spf1 include:a.example -all', 3, 0],
    ['v=spf1 include:b.example include:b.example -all', 2, 0],
    ['v=spf1 include:a.example include:b.example -all', 4, 0],
    ['v=spf1 redirect=c.example', 2, 0],
    ['v=spf1 exp=host.example -all', 0, 0],
    ['v=spf1 -all redirect=c.example', 0, 0],
    ['v=spf1 -all mx', 0, 0],
    ['v=spf1 include:d.example -all', 2, 1],
    ['v=spf1 a:six.example -all', 1, 0],
    ['v=spf1 exists:six.example -all', 1, 1],
    ['v=spf1 a:empty.example mx:empty.example -all', 2, 2],
    ['v=spf1 a:nowhere.example include:nowhere.example -all', 2, 2],
    ['v=spf1 include:empty.example -all', 1, 0],
    ['v=spf1 a:a..example -all', 1, 1],
    ['v=spf1 exists:%{i}.example -all', 1, 0],
    ['v=spf1 a:host.%{d} -all', 1, 1],
  ];
  for (const [record, lookups, voidLookups] of cases) {
    test(record, async () => {
      const { audit: seen } = await audit(record, zone);
      assert.deepEqual([seen.lookups, seen.voidLookups, seen.stopped], [lookups, voidLookups, false]);
    });
  }
});

suite('auditSpf tells a loop from a repetition', () => {
  const errors = async (record: string, zone: Zone) => nodesOf((await audit(record, zone)).audit.tree).map(({ domain, error }) => `${domain} ${error}`);
  test('two includes of the same record are none', async () => {
    const zone = { 'a.example': spf('v=spf1 include:b.example -all'), 'b.example': spf('v=spf1 -all') };
    assert.deepEqual(await errors('v=spf1 include:a.example include:b.example -all', zone), ['example.org null', 'a.example null', 'b.example null', 'b.example null']);
  });
  test('a record further up is one, whatever its case', async () => {
    const zone = { 'a.example': spf('v=spf1 include:b.example -all'), 'b.example': spf('v=spf1 include:A.Example. -all') };
    assert.deepEqual(await errors('v=spf1 include:a.example -all', zone), ['example.org null', 'a.example null', 'b.example null', 'a.example loop']);
  });
});

suite('auditSpf asks no more than it must', () => {
  test('one question for each term, and for names made from the message one for each stranger', async () => {
    const zone = { 'a.example': spf('v=spf1 mx:m.example a:h.example -all'), 'h.example': address, 'm.example': { MX: [{ preference: 1, exchange: 'x.example' }] } };
    const { asked } = await audit('v=spf1 include:a.example a:h.example exists:%{i}.e.com ptr -all', zone);
    assert.deepEqual(asked.filter(question => !/^A .*\.e\.com$/.test(question)), ['A h.example', 'MX m.example', 'NS e.com', 'TXT a.example']);
    assert.deepEqual(asked.filter(question => /^A .*\.e\.com$/.test(question)).map(question => question.slice(2, 13)), ['177.177.177', '2.6.0.0.2.5', '2.a.0.0.9.3', '25.25.25.25']);
  });
  test('at most twelve terms of a tree without end, and it says that it stopped', async () => {
    const dns = { lookup: async (name: string) => ({ outcome: 'found', value: [`v=spf1 ${['1', '2', '3', '4'].map(n => `include:${n}.${name}`).join(' ')} -all`], via: [], ttlSeconds: 0 }) };
    let questions = 0;
    const counting = { lookup: (name: string) => (questions++, dns.lookup(name)) } as unknown as Dns;
    const { stopped, lookups } = await auditSpf('example.org', 'v=spf1 include:a.example include:b.example include:c.example -all', { ...zoneDns({}), dns: counting });
    assert.equal(questions, 12);
    assert.ok(stopped && lookups > 10, String(lookups));
  });
  test('and of records that double at every step', async () => {
    const steps = Array.from({ length: 30 }, (_, i) => [`s${i}.example`, spf(`v=spf1 include:s${i + 1}.example include:s${i + 1}.example -all`)]);
    const { audit: seen, asked } = await audit('v=spf1 include:s0.example -all', Object.fromEntries(steps));
    assert.ok(seen.stopped && asked.length <= 12);
    assert.ok(nodesOf(seen.tree).length <= 13);
  });
  test('a chain of ten redirects is read to its end', async () => {
    const steps = Array.from({ length: 9 }, (_, i) => [`s${i}.example`, spf(`v=spf1 redirect=s${i + 1}.example`)]);
    const { audit: seen } = await audit('v=spf1 redirect=s0.example', { ...Object.fromEntries(steps), 's9.example': spf('v=spf1 -all') });
    assert.deepEqual([seen.lookups, seen.stopped, seen.policy], [10, false, '-']);
  });
});

test('independent branches are followed at the same time', async () => {
  const { dns } = zoneDns({ 'a.example': spf('v=spf1 include:a1.example -all'), 'b.example': spf('v=spf1 -all'), 'a1.example': spf('v=spf1 -all'), 'h.example': address });
  const waiting: (() => void)[] = [];
  const lookup = async (name: string, type: 'TXT') => {
    await new Promise<void>(resolve => waiting.push(resolve));
    return dns.lookup(name, type);
  };
  const done = auditSpf('example.org', 'v=spf1 include:a.example include:b.example a:h.example -all', { ...zoneDns({}), dns: { lookup } as unknown as Dns });
  const rounds: number[] = [];
  for (let round = 0; round < 4; round++) {
    rounds.push(waiting.length);
    for (const resolve of waiting.splice(0)) resolve();
    await new Promise(resolve => setImmediate(resolve));
  }
  await done;
  assert.deepEqual(rounds, [3, 1, 0, 0]);
});

suite('auditSpf looks whether a name without existence can be registered', () => {
  const cases: [says: string, record: string, zone: Zone, expected: string[]][] = [
    ['a foreign name', 'v=spf1 include:spf.gone.com -all', {}, ['spf.gone.com gone.com absent']],
    ['a registered domain', 'v=spf1 a:old.live.com -all', { 'live.com': { NS: ['ns1.live.com'] } }, ['old.live.com live.com found']],
    ['a name of the domain itself', 'v=spf1 a:old.example.org -all', {}, []],
    ['a name that exists', 'v=spf1 a:live.com -all', { 'live.com': { TXT: ['x'] } }, []],
    ['a last label that is no top-level domain', 'v=spf1 include:_spf.google.com-all a:mail.google.con -all', {}, []],
    ['a registry that is not open', 'v=spf1 include:spf.gone.gov -all', {}, []],
    ['each registered name once', 'v=spf1 a:a.gone.com a:b.gone.com -all', {}, ['a.gone.com gone.com absent']],
    ['the fixed part of a name made from the message', 'v=spf1 exists:%{i}._spf.gone.com -all', {}, ['_spf.gone.com gone.com absent']],
    ['a private suffix counts as its registrant', 'v=spf1 a:old.github.io -all', { 'github.io': { NS: ['ns1.github.io'] } }, ['old.github.io github.io found']],
  ];
  for (const [says, record, zone, expected] of cases) {
    test(says, async () => {
      const { dangling } = (await audit(record, zone)).audit;
      assert.deepEqual(dangling.map(({ host, registered, lookup }) => `${host} ${registered} ${lookup.outcome}`), expected);
    });
  }
  test('the registry is asked where DNS does not know the name', async () => {
    const { dangling } = (await audit('v=spf1 include:spf.gone.com include:spf.asleep.com include:spf.untold.com -all', {}, { 'gone.com': 'absent', 'asleep.com': 'registered' })).audit;
    assert.deepEqual(dangling.map(({ registered, registry }) => `${registered} ${registry}`), ['asleep.com registered', 'gone.com absent', 'untold.com unknown']);
  });
  test('the target of an alias counts, not the alias', async () => {
    const lookup = async (name: string) => ({ outcome: 'absent', nxdomain: true, via: name === 'spf.live.com' ? ['spf.gone.com'] : [] });
    const { dangling } = await auditSpf('example.org', 'v=spf1 include:spf.live.com -all', { ...zoneDns({}), dns: { lookup } as unknown as Dns });
    assert.deepEqual(dangling.map(({ registered }) => registered), ['gone.com']);
  });
});

test('hosts, ranges and policy are those of the whole tree', async () => {
  const { audit: seen } = await audit('v=spf1 mx a:h.example ip4:192.0.2.0/24 include:%{ir}.%{v}.spf.service.com redirect=r.example', {
    'h.example': address, 'r.example': spf('v=spf1 ip6:2001:db8::/127 ip4:198.51.100.7 -ip4:203.0.113.1 include:r2.example ?all'), 'r2.example': spf('v=spf1 +all'),
  });
  assert.deepEqual(seen.hosts, ['h.example', 'spf.service.com', 'r.example', 'r2.example']);
  assert.deepEqual(seen.ipv4, [{ range: '192.0.2.0/24', addresses: 256, at: 'example.org' }, { range: '198.51.100.7/32', addresses: 1, at: 'r.example' }]);
  assert.deepEqual(seen.ipv6, [{ range: '2001:db8::/127', addresses: 2, at: 'r.example' }]);
  assert.equal(seen.policy, '?');
  assert.deepEqual(JSON.parse(JSON.stringify(seen)), seen);
});
