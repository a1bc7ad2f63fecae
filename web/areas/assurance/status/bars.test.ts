import assert from 'node:assert/strict';
import test from 'node:test';
import { bars } from './bars.ts';

const day = { uptime: 100, downSeconds: 0, degradedSeconds: 0 };

test('each day has its bar, the worst of it decides, and days without data are none', () => {
  const known = [
    { ...day, date: '2026-11-20' }, { ...day, date: '2026-11-21', uptime: 99, downSeconds: 5, degradedSeconds: 9 }, { ...day, date: '2026-11-22', degradedSeconds: 9 },
    { ...day, date: '2026-11-23', uptime: null }, { ...day, date: '2026-11-24', uptime: null, maintenanceSeconds: 60 },
  ];
  const made = bars(known, 6, Date.parse('2026-11-24T12:00:00Z'));
  assert.deepEqual(made.map(({ date, state }) => [date, state]), [
    ['2026-11-19', 'none'], ['2026-11-20', 'up'], ['2026-11-21', 'down'], ['2026-11-22', 'degraded'], ['2026-11-23', 'none'], ['2026-11-24', 'maintenance'],
  ]);
});
