import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { delv, dnsviz, missing, unboundHost } from './dnssec-oracles.ts';
import { departures, expectations, otherReasons, ownCodes } from './dnssec-oracle-table.ts';

let lab: Lab;
let folder: string;
before(async () => {
  lab = await startLab();
  folder = mkdtempSync(join(tmpdir(), 'dss-oracle-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await lab.stop();
});

const validators = [['delv', delv], ['unbound-host', unboundHost]] as const;
const absent = ['delv', 'unbound-host', 'dnsviz'].map(missing).filter(reason => reason !== false);

test('says which validators there are to compare with', t => {
  if (absent.length > 0) t.diagnostic(`note: DNSSEC is compared with fewer validators of others: ${absent.join(', ')}`);
});

for (const [oracle, make] of validators) {
  suite(`${oracle} comes to the outcome of the table`, { concurrency: 8, skip: missing(oracle) }, () => {
    for (const [, name, type, ours] of expectations) {
      const departure = departures.find(each => each.oracle === oracle && each.name === name && each.type === type);
      test(`${name} ${type}: ${departure ? `${departure.outcome}, not ${ours}: ${departure.why}` : ours}`, async () => {
        assert.equal(await make(lab, folder)(name, type), departure?.outcome ?? ours);
      });
    }
  });
}

suite('dnsviz finds the reason of the table', { concurrency: 24, skip: missing('dnsviz') }, () => {
  let asked: ReturnType<typeof dnsviz>;
  before(() => { asked = dnsviz(lab, folder); });
  after(() => asked.stop());
  for (const [, name, type, , ours] of expectations) {
    if (ours === null || ownCodes.includes(ours)) continue;
    const other = otherReasons[name];
    test(`${name} ${type}: ${other ? `${other.code}, not ${ours}: ${other.why}` : ours}`, async () => {
      const codes = await asked.ask(name, type);
      if (other?.code === null) return assert.ok(!codes?.has(ours));
      assert.ok(codes?.has(other?.code ?? ours), `dnsviz: ${codes ? [...codes].join(' ') : 'broke down'}`);
    });
  }
});
