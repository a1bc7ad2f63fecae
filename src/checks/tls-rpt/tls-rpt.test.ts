import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { goldenSuite } from '../golden.ts';
import { analyzeTlsRpt, type Others } from './analyze.ts';
import type { TlsRptFacts } from './collect.ts';
import { isUsable, parseTlsRpt } from './parse.ts';
import { rules } from './rules.ts';

goldenSuite<TlsRptFacts, Others>('analyzeTlsRpt agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeTlsRpt(facts, others));

suite('reports go to mailto: and https: addresses (RFC 8460 §3)', () => {
  const cases: [uri: string, usable: boolean][] = [
    ['mailto:tls@example.org', true],
    ['mailto:tls@example.org?subject=x', true],
    ['https://example.org/tls', true],
    ['http://example.org/tls', false],
    ['https://', false],
    ['tls@example.org', false],
    ['mailto:example.org', false],
    ['', false],
  ];
  for (const [uri, usable] of cases) test(uri || 'nothing', () => assert.equal(isUsable(uri), usable));
});

test('any text is read without an error, in linear time', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), text => void parseTlsRpt(`v=TLSRPTv1;${text}`)), { seed: 8460 });
  const startedMs = performance.now();
  parseTlsRpt(`v=TLSRPTv1; rua=${'mailto:a@b.c,'.repeat(5000)}`);
  isUsable(`mailto:a@${'a.'.repeat(32_000)}`);
  assert.ok(performance.now() - startedMs < 5000);
});
