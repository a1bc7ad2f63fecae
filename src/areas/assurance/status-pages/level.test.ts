import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ShownCheck } from '../checks/index.ts';
import type { Level } from '../status/index.ts';
import { levelOf, levelOfDay, overallOf } from './level.ts';

const NOW = Date.UTC(2026, 0, 15, 10, 30);
const usual: ShownCheck = {
  id: 'chk_1', name: 'Shop', isPush: false, enabled: true, state: 'up', isSettled: true, isFlapping: false, intervalSeconds: 60, graceSeconds: 60, lastAt: NOW - 1000,
  uptime: { day: 100, week: 100, month: 100, quarter: 100 },
};

suite('the public level of a check', () => {
  const cases: [says: string, check: Partial<ShownCheck>, level: Level][] = [
    ['that is up', {}, 'operational'],
    ['that failed once', { state: 'suspect' }, 'operational'],
    ['that never worked and failed once', { state: 'suspect', isSettled: false }, 'unknown'],
    ['that is down', { state: 'down' }, 'majorOutage'],
    ['that begins to work again', { state: 'recovering' }, 'majorOutage'],
    ['that flaps and is down', { state: 'down', isFlapping: true }, 'degraded'],
    ['that flaps and is up', { isFlapping: true }, 'degraded'],
    ['that is degraded', { state: 'degraded' }, 'degraded'],
    ['in maintenance', { state: 'maintenance' }, 'maintenance'],
    ['that flaps, in maintenance', { state: 'maintenance', isFlapping: true }, 'maintenance'],
    ['that could not be learnt', { state: 'unknown' }, 'unknown'],
    ['that flaps and could not be learnt', { state: 'unknown', isFlapping: true }, 'unknown'],
    ['that is switched off', { enabled: false }, 'unknown'],
    ['that never ran', { lastAt: null }, 'unknown'],
    ['with a result three intervals ago', { lastAt: NOW - 180_000 }, 'operational'],
    ['with a result longer ago', { lastAt: NOW - 180_001 }, 'unknown'],
    ['that was down longer ago', { state: 'down', lastAt: NOW - 180_001 }, 'unknown'],
    ['that was in maintenance longer ago', { state: 'maintenance', lastAt: NOW - 180_001 }, 'unknown'],
    ['of a job whose call is not overdue twice', { isPush: true, lastAt: NOW - 240_000 }, 'operational'],
    ['of a job whose call is', { isPush: true, lastAt: NOW - 240_001 }, 'unknown'],
  ];
  for (const [says, over, level] of cases) test(`${says} is ${level}`, () => assert.equal(levelOf({ ...usual, ...over }, NOW), level));
});

suite('the level of all checks together', () => {
  const cases: [levels: Level[], level: Level][] = [
    [[], 'unknown'],
    [['unknown', 'unknown'], 'unknown'],
    [['operational', 'operational'], 'operational'],
    [['operational', 'unknown'], 'unknown'],
    [['operational', 'degraded', 'maintenance', 'unknown'], 'degraded'],
    [['operational', 'maintenance'], 'maintenance'],
    [['maintenance', 'unknown'], 'maintenance'],
    [['operational', 'majorOutage', 'degraded'], 'partialOutage'],
    [['majorOutage', 'maintenance'], 'partialOutage'],
    [['majorOutage', 'majorOutage'], 'majorOutage'],
    [['majorOutage', 'unknown'], 'partialOutage'],
  ];
  for (const [levels, level] of cases) test(`${levels.join(', ') || 'nothing'} is ${level}`, () => assert.equal(overallOf(levels), level));
});

const noTime = { up: 0, degraded: 0, down: 0, unknown: 0, maintenance: 0 };

suite('the level of a day', () => {
  const cases: [says: string, day: Parameters<typeof levelOfDay>[0], level: Level][] = [
    ['without a result', undefined, 'unknown'],
    ['of which nothing could be learnt', { ...noTime, unknown: 86_400 }, 'unknown'],
    ['that worked', { ...noTime, up: 86_400 }, 'operational'],
    ['that worked for a minute and is unknown for the rest', { ...noTime, up: 60, unknown: 86_340 }, 'unknown'],
    ['that worked and is unknown for an hour', { ...noTime, up: 82_800, unknown: 3600 }, 'operational'],
    ['with slow hours', { ...noTime, up: 86_340, degraded: 60 }, 'degraded'],
    ['with an outage', { ...noTime, up: 86_280, degraded: 60, down: 60 }, 'partialOutage'],
    ['with an outage, unknown for the rest', { ...noTime, up: 60, down: 60, unknown: 86_280 }, 'partialOutage'],
    ['that was down throughout', { ...noTime, down: 86_400 }, 'majorOutage'],
    ['in maintenance', { ...noTime, maintenance: 86_400 }, 'maintenance'],
  ];
  for (const [says, day, level] of cases) test(`${says} is ${level}`, () => assert.equal(levelOfDay(day), level));
});
