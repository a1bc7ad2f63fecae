import assert from 'node:assert/strict';
import test from 'node:test';
import { recordNames, shownRecords } from '../../src/checks/index.ts';
import { recordLabels } from '../../web/areas/domains/check/report/catalogue.ts';
import { groupsAt } from '../../web/areas/domains/check/report/record-status.ts';

for (const depth of ['check', 'checkup'] as const) {
  test(`every record that a ${depth} of the service brings stands in one group of the report, and no other`, () => {
    assert.deepEqual(new Set(groupsAt(depth).flatMap(({ records }) => records)), new Set(shownRecords(depth)));
    assert.equal(groupsAt(depth).flatMap(({ records }) => records).length, shownRecords(depth).length);
  });
}

test('every subject of findings has a name', () => assert.deepEqual(Object.keys(recordLabels), recordNames));
