import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { readDate, slashOrderOf, type SlashOrder } from './dates.ts';

suite('readDate reads what registries write, as UTC', () => {
  const cases: [text: string, expected: string | null, slashOrder?: SlashOrder][] = [
    ['2018-02-09T11:59:43Z', '2018-02-09T11:59:43.000Z'],
    ['2018-02-09 11:59:43', '2018-02-09T11:59:43.000Z'],
    ['2018-02-27T17:13:41.976Z', '2018-02-27T17:13:41.976Z'],
    ['2020-07-29T18:15:42.158Z', '2020-07-29T18:15:42.158Z'],
    ['2020-01-26T05:52:26.85Z', '2020-01-26T05:52:26.850Z'],
    ['2020-01-26T05:52:26.999999999Z', '2020-01-26T05:52:26.999Z'],
    ['2024-06-12T22:09:39.881923Z', '2024-06-12T22:09:39.881Z'],
    ['2006-04-03T06:38:02-0700', '2006-04-03T13:38:02.000Z'],
    ['2004-08-30T22:55:00+00:00', '2004-08-30T22:55:00.000Z'],
    ['2011-01-23 00:00:07 +02:00', '2011-01-22T22:00:07.000Z'],
    ['2002-12-04 00:00:00+02', '2002-12-03T22:00:00.000Z'],
    ['1999-06-07 13:01:43 (GMT+0:00)', '1999-06-07T13:01:43.000Z'],
    ['2000-08-29 10:22:50 (UTC+8)', '2000-08-29T02:22:50.000Z'],
    ['2019/06/01 04:52:02 (JST)', '2019-05-31T19:52:02.000Z'],
    ['2008-05-23 (YYYY-MM-DD)', '2008-05-23T00:00:00.000Z'],
    ['2008.03.16 01:08:04', '2008-03-16T01:08:04.000Z'],
    ['1999. 07. 28.', '1999-07-28T00:00:00.000Z'],
    ['2001-Aug-23.', '2001-08-23T00:00:00.000Z'],
    ['19990518 #162310', '1999-05-18T00:00:00.000Z'],
    ['15.12.2015 09:48:01', '2015-12-15T09:48:01.000Z'],
    ['2.6.2019', '2019-06-02T00:00:00.000Z'],
    ['11-07-2017', '2017-07-11T00:00:00.000Z'],
    ['22-Oct-2017', '2017-10-22T00:00:00.000Z'],
    ['31 May 1999', '1999-05-31T00:00:00.000Z'],
    ['30th April 2003 at 00:00:00.000', '2003-04-30T00:00:00.000Z'],
    ['Tue Dec 12 2000', '2000-12-12T00:00:00.000Z'],
    ['Fri, 6 Dec 2024', '2024-12-06T00:00:00.000Z'],
    ['December 6, 2024', '2024-12-06T00:00:00.000Z'],
    ['Thu Jul  1 12:30:00 UTC 2021', '2021-07-01T12:30:00.000Z'],
    ['12/18/2001', null],
    ['12/18/2001', '2001-12-18T00:00:00.000Z', 'monthFirst'],
    ['03/02/2020', '2020-03-02T00:00:00.000Z', 'monthFirst'],
    ['03/02/2020', '2020-02-03T00:00:00.000Z', 'dayFirst'],
    ['12/18/2001', null, 'dayFirst'],
    ['2024-02-30', null],
    ['2023-02-29', null],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-13-01', null],
    ['2024-01-01 25:00:00', null],
    ['0001-01-01', null],
    ['before 1 January 1996', null],
    ['1 Foo 2020', null],
    ['Not Disclosed', null],
    ['2020', null],
    ['', null],
  ];
  for (const [text, expected, slashOrder = null] of cases) test(`${JSON.stringify(text)}, ${slashOrder ?? 'no order'}`, () => assert.equal(readDate(text, slashOrder), expected));
});

suite('slashOrderOf lets unambiguous dates decide', () => {
  const cases: [texts: string[], expected: SlashOrder][] = [
    [['03/02/2020', '12/18/2001'], 'monthFirst'],
    [['03/02/2020', '18/12/2001'], 'dayFirst'],
    [['03/02/2020', '2020/12/18'], null],
    [[], null],
  ];
  for (const [texts, expected] of cases) test(texts.join(' and '), () => assert.equal(slashOrderOf(texts), expected));
});

test('readDate is total: any text gives a moment or null', () => {
  const real = fc.constantFrom('2018-02-09T11:59:43-0700', '30th April 2003 at 00:00:00.000', 'Thu Jul  1 12:30:00 UTC 2021', '31/12/2030 (UTC+8)');
  const mutated = fc.tuple(real, fc.nat(40), fc.nat(4), fc.string({ maxLength: 6 })).map(([text, at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut));
  fc.assert(fc.property(fc.oneof(mutated, fc.string({ unit: 'binary' })), fc.constantFrom<SlashOrder>('dayFirst', 'monthFirst', null), (text, slashOrder) => {
    const date = readDate(text, slashOrder);
    return date === null || new Date(date).toISOString() === date;
  }), { seed: 8601, numRuns: 3000 });
});
