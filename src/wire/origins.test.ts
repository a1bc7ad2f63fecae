import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startRpkiValidator, type RpkiValidator, type ValidatorFault } from '../../lab/services/rpki-validator.ts';
import type { Lookup } from '../core/lookup.ts';
import { createDoor } from './door.ts';
import { createHttpGet } from './http.ts';
import { createOrigins } from './origins.ts';
import { systemClock } from '../core/clock.ts';

const { signal } = new AbortController();
const found = (...value: string[]): Lookup<readonly string[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 60 });
const absent: Lookup<readonly string[]> = { outcome: 'absent', nxdomain: true, via: [] };

/** Origins over answers of the DNS, with everything that was asked; `pass` lets time go by. */
function open(answers: Readonly<Record<string, Lookup<readonly string[]>>>, { zone = 'asn.example', validatorUrl = null }: { zone?: string | null; validatorUrl?: string | null } = {}) {
  const asked: string[] = [];
  let nowMs = 0;
  const door = createDoor({ allow: [], route: () => null, clock: systemClock, resolve: async () => absent });
  const origins = createOrigins({
    resolver: { lookup: (async (name: string) => { asked.push(name); return answers[name] ?? absent; }) as never },
    get: createHttpGet(door), clock: { now: () => nowMs, monotonicMs: () => nowMs }, zone, validatorUrl,
  });
  return { origins, asked, pass: (ms: number) => { nowMs += ms; } };
}

suite('the network of an address, by the DNS', () => {
  const name = '1.2.54.45.origin.asn.example';
  const cases: [says: string, answer: Lookup<readonly string[]>, reply: object][] = [
    ['one network', found('64500 | 45.54.0.0/16 | NL | ripencc | 2019-03-01'), { outcome: 'found', asns: [64500], prefix: '45.54.0.0/16', country: 'NL', registry: 'ripencc' }],
    ['several networks', found('64501 64500 | 45.54.0.0/16 | NL | ripencc |'), { outcome: 'found', asns: [64500, 64501], prefix: '45.54.0.0/16', country: 'NL', registry: 'ripencc' }],
    ['the longest of several prefixes', found('64500 | 45.54.0.0/16 | NL | ripencc |', '64501 | 45.54.2.0/24 | DE | ripencc |'), { outcome: 'found', asns: [64501], prefix: '45.54.2.0/24', country: 'DE', registry: 'ripencc' }],
    ['the same prefix twice', found('64500 | 45.54.2.0/24 | DE | ripencc |', '64501 | 45.54.2.0/24 | DE | ripencc |'), { outcome: 'found', asns: [64500, 64501], prefix: '45.54.2.0/24', country: 'DE', registry: 'ripencc' }],
    ['without a country', found('64500 | 45.54.0.0/16 |  |  |'), { outcome: 'found', asns: [64500], prefix: '45.54.0.0/16', country: null, registry: null }],
    ['announced by nobody', absent, { outcome: 'absent' }],
    ['no answer', { outcome: 'failed', kind: 'timeout', cause: 'timeout' }, { outcome: 'failed', cause: 'timeout' }],
    ['a prefix without the address', found('64500 | 192.0.2.0/24 | NL | ripencc |'), { outcome: 'failed', cause: 'the answer about its network cannot be read' }],
    ['a number that no network has', found('4294967296 | 45.54.0.0/16 | NL | ripencc |'), { outcome: 'failed', cause: 'the answer about its network cannot be read' }],
    ['anything else', found('v=spf1 -all', ''), { outcome: 'failed', cause: 'the answer about its network cannot be read' }],
  ];
  for (const [says, answer, reply] of cases) test(says, async () => assert.deepEqual(await open({ [name]: answer }).origins.of('45.54.2.1', signal), reply));

  test('of IPv6 the /64 alone is asked for', async () => {
    const { origins, asked } = open({ '0.0.0.0.0.0.0.0.0.0.1.b.e.0.a.2.origin6.asn.example': found('64500 | 2a0e:b100::/29 | NL | ripencc |') });
    assert.equal((await origins.of('2a0e:b100::7', signal)).outcome, 'found');
    assert.equal(asked.length, 1);
  });
  test('nothing is asked where nobody is configured', async () => {
    const { origins, asked } = open({}, { zone: null });
    assert.deepEqual([await origins.of('45.54.2.1', signal), await origins.nameOf(64500, signal), await origins.validity(64500, '45.54.0.0/16', signal)], [{ outcome: 'notConfigured' }, null, { outcome: 'notConfigured' }]);
    assert.deepEqual(asked, []);
  });
  test('the name of a network is asked for once a day', async () => {
    const { origins, asked, pass } = open({ 'AS64500.asn.example': found('64500 | NL | ripencc | 2019-03-01 | LAB-HOSTING, NL') });
    assert.deepEqual(await Promise.all([origins.nameOf(64500, signal), origins.nameOf(64500, signal)]), ['LAB-HOSTING, NL', 'LAB-HOSTING, NL']);
    pass(23 * 3_600_000);
    await origins.nameOf(64500, signal);
    assert.equal(asked.length, 1);
    pass(2 * 3_600_000);
    await origins.nameOf(64500, signal);
    assert.equal(asked.length, 2);
  });
});

suite('the validity of a route, by a validator over HTTP', () => {
  let validator: RpkiValidator;
  before(async () => { validator = await startRpkiValidator([{ asn: 64500, prefix: '45.54.0.0/16' }]); });
  after(() => validator.stop());

  const states: [asn: number, prefix: string, state: string][] = [[64500, '45.54.0.0/16', 'valid'], [64666, '45.54.0.0/16', 'invalid'], [64500, '198.51.100.0/24', 'notFound'], [64500, '2a0e:b100::/29', 'notFound']];
  for (const [asn, prefix, state] of states) {
    test(`AS${asn} ${prefix} is ${state}`, async () => {
      const reply = await open({}, { validatorUrl: validator.url }).origins.validity(asn, prefix, signal);
      assert.equal(reply.outcome === 'answered' ? reply.state : reply.outcome, state);
    });
  }
  const faults: [fault: ValidatorFault, cause: RegExp][] = [
    ['starting', /answers with status 503/], ['serverError', /answers with status 500/], ['truncated', /the RPKI validator: /], ['slow', /timeout/], ['garbage', /cannot be read/], ['other', /answers another question/],
  ];
  for (const [fault, cause] of faults) {
    test(`${fault} is unknown, never valid`, async () => {
      validator.setFault(fault);
      const reply = await open({}, { validatorUrl: validator.url }).origins.validity(64500, '45.54.0.0/16', signal);
      validator.setFault(null);
      assert.match(reply.outcome === 'failed' ? reply.cause : 'answered', cause);
    });
  }
  test('is asked for once in ten minutes, however many addresses share the prefix', async () => {
    validator.takeAsked();
    const { origins, pass } = open({}, { validatorUrl: validator.url });
    await Promise.all(Array.from({ length: 20 }, () => origins.validity(64500, '45.54.0.0/16', signal)));
    assert.equal(validator.takeAsked().length, 1);
    pass(11 * 60_000);
    await origins.validity(64500, '45.54.0.0/16', signal);
    assert.equal(validator.takeAsked().length, 1);
  });
});
