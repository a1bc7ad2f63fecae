import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { AnyOperation } from '../../../core/operation.ts';
import { operations } from '../../../app/registry.ts';
import { countCall, hourlyLimits, HOUR_MS } from './hourly-limits.ts';

const NOW = Date.UTC(2026, 0, 5, 12, 30);

/** Calls counted as the store counts them, in this process. */
function counting() {
  const counts = new Map<string, number>();
  const counters = { count: (name: string, from: number) => {
    const counted = (counts.get(`${name} ${from}`) ?? 0) + 1;
    counts.set(`${name} ${from}`, counted);
    return counted;
  } };
  return (id: string, address: string, now = NOW) => {
    const operation = operations.find(one => one.id === id) as unknown as AnyOperation;
    return countCall(counters as never, operation, { kind: 'anonymous', address }, given => `hash of ${given}`, now);
  };
}

suite('calls without a key', () => {
  const cases: [says: string, id: string, name: keyof typeof hourlyLimits][] = [
    ['of a public operation', 'check.domain', 'public_ip_hourly'],
    ['of the address of a push check, whether its token is right or guessed', 'custom_checks.push', 'push'],
    ['of a shared report and its badge, which image proxies open for many', 'reports.links.open', 'shared_reports'],
    ['of a published status page, its feed and its badge', 'status_pages.open', 'status_pages'],
    ['of signing in', 'auth.sign_in', 'sign_in'],
  ];
  for (const [says, id, name] of cases) {
    test(`${says} are counted for each client address and clock hour, against ${hourlyLimits[name]}`, async () => {
      const count = counting();
      let last = await count(id, '192.0.2.1');
      for (let call = 0; call < hourlyLimits[name]; call++) last = await count(id, '192.0.2.1');
      assert.deepEqual([last.name, last.max, last.used], [name, hourlyLimits[name], hourlyLimits[name] + 1]);
      assert.equal((await count(id, '192.0.2.2')).used, 1);
      assert.equal((await count(id, '192.0.2.1', NOW + HOUR_MS / 2)).used, 1);
    });
  }

  test('of a push check leave those of other public operations alone', async () => {
    const count = counting();
    await count('custom_checks.push', '192.0.2.1');
    assert.equal((await count('check.domain', '192.0.2.1')).used, 1);
  });
});
