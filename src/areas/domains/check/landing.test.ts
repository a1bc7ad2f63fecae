import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { composeCheck } from '../../../app/compose.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { landing } from './landing.ts';
import { runCheck } from './run.ts';

suite('records land one by one, each as the result will show it', () => {
  let lab: Lab;
  before(async () => { lab = await startLab(); });
  after(() => lab.stop());
  for (const domain of ['healthy.example', 'weak-mail.example', 'lookup-servfail.example', 'does-not-exist.example']) {
    test(domain, async () => {
      const landed = new Map<string, unknown>();
      const onFacts = landing({ depth: 'check' }, (name, shown) => {
        assert.ok(!landed.has(name), 'once each');
        landed.set(name, shown);
      });
      const { records } = await runCheck({ ...composeCheck(outsideOfLab(lab)), onFacts }, domain);
      const expected = Object.entries(records).filter(([, { status }]) => status !== 'notTested');
      assert.deepEqual(Object.fromEntries(landed), Object.fromEntries(expected));
    });
  }
});
