import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { createRefusalLog, type Refusal } from './refusal-log.ts';

suite('refusals that may tell of an attack stand in the log', () => {
  const linesOf = (refusals: readonly Partial<Refusal>[]): string[] => {
    const lines: string[] = [];
    const refused = createRefusalLog({ warn: line => lines.push(line) });
    for (const one of refusals) refused({ code: 'invalid_credentials', operation: 'auth.sign_in', requestId: 'req_1', client: 'c1', now: 0, ...one });
    return lines;
  };
  test('what, who and which request', () => assert.deepEqual(linesOf([{}]), ['refused auth.sign_in: invalid_credentials, client c1, req_1']));
  test('a mistake in the input is none', () => assert.deepEqual(linesOf([{ code: 'invalid_request' }, { code: 'not_found' }]), []));
  test('a flood fills no disk, and its number is logged', () => {
    const lines = linesOf([...Array.from({ length: 1000 }, () => ({})), { now: 1000 }]);
    assert.equal(lines.length, 22);
    assert.equal(lines[20], '980 more refusals were left out');
  });
});
