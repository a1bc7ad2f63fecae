import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { isStandard, sayRule } from './rule-words.ts';
import type { Rule } from './types.ts';

const rule: Rule = {
  id: 'rul_1', channelId: 'chn_1', kinds: ['*'], leastSeverity: 'high', domainIds: [], groupIds: [], clientIds: [], tags: [], endings: false, digest: 'immediate', quietHours: null,
  enabled: true, version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z',
};

suite('a rule in words', () => {
  test('of everything that is serious', () => {
    assert.deepEqual(sayRule(rule, 'Phone', {}), { what: 'High and critical', where: 'to Phone', how: 'At once.' });
  });
  test('names kinds, filters, ends and quiet hours', () => {
    const narrow: Rule = { ...rule, kinds: ['dns.*', 'odd.kind'], leastSeverity: 'info', tags: ['shop'], domainIds: ['dom_1'], endings: true, digest: 'hourly', quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' } };
    assert.deepEqual(sayRule(narrow, 'Phone', { 'dns.*': 'DNS records' }), {
      what: 'Everything about DNS records, odd.kind', where: 'to Phone',
      how: 'Together every hour; only 1 domain · tagged shop; also when a change is resolved; quiet 22:00 to 07:00 (UTC), but for critical.',
    });
  });
  test('is standard when it came with its channel and nobody has changed it', () => {
    assert.equal(isStandard(rule, rule), true);
    assert.equal(isStandard({ ...rule, version: 2 }, rule), false);
    assert.equal(isStandard(rule, { createdAt: '2025-12-31T00:00:00.000Z' }), false);
  });
});
