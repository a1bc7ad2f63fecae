import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startLab } from '../lab/index.ts';
import type { FaultKind, Lab } from '../lab/types.ts';
import { loadWorld } from '../lab/world.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';
import type { Checker } from '../src/surfaces/cli/index.ts';

/** The deadline of a check, and what a busy machine adds. */
const MOST_MS = 20_000;
/** What may be left in memory of all lies together. */
const MOST_LEFT_BYTES = 40 * 2 ** 20;
const POLL_MS = 500;

let lab: Lab;
let check: Checker;
let heapBefore: number;
before(async () => {
  heapBefore = heapUsed();
  lab = await startLab({ cache: false });
  check = composeChecker(outsideOfLab(lab));
});
after(() => lab.stop());

const hostile = loadWorld(0).domains.filter(({ name }) => name.startsWith('hostile-'));

suite('a hostile answer ends the check in time with a truthful result', { concurrency: 6 }, () => {
  test('there are hostile domains', () => assert.ok(hostile.length >= 8));
  for (const { name, says } of hostile) {
    test(`${name}: ${says}`, async () => {
      const startedMs = performance.now();
      const { findings, records, questions } = await check(name);
      assert.ok(performance.now() - startedMs < MOST_MS);
      assert.ok(questions <= 60, `${questions} questions`);
      for (const [record, { status, issues }] of Object.entries(records)) {
        const own = findings.filter(finding => finding.record === record);
        const allUnknown = own.length > 0 && own.every(({ state, severity }) => state === 'unknown' || severity === 'info');
        assert.ok(!(allUnknown && status === 'missing'), `${record} is ${status}: ${issues.join('; ')}`);
      }
    });
  }
});

suite('every kind of lie about every record is survived', { concurrency: 4 }, () => {
  const kinds: FaultKind[] = ['garbage', 'half', 'compressionLoop', 'wrongId', 'wrongQuestion', 'wrongAddress', 'cnameLoop', 'hugeTxt', 'manyRecords', 'formerr', 'notimp'];
  for (const fault of kinds) {
    test(fault, async () => {
      const own = await startLab({ cache: false });
      try {
        own.addFault({ at: 'resolver', name: 'healthy.example', fault });
        own.addFault({ at: 'resolver', name: '*.healthy.example', fault });
        const startedMs = performance.now();
        const result = await composeChecker(outsideOfLab(own))('healthy.example').catch((error: unknown) => error);
        assert.ok(performance.now() - startedMs < MOST_MS);
        assert.ok(result instanceof Error ? 'code' in result && result.code === 'resolver_unavailable' : true, String(result));
      } finally {
        await own.stop();
      }
    });
  }
});

test('what was asked and answered does not stay in memory', async () => {
  const left = () => heapUsed() - heapBefore;
  // Timers of a lab that has stopped hold it for a few seconds.
  for (let waitedMs = 0; waitedMs < MOST_MS && left() >= MOST_LEFT_BYTES; waitedMs += POLL_MS) await sleep(POLL_MS);
  assert.ok(left() < MOST_LEFT_BYTES, `${left()} bytes`);
});

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
