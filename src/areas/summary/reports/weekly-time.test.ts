import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { nextWeekly, weekdays, type WeeklyTime } from './weekly-time.ts';

const HOUR_MS = 3_600_000;

suite('the hour of the week', () => {
  const cases: [says: string, when: [weekday: WeeklyTime['weekday'], hour: number, timeZone: string], now: string, next: string][] = [
    ['comes later in the week', ['wednesday', 7, 'UTC'], '2026-01-12T09:30:20.5Z', '2026-01-14T07:00:00Z'],
    ['comes later on the day', ['monday', 7, 'UTC'], '2026-01-12T06:59:59Z', '2026-01-12T07:00:00Z'],
    ['is not the one that it is now', ['monday', 7, 'UTC'], '2026-01-12T07:00:00Z', '2026-01-19T07:00:00Z'],
    ['comes in the next week', ['sunday', 23, 'UTC'], '2026-01-12T00:00:00Z', '2026-01-18T23:00:00Z'],
    ['is that of the time zone, which may have another day', ['monday', 7, 'Pacific/Auckland'], '2026-01-11T12:00:00Z', '2026-01-11T18:00:00Z'],
    ['is full there also where the offset is no full hour', ['monday', 7, 'Asia/Kathmandu'], '2026-01-11T12:00:00Z', '2026-01-12T01:15:00Z'],
    ['stays when the clocks are put forward', ['monday', 7, 'Europe/Berlin'], '2026-03-23T06:00:00Z', '2026-03-30T05:00:00Z'],
    ['stays when they are put back', ['monday', 7, 'Europe/Berlin'], '2026-10-19T05:00:00Z', '2026-10-26T06:00:00Z'],
    ['gives way to the next where it is skipped', ['sunday', 2, 'Europe/Berlin'], '2026-03-22T01:00:00Z', '2026-03-29T01:00:00Z'],
    ['that was skipped comes no second time', ['sunday', 2, 'Europe/Berlin'], '2026-03-29T01:00:01Z', '2026-04-05T00:00:00Z'],
    ['that comes twice is the first', ['sunday', 2, 'Europe/Berlin'], '2026-10-24T12:00:00Z', '2026-10-25T00:00:00Z'],
    ['that came once does not come again', ['sunday', 2, 'Europe/Berlin'], '2026-10-25T00:00:01Z', '2026-11-01T01:00:00Z'],
  ];
  for (const [says, [weekday, hour, timeZone], now, next] of cases) {
    test(says, () => assert.equal(new Date(nextWeekly({ weekday, hour, timeZone }, Date.parse(now))).toISOString(), new Date(next).toISOString()));
  }

  test('comes once a week for a year, whatever the clocks do', () => {
    for (const timeZone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Santiago']) {
      for (const weekday of weekdays) {
        for (const hour of [0, 2, 23]) {
          let at = nextWeekly({ weekday, hour, timeZone }, Date.UTC(2026, 0, 1));
          for (let week = 0; week < 53; week++) {
            const next = nextWeekly({ weekday, hour, timeZone }, at + 3000);
            assert.ok(Math.abs(next - at - 7 * 24 * HOUR_MS) <= HOUR_MS, `${(next - at) / HOUR_MS} hours: ${weekday} ${hour} ${timeZone} ${new Date(at).toISOString()}`);
            at = next;
          }
        }
      }
    }
  });
});
