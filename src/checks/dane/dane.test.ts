import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import type { Dns, Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeDane, pinnedHosts, type Others } from './analyze.ts';
import { certificates } from './certificates.sample.ts';
import { collectDane, type DaneFacts, type Tlsa } from './collect.ts';
import { accepts, associationOf, uselessness } from './match.ts';
import { rules } from './rules.ts';

/** Golden files name the certificates of a chain. */
function withCertificates(others: Others): Others {
  return JSON.parse(JSON.stringify(others), (key, value: unknown) => (key === 'chain' ? (value as string[]).map(name => certificates[name]) : value)) as Others;
}

goldenSuite<DaneFacts, Others>('analyzeDane agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeDane(facts, withCertificates(others)));

const found = <T>(...value: T[]): Lookup<readonly T[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 300 });
const absent: Lookup<never> = { outcome: 'absent', nxdomain: true, via: [] };
const secure = { status: 'secure', reason: null } as const;
const leaf = certificates['leaf']!;
const record = (usage: number, selector: number, matchingType: number): Tlsa =>
  ({ usage, selector, matchingType, association: associationOf({ selector, matchingType }, leaf) });

suite('collectDane asks for security only where it decides something', () => {
  const cases: [says: string, host: string, tlsa: Lookup<readonly Tlsa[]>, asked: string[]][] = [
    ['an own server, since its denial must be proven', 'mx.example.org', absent, ['example.org MX', 'mx.example.org A', '_25._tcp.mx.example.org TLSA']],
    ['a foreign server with records', 'mx.provider.example', found(record(3, 1, 1)), ['example.org MX', 'mx.provider.example A', '_25._tcp.mx.provider.example TLSA']],
    ['not a foreign server without', 'mx.provider.example', absent, []],
  ];
  for (const [says, host, tlsa, expected] of cases) {
    test(says, async () => {
      const asked: string[] = [];
      const dns = {
        lookup: async (_: string, type: string) => (type === 'MX' ? found({ preference: 10, exchange: host }) : type === 'TLSA' ? tlsa : found('45.54.1.1')),
        secure: async (name: string, type: string) => (asked.push(`${name} ${type}`), secure),
      } as unknown as Dns;
      const { hosts } = await collectDane({ domain: 'example.org', dns } as CollectContext);
      assert.deepEqual(asked, expected);
      assert.deepEqual(hosts.map(({ host, security }) => [host, security?.tlsa ?? null]), [[host, expected.length > 0 ? secure : null]]);
    });
  }
});

suite('a record matches the whole or a digest, of the certificate or its key (RFC 6698 §2.1)', () => {
  for (const selector of [0, 1]) {
    for (const matchingType of [0, 1, 2]) {
      test(`3 ${selector} ${matchingType}`, () => {
        const shown = (chain: (typeof leaf)[]) => ({ chain, names: [], now: 0 });
        assert.ok(accepts(record(3, selector, matchingType), shown([leaf])));
        assert.ok(!accepts(record(3, selector, matchingType), shown([certificates['stranger']!])));
        assert.ok(!accepts(record(3, selector, matchingType), shown([])));
      });
    }
  }
});

suite('senders go by a record unless it is known to be ignored', () => {
  const cases: [status: 'secure' | 'insecure' | 'bogus' | 'indeterminate' | 'notValidated', tlsa: Tlsa, pinned: boolean][] = [
    ['secure', record(3, 1, 1), true], ['notValidated', record(3, 1, 1), true], ['insecure', record(3, 1, 1), false],
    ['bogus', record(3, 1, 1), false], ['indeterminate', record(3, 1, 1), true], ['secure', record(1, 1, 1), false],
  ];
  for (const [status, tlsa, pinned] of cases) {
    test(`usage ${tlsa.usage}, ${status}`, () => {
      const of = { status, reason: null };
      const host = { host: 'mx.example.org', own: true, tlsa: found(tlsa), security: { mx: of, address: of, tlsa: of } };
      assert.deepEqual(pinnedHosts({ domain: 'example.org', hosts: [host], leftOut: [] }), pinned ? ['mx.example.org'] : []);
    });
  }
});

test('the record of the certificate in use can be pasted', () => {
  const others: Others = {
    mxUnknown: null, now: leaf.notBefore,
    visits: [{ host: 'mx.example.org', reply: { outcome: 'answered', address: '45.54.1.1', greeting: '', startTls: true, talksOn: false, handshake: {
      outcome: 'answered', address: '45.54.1.1', protocol: 'TLSv1.3', cipher: '', group: null, alpn: null, chain: [leaf], namesHost: true, refused: null, ocspStapled: false,
    } } }],
  };
  const missing = analyzeDane({ domain: 'example.org', hosts: [{ host: 'mx.example.org', own: true, tlsa: absent, security: null }], leftOut: [] }, others)[0]!;
  assert.deepEqual(missing.fix!.record, { name: '_25._tcp.mx.example.org', type: 'TLSA', value: `3 1 1 ${record(3, 1, 1).association}` });
});

test('any record and any certificate are judged without an error', () => {
  const bytes = fc.uint8Array({ maxLength: 80 });
  const some = fc.record({ usage: fc.nat(4), selector: fc.nat(2), matchingType: fc.nat(3), association: bytes.map(all => Buffer.from(all).toString('hex')) });
  const certificate = fc.oneof(fc.constantFrom(...Object.values(certificates)), bytes.map(all => ({ ...leaf, der: Buffer.from(all).toString('base64'), spki: '' })));
  fc.assert(fc.property(some, fc.array(certificate, { maxLength: 4 }), (tlsa, chain) => {
    uselessness(tlsa);
    accepts(tlsa, { chain, names: ['mx1.example.org'], now: leaf.notBefore });
  }), { seed: 7672 });
});
