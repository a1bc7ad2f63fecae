import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { checks, recordNames, recordsAt } from '../../../checks/index.ts';
import { scoring, scoringGroups } from './scoring.ts';

const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((total, number) => total + (number ?? 0), 0);

suite('the scoring table is whole', () => {
  test('the groups have the points that are published', () => {
    const points = scoringGroups.map(({ title, points }) => `${title} ${sum(Object.values(points))}`);
    assert.deepEqual(points, ['Mail authentication 45', 'DNS and delegation 20', 'DNSSEC and CAA 10', 'Transport 15', 'Registration 10', 'Checkup alone 15']);
  });
  test('the records of the check have 100 points', () => assert.equal(sum(recordsAt('check').map(record => scoring.points[record])), 100));
  test('every record counts', () => assert.deepEqual(recordNames.filter(record => scoring.points[record] === undefined), []));
  test('every cap names a finding', () => {
    const ids = new Set(Object.values(checks).flatMap(check => Object.values(check.rules)).map(({ id }) => id));
    assert.deepEqual(scoring.caps.map(({ id }) => id).filter(id => !ids.has(id)), []);
  });
});
