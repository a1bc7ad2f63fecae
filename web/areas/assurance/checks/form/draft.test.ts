import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyDraft, inputOf, type ConditionDraft } from './draft.ts';

test('values of conditions are sent as what they are', () => {
  const cases: readonly [ConditionDraft, unknown][] = [
    [{ source: 'status', op: 'eq', value: '200' }, 200], [{ source: 'json:ok', op: 'eq', value: 'true' }, true], [{ source: 'body', op: 'contains', value: ' all well ' }, 'all well'],
    [{ source: 'status', op: 'in', value: '200, 204' }, [200, 204]], [{ source: 'header:x', op: 'exists', value: 'left over' }, null], [{ source: 'ip', op: 'eq', value: '192.0.2.1' }, '192.0.2.1'],
  ];
  for (const [condition, value] of cases) assert.deepEqual(inputOf({ ...emptyDraft, conditions: [condition] }).conditions, [{ source: condition.source, op: condition.op, value }]);
});

test('only fields of the kind are sent, and a secret that is kept is sent without its value', () => {
  const headers = [{ name: 'Authorization', value: '', secret: true, kept: true }, { name: 'X-Env', value: 'live', secret: false, kept: false }, { name: ' ', value: 'x', secret: false, kept: false }];
  const { headers: sent, method, keyword } = inputOf({ ...emptyDraft, headers, keyword: 'left over' });
  assert.deepEqual([sent, method, keyword], [[{ name: 'Authorization', secret: true }, { name: 'X-Env', secret: false, value: 'live' }], 'GET', undefined]);
  const push = inputOf({ ...emptyDraft, kind: 'push', target: 'left over', headers });
  assert.deepEqual([push.target, push.method, push.headers, push.graceSeconds], ['', undefined, undefined, 60]);
});
