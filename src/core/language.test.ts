import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { languageOf } from './language.ts';

const AT = '2026-11-21T05:40:09Z';

suite('a language writes', () => {
  const [en, de, pl] = [languageOf('en'), languageOf('de'), languageOf('pl')];
  const cases: [what: string, written: string, expected: string][] = [
    ['numbers in English', en.number(12_345.5), '12,345.5'],
    ['numbers in German', de.number(12_345.5), '12.345,5'],
    ['a fixed number of digits', en.number(2, 1), '2.0'],
    ['short numbers', en.compact(12_300), '12K'],
    ['one', en.plural(1, { one: 'domain', other: 'domains' }), '1 domain'],
    ['many', en.plural(2000, { one: 'domain', other: 'domains' }), '2,000 domains'],
    ['forms that English does not have', pl.plural(3, { one: 'domena', few: 'domeny', many: 'domen', other: 'domeny' }), '3 domeny'],
    ['the general form where one is missing', pl.plural(5, { other: 'DNS' }), '5 DNS'],
    ['lists', en.list(['MX', 'SPF', 'DKIM']), 'MX, SPF, DKIM'],
    ['distances', en.relative(-3, 'hour'), '3 hours ago'],
    ['distances in German', de.relative(-1, 'day'), 'gestern'],
    ['a day', en.day(AT), '21 Nov 2026'],
    ['a day of the month', en.dayOfMonth(AT), '21 Nov'],
    ['a day with its weekday', en.longDay(AT), 'Saturday, November 21, 2026'],
    ['an hour', en.hour(AT), '05:40'],
    ['a moment', en.moment(AT), '21 Nov 2026, 05:40 UTC'],
    ['a moment in German', de.moment(AT), '21. Nov. 2026, 05:40 UTC'],
    ['a timestamp', de.timestamp(AT), '2026-11-21 05:40:09 UTC'],
    ['a timestamp to the minute', de.isoMinute(AT), '2026-11-21 05:40 UTC'],
    ['a timestamp to the day', de.isoDay(AT), '2026-11-21'],
    ['a sentence', en.sentence('It runs'), 'It runs.'],
    ['a sentence that has its full stop', en.sentence('Buffer overflow in Apache HTTP Server 2.4.49.'), 'Buffer overflow in Apache HTTP Server 2.4.49.'],
    ['a question', en.sentence('Why?'), 'Why?'],
    ['a sentence in Japanese', languageOf('ja').sentence('\u5b8c\u4e86'), '\u5b8c\u4e86\u3002'],
  ];
  for (const [what, written, expected] of cases) test(what, () => assert.equal(written, expected));
});
