import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { days, hoursIn, linesOf, stretchesOf, type Day } from './hours-lines.ts';

const closed = Object.fromEntries(days.map(day => [day, ''])) as Record<Day, string>;

suite('opening hours by the day', () => {
  const cases: readonly (readonly [says: string, lines: Partial<Record<Day, string>>, hours: ReturnType<typeof hoursIn>['hours'], wrong: readonly Day[]])[] = [
    ['that nobody entered are not known', {}, null, []],
    ['are one entry for days that are alike', { mo: '09:00-17:00', fr: '9:00 – 17:00' }, [{ days: ['mo', 'fr'], opens: '09:00', closes: '17:00' }], []],
    ['have a break', { tu: '09:00-12:00, 13:00-17:00' }, [{ days: ['tu'], opens: '09:00', closes: '12:00' }, { days: ['tu'], opens: '13:00', closes: '17:00' }], []],
    ['end on the next day', { sa: '20:00-02:00' }, [{ days: ['sa'], opens: '20:00', closes: '02:00' }], []],
    ['that cannot be read are named', { mo: '09:00-17:00', we: '9 to 5', su: '09:00-25:00' }, [{ days: ['mo'], opens: '09:00', closes: '17:00' }], ['we', 'su']],
  ];
  for (const [says, lines, hours, wrong] of cases) test(says, () => assert.deepEqual(hoursIn({ ...closed, ...lines }), { hours, wrong }));

  test('are typed as they are kept', () => {
    const hours: NonNullable<ReturnType<typeof hoursIn>['hours']> = [{ days: ['mo', 'tu'], opens: '13:00', closes: '17:00' }, { days: ['mo', 'tu', 'sa'], opens: '09:00', closes: '12:00' }];
    assert.deepEqual(linesOf(hours), { ...closed, mo: '09:00-12:00, 13:00-17:00', tu: '09:00-12:00, 13:00-17:00', sa: '09:00-12:00' });
    assert.deepEqual(stretchesOf(hours), [{ from: 'mo', to: 'tu', says: '09:00-12:00, 13:00-17:00' }, { from: 'sa', to: 'sa', says: '09:00-12:00' }]);
  });
});
