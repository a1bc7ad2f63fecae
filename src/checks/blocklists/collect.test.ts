import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { collectBlocklists } from './collect.ts';

const absent: Lookup<readonly string[]> = { outcome: 'absent', nxdomain: true, via: [] };
const found = (...value: string[]): Lookup<readonly string[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 60 });

/** Collects for a domain whose mail servers have `addresses`; `answers` are what the DNS holds, and everything asked is noted. */
function collectFor(addresses: readonly string[], answers: Record<string, Lookup<readonly string[]>>, { zones, spamhausKey = null }: { zones: readonly string[]; spamhausKey?: string | null }) {
  const asked: string[] = [];
  const answer = (name: string, type: string) => {
    asked.push(`${name} ${type}`);
    return Promise.resolve(answers[`${name} ${type}`] ?? answers[name] ?? absent);
  };
  const hosts = addresses.map((address, at) => {
    const ipv6 = address.includes(':');
    return { name: `mx${at}.example.org`, a: ipv6 ? absent : found(address), aaaa: ipv6 ? found(address) : absent };
  });
  const facts = { mx: { lookup: found(), hosts }, web: { host: null, addresses: absent } };
  const context = {
    domain: 'example.org',
    dns: { lookup: answer },
    blocklists: { zones, spamhausKey, testPoint: (name: string) => answer(name, 'A') },
    facts: async (record: 'mx' | 'web') => facts[record],
  } as unknown as CollectContext;
  return { asked, seen: () => collectBlocklists(context) };
}

const working = { '2.0.0.127.bl.spamcop.net A': found('127.0.0.2') };

suite('a list is asked only while it can be believed', () => {
  test('it works', async () => {
    const { asked, seen } = collectFor(['45.54.0.1'], working, { zones: ['bl.spamcop.net'] });
    const { lists, targets } = await seen();
    assert.deepEqual(lists, [{ zone: 'bl.spamcop.net', fault: null }]);
    assert.deepEqual(targets.map(({ role, answers }) => [role, answers.length]), [['mail', 1], ['domain', 0]]);
    assert.deepEqual(asked, ['2.0.0.127.bl.spamcop.net A', '1.0.0.127.bl.spamcop.net A', '1.0.54.45.bl.spamcop.net A']);
  });
  test('it fails its test', async () => {
    const { asked, seen } = collectFor(['45.54.0.1'], {}, { zones: ['bl.spamcop.net'] });
    assert.deepEqual((await seen()).lists, [{ zone: 'bl.spamcop.net', fault: 'it does not list its own test entry' }]);
    assert.equal(asked.length, 2);
  });
  test('nobody wants any', async () => {
    const { asked, seen } = collectFor(['45.54.0.1'], {}, { zones: [] });
    assert.deepEqual([(await seen()).targets, asked], [[], []]);
  });
});

test('the text is asked for only where a target is listed', async () => {
  const { asked, seen } = collectFor(['45.54.0.1', '45.54.0.2'], { ...working, '1.0.54.45.bl.spamcop.net A': found('127.0.0.2'), '1.0.54.45.bl.spamcop.net TXT': found('why') }, { zones: ['bl.spamcop.net'] });
  const { targets } = await seen();
  assert.equal(targets[0]!.answers[0]!.text, 'why');
  assert.deepEqual(asked.filter(question => question.endsWith('TXT')), ['1.0.54.45.bl.spamcop.net TXT']);
});

test('of many mail servers six addresses are asked for, IPv6 only at lists that have it', async () => {
  const addresses = [...Array.from({ length: 9 }, (_, at) => `45.54.0.${at}`), '2a0e:b100::1', '2a0e:b100::2', '2a0e:b100::3'];
  const { seen } = collectFor(addresses, { ...working, '2.0.0.127.zen.spamhaus.org': found('127.0.0.2') }, { zones: ['bl.spamcop.net', 'zen.spamhaus.org'] });
  const mail = (await seen()).targets.filter(({ role }) => role === 'mail');
  assert.deepEqual(mail.map(({ answers }) => answers.length), [2, 2, 2, 2, 1, 1]);
});

test('no list is told of an address that is not public', async () => {
  const { asked, seen } = collectFor(['10.0.0.1', 'fd00::1'], working, { zones: ['bl.spamcop.net'] });
  assert.deepEqual((await seen()).targets.map(({ role }) => role), ['domain']);
  assert.equal(asked.length, 2);
});

test('the key goes into the question and into no text', async () => {
  const key = 'abcdefghijklmnopqrstuvwxyz';
  const zone = `${key}.zen.dq.spamhaus.net`;
  const cause = `SERVFAIL (EDE 23: refused for 1.0.54.45.${key.toUpperCase()}.zen.dq.spamhaus.net)`;
  const failed: Lookup<readonly string[]> = { outcome: 'failed', kind: 'servfail', cause };
  const works = collectFor(['45.54.0.1'], { [`2.0.0.127.${zone}`]: found('127.0.0.2'), [`1.0.54.45.${zone}`]: failed }, { zones: ['zen.spamhaus.org'], spamhausKey: key });
  const broken = collectFor(['45.54.0.1'], { [`2.0.0.127.${zone}`]: failed }, { zones: ['zen.spamhaus.org'], spamhausKey: key });
  for (const { seen, asked } of [works, broken]) {
    const text = JSON.stringify(await seen());
    assert.ok(asked.every(question => question.includes(zone)));
    assert.ok(text.includes('<key>') && !text.toLowerCase().includes(key));
  }
});
