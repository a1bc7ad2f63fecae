import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { bySeverity } from '../../core/finding.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { RegistryReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import type { AllFacts } from '../index.ts';
import { analyzeRegistration } from './analyze.ts';
import { collectRegistration, type RegistrationFacts } from './collect.ts';
import { registrationCheck } from './index.ts';
import type { RegistrationMemory, RememberedRegistration } from './remembered.ts';
import { rules } from './rules.ts';
import { offersTransferLock } from './transfer-locks.ts';

goldenSuite<RegistrationFacts, undefined>('analyzeRegistration agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeRegistration(facts));

interface World {
  remembered: RememberedRegistration | null;
  domain: string;
  reply: RegistryReply;
  lookup: Lookup<readonly string[]>;
}

const found = { outcome: 'found', value: ['ns1.example.net'], via: [], ttlSeconds: 300 } satisfies Lookup<readonly string[]>;
const absent: Lookup<readonly string[]> = { outcome: 'absent', nxdomain: true, via: [] };
const timeout: Lookup<readonly string[]> = { outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.53' };

function answered(source: 'rdap' | 'whois', text: string): RegistryReply {
  return { outcome: 'answered', source, server: 'registry.example', text };
}

const rdap = answered('rdap', '{"objectClassName":"domain","ldhName":"Example.org","status":["active"]}');
const whois = answered('whois', 'Domain Name: EXAMPLE.ORG\r\nRegistrar: Example, Inc.\r\n');

async function lookup(world: Partial<World>): Promise<{ asked: string[]; kept: [name: string, RememberedRegistration][]; facts: RegistrationFacts }> {
  const { domain, reply, lookup, remembered }: World = { domain: 'example.org', reply: rdap, lookup: found, remembered: null, ...world };
  const asked: string[] = [];
  const kept: [name: string, RememberedRegistration][] = [];
  const context = {
    domain,
    signal: new AbortController().signal,
    clock: { now: () => Date.UTC(2026, 6, 1), monotonicMs: () => 0 },
    registrations: { recall: () => Promise.resolve(remembered), keep: (...given: (typeof kept)[number]) => Promise.resolve(void kept.push(given)) } satisfies RegistrationMemory,
    registry: { find: (name: string) => (asked.push(`registration ${name}`), Promise.resolve(reply)) },
    dns: { lookup: (name: string, type: string) => (asked.push(`${type} ${name}`), Promise.resolve(lookup)) },
  };
  return { facts: await collectRegistration(context as unknown as CollectContext), asked, kept };
}

suite('collectRegistration asks for the registered name and keeps failures apart from absence', () => {
  const cases: [says: string, world: Partial<World>, expected: Partial<RegistrationFacts>][] = [
    ['RDAP', {}, { outcome: 'found', source: 'rdap', failed: null, now: '2026-07-01T00:00:00.000Z', dnsNameservers: ['ns1.example.net'] }],
    ['WHOIS', { reply: whois }, { outcome: 'found', source: 'whois' }],
    ['a lookup that failed', { reply: { outcome: 'failed', source: 'whois', cause: 'timeout' } }, { outcome: 'failed', failed: 'timeout', registration: null }],
    ['the registry has none', { reply: { outcome: 'absent', source: 'rdap', server: 'registry.example' } }, { outcome: 'absent', registration: null }],
    ['WHOIS words for none', { reply: answered('whois', 'No match for "EXAMPLE.ORG".') }, { outcome: 'absent' }],
    ['a refusal', { reply: answered('whois', 'Query rate limit exceeded') }, { outcome: 'failed', failed: 'the registry refused to answer: Query rate limit exceeded' }],
    ['broken RDAP', { reply: answered('rdap', '{') }, { outcome: 'failed', failed: 'the RDAP reply is not a JSON object' }],
    ['an answer on another name', { domain: 'other.org' }, { outcome: 'failed', failed: 'the registry answered for example.org' }],
    ['DNS has none', { lookup: absent }, { dnsNameservers: [], dnsFailed: null }],
    ['an alias has no nameservers of its own', { lookup: { ...found, via: ['other.example'] } }, { dnsNameservers: [], dnsFailed: null }],
    ['the NS lookup failed', { lookup: timeout }, { dnsNameservers: null, dnsFailed: 'NS of example.org: timeout at 192.0.2.53' }],
  ];
  for (const [says, world, expected] of cases) {
    test(says, async () => {
      const { facts } = await lookup(world);
      assert.deepEqual({ ...facts, ...expected }, facts);
      assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts);
    });
  }
  test('registry and DNS are asked for the name that the registry knows', async () => {
    assert.deepEqual((await lookup({ domain: 'shop.blogspot.com' })).asked, ['registration blogspot.com', 'NS blogspot.com']);
    assert.deepEqual((await lookup({ domain: 'a.b.example.co.uk' })).asked, ['registration example.co.uk', 'NS example.co.uk']);
  });
  test('nothing is asked for a public suffix', async () => {
    const { asked, facts } = await lookup({ domain: 'co.uk' });
    assert.deepEqual([asked, facts.outcome], [[], 'notAsked']);
  });
});

suite('what a registry said is remembered for a day', () => {
  const registration = { domain: 'example.org', registrar: null, createdAt: null, updatedAt: null, expiresAt: '2027-07-01T00:00:00.000Z', statuses: ['ok'], nameservers: ['ns1.example.net'], dnssec: null, holder: 'absent' } as const;
  const remembered: RememberedRegistration = { registration, source: 'whois', at: '2026-06-30T12:00:00.000Z' };
  const cases: [says: string, world: Partial<World>, asked: boolean][] = [
    ['of late', { remembered }, false],
    ['of late, by a registry that fails now', { remembered, reply: { outcome: 'failed', source: 'rdap', cause: 'timeout' } }, false],
    ['of late, without nameservers or an end', { remembered: { ...remembered, registration: { ...registration, nameservers: [], expiresAt: null } } }, false],
    ['of late, and DNS cannot tell', { remembered, lookup: timeout }, false],
    ['a day ago', { remembered: { ...remembered, at: '2026-06-30T00:00:00.000Z' } }, true],
    ['of one that ends in 30 days', { remembered: { ...remembered, registration: { ...registration, expiresAt: '2026-07-31T00:00:00.000Z' } } }, true],
    ['of other nameservers than those in DNS', { remembered: { ...remembered, registration: { ...registration, nameservers: ['ns9.example.net'] } } }, true],
    ['of a name that is not in DNS any more', { remembered, lookup: absent }, true],
    ['never', { remembered: null }, true],
  ];
  for (const [says, world, again] of cases) {
    test(`${says}: it is ${again ? 'asked' : 'not asked'} again`, async () => {
      const { asked, facts, kept } = await lookup(world);
      assert.equal(asked.filter(one => one.startsWith('registration')).length, again ? 1 : 0);
      const unavailable = analyzeRegistration(facts).find(({ id }) => id === 'reg.unavailable')!;
      if (again) assert.deepEqual([facts.asOf, kept.map(([name, { at, source }]) => [name, at, source]), unavailable.evidence], [undefined, [['example.org', facts.now, 'rdap']], ['answered by RDAP']]);
      else assert.deepEqual([facts.asOf, facts.now, facts.source, kept, unavailable.evidence], [remembered.at, '2026-07-01T00:00:00.000Z', 'whois', [], [`answered by WHOIS at ${remembered.at}, and not asked again`]]);
    });
  }
  const unkept: [says: string, reply: RegistryReply][] = [
    ['a lookup that failed', { outcome: 'failed', source: 'whois', cause: 'timeout' }],
    ['that there is none', { outcome: 'absent', source: 'rdap', server: 'registry.example' }],
    ['a refusal', answered('whois', 'Query rate limit exceeded')],
  ];
  for (const [says, reply] of unkept) test(`never ${says}`, async () => assert.deepEqual((await lookup({ reply })).kept, []));
});

suite('records.registration tells found, missing, failed and not asked apart', () => {
  const empty = { asOf: null, registrar: null, createdAt: null, updatedAt: null, expiresAt: null, statuses: [], nameservers: [] };
  const none: RegistryReply = { outcome: 'absent', source: 'rdap', server: 'registry.example' };
  const cases: [says: string, world: Partial<World>, issues: string[], expected: unknown][] = [
    ['found', { reply: whois }, [], { ...empty, status: 'ok', registrar: { name: 'Example, Inc.', ianaId: null }, source: 'whois' }],
    ['found with an issue', {}, ['x'], { ...empty, status: 'error', statuses: ['ok'], source: 'rdap' }],
    ['not registered', { reply: none, lookup: absent }, ['x'], { ...empty, status: 'missing', source: 'rdap' }],
    ['denied although in DNS', { reply: none }, ['x'], { ...empty, status: 'error', source: 'rdap' }],
    ['failed', { reply: { outcome: 'failed', source: 'rdap', cause: 'timeout' } }, ['x'], { ...empty, status: 'error', source: 'rdap' }],
    ['a public suffix', { domain: 'co.uk' }, [], { ...empty, status: 'notTested', source: null }],
  ];
  for (const [says, world, issues, expected] of cases) {
    test(says, async () => {
      const { facts } = await lookup(world);
      assert.deepEqual(registrationCheck.present({ registration: facts } as unknown as AllFacts, issues), expected);
    });
  }
});

test('less than a week to expiry is critical, less than a month high', async () => {
  const { facts } = await lookup({});
  const severityAt = (expiresAt: string) => analyzeRegistration({ ...facts, registration: { ...facts.registration!, expiresAt } }).toSorted(bySeverity)
    .find(({ id }) => id === 'reg.expiry')?.severity;
  assert.deepEqual(['2026-07-07T23:59:59.000Z', '2026-07-08T00:00:00.000Z', '2026-07-30T23:59:59.000Z'].map(severityAt), ['critical', 'high', 'high']);
});

suite('offersTransferLock knows where a missing lock means something', () => {
  const cases: [domain: string, expected: boolean][] = [
    ['example.com', true], ['example.berlin', true], ['example.io', true], ['example.gov', false], ['example.uk', false], ['example.co.uk', false],
    ['example.de', false], ['example.xn--mgba3a4f16a', false],
  ];
  for (const [domain, expected] of cases) test(domain, () => assert.equal(offersTransferLock(domain), expected));
});
