import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { goldenSuite } from '../golden.ts';
import { analyzeSoa } from './analyze.ts';
import type { SoaFacts } from './collect.ts';
import { presentSoa } from './present.ts';
import { isHostName, isMailbox } from './names.ts';
import { rules } from './rules.ts';

goldenSuite<SoaFacts, never>('analyzeSoa agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeSoa(facts));

const soa = { mname: 'ns1.example.net', rname: 'hostmaster.example.org', serial: 7, refresh: 14_400, retry: 3600, expire: 1_209_600, minimum: 300 };

suite('names of the SOA record', () => {
  const hosts: [name: string, good: boolean][] = [
    ['ns1.example.net', true], ['xn--bcher-kva.example', true], ['4.example', true],
    ['', false], ['localhost', false], ['ns_1.example.net', false], ['-a.example', false], ['a-.example', false], ['a..example', false], ['10.0.0.1', false],
  ];
  for (const [name, good] of hosts) test(`host ${name || '(the root)'}`, () => assert.equal(isHostName(name), good));
  const mailboxes: [name: string, good: boolean][] = [
    ['hostmaster.example.org', true], ['host\\.master.example.org', true], ['dns+soa.example.org', true], ['a_b.example.org', true],
    ['', false], ['hostmaster', false], ['hostmaster.org', false], ['hostmaster@example.org', false], ['host\\.\\.master.example.org', false], ['host\\032master.example.org', false], ['\\@.example.org', false],
  ];
  for (const [name, good] of mailboxes) test(`mailbox ${name || '(the root)'}`, () => assert.equal(isMailbox(name), good));
  test('no text throws', () => fc.assert(fc.property(fc.string(), text => [isHostName(text), isMailbox(text)].every(good => typeof good === 'boolean'))));
});

suite('presentSoa shows the first record', () => {
  const facts = (over: Partial<SoaFacts>): SoaFacts => ({ zone: 'example.org', answers: [], resolved: { outcome: 'absent', nxdomain: false, via: [] }, ...over });
  const found = { outcome: 'found' as const, value: [soa], via: [], ttlSeconds: 300 };
  const cases: [says: string, shown: ReturnType<typeof presentSoa>, expected: [string, number | null]][] = [
    ['of a server', presentSoa(facts({ answers: [{ server: 'ns1', address: '192.0.2.1', records: [soa] }] }), []), ['ok', 7]],
    ['of the resolver', presentSoa(facts({ resolved: found }), []), ['ok', 7]],
    ['with something to fix', presentSoa(facts({ resolved: found }), ['one']), ['error', 7]],
    ['none', presentSoa(facts({}), ['one']), ['missing', null]],
    ['a failed lookup', presentSoa(facts({ resolved: { outcome: 'failed', kind: 'timeout', cause: 'timeout' } }), ['one']), ['error', null]],
  ];
  for (const [says, { status, serial }, expected] of cases) test(says, () => assert.deepEqual([status, serial], expected));
});
