import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { Authority, Dns, Lookup, ProbeQuestion, ProbeReply, ShownRecord } from '../../../core/lookup.ts';
import { resultOf, type Snapshot } from '../history/snapshots/index.ts';
import { askFor, findWildcard, isMadeUp } from './lookup.ts';
import { hostBelow, namesIn } from './names.ts';
import { walkZone } from './walk.ts';
import { words } from './words.ts';

suite('only host names below the domain are taken', () => {
  const cases: [name: string, host: string | null][] = [
    ['www.example.org', 'www.example.org'], ['WWW.Example.ORG.', 'www.example.org'], ['*.shop.example.org', 'shop.example.org'], ['*.example.org', null],
    ['example.org', null], ['example.com', null], ['badexample.org', null], ['_dmarc.example.org', null], ['a._tcp.example.org', null],
    ['-a.example.org', null], ['a..example.org', null], [`${'a'.repeat(64)}.example.org`, null], [`${'a.'.repeat(125)}example.org`, null], ['a b.example.org', null], ['=1+1.example.org', null],
  ];
  for (const [name, host] of cases) test(`${name.slice(0, 40)}: ${host}`, () => assert.equal(hostBelow(name, 'example.org'), host));
});

test('the last scan of a domain gives names from its records and certificates', () => {
  const { snapshot, name } = JSON.parse(readFileSync(new URL('../setup/golden/dmarc-none.json', import.meta.url), 'utf8')) as { snapshot: Snapshot; name: string };
  const names = namesIn(resultOf(snapshot, { name, at: 0, score: null })).map(({ name: host, source }) => `${source} ${host.replace(`.${name}`, '')}`);
  assert.deepEqual(names, ['mx mx1', 'mx mx2', 'certificate www', 'certificate mx1', 'certificate mx2', 'mail mta-sts']);
});

test('the words are host labels, each once, and leave room among 500 questions', () => {
  assert.equal(new Set(words).size, words.length);
  assert.deepEqual(words.filter(word => hostBelow(`${word}.example.org`, 'example.org') === null), []);
  assert.ok(words.length > 350 && words.length < 450, String(words.length));
});

const found = (value: string[], via: string[] = []): Lookup<never> => ({ outcome: 'found', value: value as never, via, ttlSeconds: 1 });
const nxdomain: Lookup<never> = { outcome: 'absent', nxdomain: true, via: [] };
const nodata: Lookup<never> = { outcome: 'absent', nxdomain: false, via: [] };
const dnsWith = (answers: Record<string, Lookup<never>>, other: Lookup<never>): Pick<Dns, 'lookup'> => ({ lookup: name => Promise.resolve((answers[name] ?? other) as never) });

suite('names that the zone makes up are not taken for names that somebody made', () => {
  const answer = (addresses: string[], target: string | null = null) => ({ name: 'www.example.org', addresses, target });
  test('without a wildcard none is made up', async () => {
    assert.deepEqual(await findWildcard('example.org', dnsWith({}, nxdomain), Math.random), { wildcard: null, everyNameExists: false });
    assert.equal(isMadeUp(answer(['192.0.2.1']), null), false);
  });
  test('a wildcard is known by its addresses', async () => {
    const { wildcard, everyNameExists } = await findWildcard('example.org', dnsWith({}, found(['192.0.2.1', '192.0.2.2'])), Math.random);
    assert.equal(everyNameExists, true);
    assert.deepEqual([isMadeUp(answer(['192.0.2.2']), wildcard), isMadeUp(answer(['192.0.2.9']), wildcard), isMadeUp(answer([]), wildcard)], [true, false, false]);
  });
  test('or by its alias, whatever addresses lie behind it', async () => {
    const { wildcard } = await findWildcard('example.org', dnsWith({}, found(['192.0.2.1'], ['pool.example.net'])), Math.random);
    assert.deepEqual([isMadeUp(answer(['192.0.2.77'], 'pool.example.net'), wildcard), isMadeUp(answer(['192.0.2.1']), wildcard)], [true, false]);
  });
  test('a name without an address counts unless every name is said to exist', async () => {
    const dns = dnsWith({ 'mail.example.org': nodata, 'old.example.org': { outcome: 'absent', nxdomain: true, via: ['gone.example.net'] }, 'down.example.org': { outcome: 'failed', kind: 'timeout', cause: 'timeout' } }, nxdomain);
    const names = ['mail', 'old', 'down', 'none'].map(word => `${word}.example.org`);
    const namesOf = async (strict: boolean) => (await askFor(names, dns, strict)).there.map(({ name, target }) => [name, target]);
    assert.deepEqual(await namesOf(false), [['mail.example.org', null], ['old.example.org', 'gone.example.net']]);
    assert.deepEqual(await namesOf(true), [['old.example.org', 'gone.example.net']]);
    assert.equal((await askFor(names, dns, true)).failed, 1);
  });
});

const server: Authority = { name: 'ns1.example.net', address: '192.0.2.53' };

/** A server that answers NSEC questions from `next`, and for names right behind others as RFC 4035 §3.1.3.2 says. */
function zoneOf(next: Record<string, string>, delegated: readonly string[] = []): Pick<Dns, 'probe'> & { asked: number } {
  const zone = {
    asked: 0,
    probe(_: Authority, { name, type }: ProbeQuestion): Promise<ProbeReply> {
      zone.asked++;
      const record = (owner: string): ShownRecord[] => (next[owner] === undefined ? [] : [{ name: owner, type: 'NSEC', ttlSeconds: 1, data: `${next[owner]} A NSEC RRSIG` }]);
      const behind = name.replace('\\000', '');
      return Promise.resolve({
        outcome: 'answered', server, transport: 'udp', rttMs: 1, bytes: 100, rcode: 'NOERROR', authoritative: true, recursionAvailable: false, truncated: false, sameCase: true, edns: null, additionals: [],
        answers: type === 'NSEC' && !delegated.includes(name) ? record(name) : [],
        authorities: type === 'NSEC' ? [] : record(behind),
      });
    },
  };
  return zone;
}

suite('a walk through a zone', () => {
  const never = new AbortController().signal;
  const whole = { 'example.org': 'a.example.org', 'a.example.org': 'child.example.org', 'child.example.org': 'z.example.org', 'z.example.org': 'example.org' };
  const names = ['a.example.org', 'child.example.org', 'z.example.org'];
  test('ends where the zone leads back to its beginning', async () => assert.deepEqual(await walkZone('example.org', server, zoneOf(whole), never), { outcome: 'whole', names, cause: null }));
  test('passes names that are delegated', async () => assert.deepEqual(await walkZone('example.org', server, zoneOf(whole, ['child.example.org']), never), { outcome: 'whole', names, cause: null }));
  test('ends at names outside of the domain', async () => {
    const adjacent = { 'b.example.org': 'x.b.example.org', 'x.b.example.org': 'c.example.org' };
    assert.deepEqual(await walkZone('b.example.org', server, zoneOf(adjacent), never), { outcome: 'whole', names: ['x.b.example.org'], cause: null });
  });
  test('is impossible where the zone has no NSEC records', async () => assert.equal((await walkZone('example.org', server, zoneOf({}), never)).outcome, 'impossible'));
  test('is impossible where they are made up for each question', async () => {
    assert.partialDeepStrictEqual(await walkZone('example.org', server, zoneOf({ 'example.org': '\\000.example.org' }), never), { outcome: 'impossible', names: [] });
  });
  test('does not go in circles', async () => {
    assert.partialDeepStrictEqual(await walkZone('example.org', server, zoneOf({ 'example.org': 'a.example.org', 'a.example.org': 'b.example.org', 'b.example.org': 'a.example.org' }), never), { outcome: 'part', cause: 'the zone leads in a circle' });
  });
  test('stops after a thousand names', async () => {
    const endless = new Proxy<Record<string, string>>({}, { get: (_, name) => (typeof name === 'string' ? `${Number(name.split('.').length === 2 ? 0 : name.split('.')[0]) + 1}.example.org` : undefined) });
    const zone = zoneOf(endless);
    const { outcome, names: walked } = await walkZone('example.org', server, zone, never);
    assert.deepEqual([outcome, walked.length, zone.asked], ['part', 1000, 1000]);
  });
});
