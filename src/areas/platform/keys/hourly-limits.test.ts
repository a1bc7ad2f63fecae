import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Caller } from '../../../core/access.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import type { Counters } from '../../../store/index.ts';
import { countCall } from './hourly-limits.ts';

const HOUR_MS = 3_600_000;
const account = { id: 'acc_1', name: 'One', plan: 'pro', operator: false } as const;
const callers: Record<string, Caller> = {
  key: { kind: 'key', account, keyId: 'key_1', prefix: 'svc_12', scopes: ['scans'], rateLimit: 7 },
  session: { kind: 'session', account, userId: 'usr_1', sessionId: 'ses_1', role: 'owner' },
  visitor: { kind: 'anonymous', address: '192.0.2.1' },
};
const usual = {} as AnyOperation;
const signIn = { limit: 'sign_in' } as AnyOperation;

suite('A call counts for its clock hour against the limit of its caller', () => {
  const cases: [caller: string, operation: AnyOperation, counter: string, name: string, max: number][] = [
    ['key', usual, 'key_hourly:key_1', 'key_hourly', 7],
    ['key', signIn, 'key_hourly:key_1', 'key_hourly', 7],
    ['session', usual, 'session_hourly:ses_1', 'session_hourly', 10_000],
    ['session', signIn, 'session_hourly:ses_1', 'session_hourly', 10_000],
    ['visitor', usual, 'public_ip_hourly:#192.0.2.1', 'public_ip_hourly', 60],
    ['visitor', signIn, 'sign_in:#192.0.2.1', 'sign_in', 300],
  ];
  for (const [caller, operation, counter, name, max] of cases) {
    test(`${caller}, ${operation === signIn ? 'signing in' : 'otherwise'}: ${name}, ${max}`, () => {
      const counters = { count: (counted: string, start: number) => (assert.deepEqual([counted, start], [counter, 2 * HOUR_MS]), 3) } as Counters;
      assert.deepEqual(countCall(counters, operation, callers[caller]!, address => `#${address}`, 2 * HOUR_MS + 5), { name, max, used: 3, windowSeconds: 3600, resetsAt: 3 * HOUR_MS });
    });
  }
});
