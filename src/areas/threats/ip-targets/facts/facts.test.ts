import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Lookup } from '../../../../core/lookup.ts';
import { parseRange } from '../range.ts';
import { chosenLists } from './lists.ts';
import { ownerOf } from './owners.ts';
import { collectReverse, isGeneric } from './reverse.ts';

suite('names as providers give by rule', () => {
  const cases: [name: string, address: string, generic: boolean][] = [
    ['mail.example.org', '45.54.1.2', false],
    ['mx1.example.org', '45.54.1.2', false],
    ['ip-45-54-1-2.provider.example', '45.54.1.2', true],
    ['2.1.54.45.provider.example', '45.54.1.2', true],
    ['45.54.1.2.static.provider.example', '45.54.1.2', true],
    ['host2d360102.provider.example', '45.54.1.2', true],
    ['045054001002.provider.example', '45.54.1.2', true],
    ['p54-2.dsl.provider.example', '45.54.1.2', true],
    ['dynamic-077.provider.example', '45.54.1.2', true],
    ['customer.provider.example', '45.54.1.2', true],
    ['customers-love-us.example', '45.54.1.2', true],
    ['vpool.example.org', '45.54.1.2', false],
    ['www45.example.org', '45.54.1.2', false],
    ['2a0e-b100-1--20a-bff-fe0c-d0e.provider.example', '2a0e:b100:1:0:20a:bff:fe0c:d0e', false],
    ['020a-0bff-fe0c-0d0e.provider.example', '2a0e:b100:1:0:20a:bff:fe0c:d0e', true],
    ['mail.example.org', '2a0e:b100::25', false],
  ];
  for (const [name, address, generic] of cases) test(`${name} at ${address}`, () => assert.equal(isGeneric(name, address), generic));
});

suite('forward-confirmed reverse DNS', () => {
  const found = (...value: string[]): Lookup<readonly string[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 60 });
  const absent: Lookup<readonly string[]> = { outcome: 'absent', nxdomain: true, via: [] };
  const failed: Lookup<readonly string[]> = { outcome: 'failed', kind: 'timeout', cause: 'timeout' };
  const cases: [says: string, pointer: Lookup<readonly string[]>, forward: Record<string, Lookup<readonly string[]>>, state: string, confirmed: string[]][] = [
    ['leads back', found('mail.example.org'), { 'mail.example.org': found('45.54.1.3', '45.54.1.2') }, 'confirmed', ['mail.example.org']],
    ['one of several leads back', found('a.example', 'b.example'), { 'b.example': found('45.54.1.2') }, 'confirmed', ['b.example']],
    ['one of several leads back, another fails', found('a.example', 'b.example'), { 'a.example': failed, 'b.example': found('45.54.1.2') }, 'confirmed', ['b.example']],
    ['leads elsewhere', found('mail.example.org'), { 'mail.example.org': found('45.54.1.3') }, 'unconfirmed', []],
    ['the name has no address', found('mail.example.org'), {}, 'unconfirmed', []],
    ['the name fails', found('mail.example.org'), { 'mail.example.org': failed }, 'unknown', []],
    ['there is none', absent, {}, 'absent', []],
    ['it fails', failed, {}, 'unknown', []],
  ];
  for (const [says, pointer, forward, state, confirmed] of cases) {
    test(says, async () => {
      const reverse = await collectReverse('45.54.1.2', { lookup: (async (name: string, type: string) => (type === 'PTR' ? pointer : forward[name] ?? absent)) as never });
      assert.deepEqual([reverse.state, reverse.confirmed], [state, confirmed]);
    });
  }
  test('of a hundred names eight are asked', async () => {
    const asked: string[] = [];
    const names = Array.from({ length: 100 }, (_, at) => `n${at}.example`);
    await collectReverse('45.54.1.2', { lookup: (async (name: string, type: string) => { asked.push(name); return type === 'PTR' ? found(...names) : absent; }) as never });
    assert.equal(asked.length, 9);
  });
});

suite('what is a target', () => {
  const cases: [text: string, target: string | RegExp, addresses?: number][] = [
    ['45.54.1.2', '45.54.1.2', 1], [' 45.54.1.2/32 ', '45.54.1.2', 1], ['45.54.1.16/28', '45.54.1.16/28', 16], ['45.54.1.4/30', '45.54.1.4/30', 4], ['2A0E:B100:0:0::10', '2a0e:b100::10', 1], ['2a0e:b100::10/124', '2a0e:b100::10/124', 16],
    ['45.54.1.0/27', /too large: give \/28/], ['2a0e:b100::/123', /too large: give \/124/], ['45.54.1.17/28', /begins at another address: give 45\.54\.1\.16\/28/], ['example.org', /Give an IPv4/], ['45.54.1', /Give an IPv4/], ['45.54.1.2/33', /Give an IPv4/],
    ['045.54.1.2', /Give an IPv4/], ['45.54.1.2/24/8', /Give an IPv4/], ['', /Give an IPv4/], ['fe80::1%eth0', /Give an IPv4/],
  ];
  for (const [text, target, addresses] of cases) {
    test(text, () => {
      const range = parseRange(text);
      if (typeof target === 'string') assert.deepEqual('invalid' in range ? range : [range.target, range.addresses.length], [target, addresses]);
      else assert.match('invalid' in range ? range.invalid : range.target, target);
    });
  }
});

suite('whose machines they are', () => {
  const cases: [address: string, asns: number[], owner: object | null][] = [
    ['104.16.1.1', [], { name: 'Cloudflare', kind: 'cdn' }], ['45.54.1.2', [24940], { name: 'Hetzner', kind: 'cloud' }], ['45.54.1.2', [64500, 16509], { name: 'Amazon Web Services', kind: 'cloud' }], ['45.54.1.2', [13335], { name: 'Cloudflare', kind: 'cdn' }], ['45.54.1.2', [64500], null], ['45.54.1.2', [], null],
  ];
  for (const [address, asns, owner] of cases) test(`${address} AS${asns.join(' AS')}`, () => assert.deepEqual(ownerOf(address, asns), owner));
});

suite('which lists are asked', () => {
  const askedOf = (choice: Parameters<typeof chosenLists>[0]) => chosenLists(choice).filter(({ isAsked }) => isAsked).map(({ list: { zone } }) => zone);
  test('by themselves, those without terms', () => assert.deepEqual(askedOf({ zones: null, accepted: [], hasSpamhausKey: false }), ['bl.spamcop.net', 'psbl.surriel.com', 'dnsbl.dronebl.org', 'bl.blocklist.de', 'dnsbl-1.uceprotect.net']));
  test('Spamhaus with its key', () => assert.ok(askedOf({ zones: null, accepted: [], hasSpamhausKey: true }).includes('zen.spamhaus.org')));
  test('those whose terms are accepted', () => assert.deepEqual(askedOf({ zones: ['b.barracudacentral.org', 'bl.mailspike.net'], accepted: ['b.barracudacentral.org'], hasSpamhausKey: true }), ['b.barracudacentral.org']));
  test('none of domains', () => assert.deepEqual(chosenLists({ zones: ['dbl.spamhaus.org'], accepted: ['dbl.spamhaus.org'], hasSpamhausKey: true }), []));
  test('none where nobody wants any', () => assert.deepEqual(chosenLists({ zones: [], accepted: [], hasSpamhausKey: true }), []));
});
