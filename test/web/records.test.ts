import assert from 'node:assert/strict';
import test from 'node:test';
import { recordNames } from '../../src/checks/index.ts';
import { groupsAt } from '../../web/areas/domains/check/report/record-status.ts';

test('every record of the service has its place in a group, those of the checkup only there', () => {
  const namesAt = (depth: 'check' | 'checkup') => groupsAt(depth).flatMap(({ records }) => records).toSorted();
  assert.deepEqual(namesAt('checkup'), recordNames.filter(name => name !== 'domain').toSorted());
  assert.deepEqual(namesAt('checkup').filter(name => !namesAt('check').includes(name)), ['blocklists', 'ciphers', 'headers', 'takeover']);
});
