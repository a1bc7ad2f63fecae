import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { z } from 'zod';
import { periodInput, periodOf } from './period.ts';

const at = (text: string) => Date.parse(text);
const Query = z.strictObject(periodInput);

suite('a period of a query', () => {
  const cases: [says: string, query: z.input<typeof Query>, from: number | undefined, before: number | undefined][] = [
    ['left out has no ends', {}, undefined, undefined],
    ['of dates has the whole of the last day', { from: '2026-11-21', to: '2026-11-22' }, at('2026-11-21T00:00:00Z'), at('2026-11-23T00:00:00Z')],
    ['of date-times ends before the second, whatever the zone', { from: '2026-11-21T02:00:00+02:00', to: '2026-11-22T10:00:00Z' }, at('2026-11-21T00:00:00Z'), at('2026-11-22T10:00:00Z')],
  ];
  for (const [says, query, from, before] of cases) test(says, () => assert.deepEqual(periodOf(Query.parse(query)), { from, before }));
  for (const text of ['yesterday', '2026-13-01', '2026-11-22T08:00:00', '', '2026-11-22T08:00:00Zx']) {
    test(`takes no ${JSON.stringify(text)}`, () => assert.match(Query.safeParse({ from: text }).error?.issues[0]?.message ?? '', /^Give a date such as/));
  }
});
