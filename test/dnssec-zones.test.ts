import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeCheck } from '../src/app/compose.ts';
import type { RecordType, Security } from '../src/core/lookup.ts';
import { expectations } from './dnssec-oracle-table.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

/** What the product says, in a check of its own. */
function secure(name: string, type: RecordType): Promise<Security> {
  return composeCheck(outsideOfLab(lab)).open(AbortSignal.timeout(20_000), 'check').clients.dns.secure(name, type);
}

suite('the outcome and the reason of every signed zone of the lab are those of the table', { concurrency: 8 }, () => {
  for (const [, name, type, outcome, code] of expectations) {
    test(`${name} ${type} is ${outcome}${code === null ? '' : `: ${code}`}`, async () => {
      const { status, reason } = await secure(name, type);
      assert.deepEqual([status, reason?.code ?? null], [outcome, code], reason?.detail ?? '');
    });
  }
});

suite('the table is whole', () => {
  test('every domain of lab/world/dnssec.yaml is in it', () => {
    const zones = new Set(expectations.map(([zone]) => zone));
    assert.deepEqual(lab.world.domains.filter(({ name, says }) => name.startsWith('sec-') && says !== '' && !zones.has(name)).map(({ name }) => name), []);
  });
});
