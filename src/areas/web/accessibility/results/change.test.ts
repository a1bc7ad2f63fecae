import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { FindingCounts } from '../store/findings.ts';
import { causesFrom, type Cause } from './causes.ts';
import { compareCauses, type CauseChange } from './change.ts';

const row = (cause: string, page: number, { impact = 'serious', criteria = ' 1.1.1 ', count = 1 } = {}): FindingCounts[number] => ({ cause, page, impact, criteria, count, first: page * 1000 });

suite('findings by their cause', () => {
  test('are counted over pages, with the worst impact and all criteria', () => {
    const [one] = causesFrom([row('a', 2, { count: 3 }), row('a', 1, { impact: 'critical', criteria: ' 1.4.10 1.4.3 ' }), row('a', 2, { impact: 'minor' })]);
    assert.deepEqual(one, { cause: 'a', criteria: ['1.1.1', '1.4.3', '1.4.10'], impact: 'critical', findings: 5, pages: [1, 2], first: 1000 });
  });
  test('stand in the order of impact, then of pages, then of the audit', () => {
    const rows = [row('last', 1, { impact: 'minor' }), row('second', 2), row('once', 1), row('widest', 1), row('widest', 2), row('worst', 9, { impact: 'critical' })];
    assert.deepEqual(causesFrom(rows).map(({ cause }) => cause), ['worst', 'widest', 'once', 'second', 'last']);
  });
});

type Pages = Parameters<typeof compareCauses>[0]['pages'];
type Outcome = 'judged' | 'failed';
const pagesOf = (of: Readonly<Record<string, Outcome | null>>): Pages => Object.entries(of).map(([url, outcome], at) => ({
  page: at + 1, url, chosen: 'named', template: null, state: outcome === null ? 'failed' : 'judged', cause: null, facts: outcome === null ? null : { engines: [{ engine: 'axe', version: '1', outcome, cause: null }] } as unknown as Pages[number]['facts'],
}));
const cause = (...pages: number[]): Cause => ({ cause: 'a', criteria: ['1.1.1'], impact: 'serious', findings: pages.length, pages, first: pages[0]! * 1000 });

const cases: [says: string, now: [Pages, Cause[]], before: [Pages, Cause[]], change: CauseChange][] = [
  ['in both audits is unchanged', [pagesOf({ '/': 'judged' }), [cause(1)]], [pagesOf({ '/b': 'judged' }), [cause(1)]], 'unchanged'],
  ['on a page that was clean is new', [pagesOf({ '/': 'judged', '/b': 'judged' }), [cause(1, 2)]], [pagesOf({ '/b': 'judged' }), []], 'new'],
  ['on a page that was not there cannot be compared', [pagesOf({ '/': 'judged' }), [cause(1)]], [pagesOf({ '/b': 'judged' }), []], 'notComparable'],
  ['on a page that an engine failed on before cannot be compared', [pagesOf({ '/': 'judged' }), [cause(1)]], [pagesOf({ '/': 'failed' }), []], 'notComparable'],
  ['gone from all its pages is fixed', [pagesOf({ '/b': 'judged', '/': 'judged' }), []], [pagesOf({ '/': 'judged', '/b': 'judged' }), [cause(1, 2)]], 'fixed'],
  ['gone with one of its pages cannot be compared', [pagesOf({ '/': 'judged' }), []], [pagesOf({ '/': 'judged', '/b': 'judged' }), [cause(1, 2)]], 'notComparable'],
  ['gone where its page was not judged cannot be compared', [pagesOf({ '/': null }), []], [pagesOf({ '/': 'judged' }), [cause(1)]], 'notComparable'],
  ['gone where an engine failed cannot be compared', [pagesOf({ '/': 'failed' }), []], [pagesOf({ '/': 'judged' }), [cause(1)]], 'notComparable'],
];

suite('a cause', () => {
  for (const [says, [pages, causes], [pagesBefore, causesBefore], change] of cases) {
    test(says, () => {
      const compared = compareCauses({ pages, causes }, { pages: pagesBefore, causes: causesBefore });
      assert.deepEqual([...compared.causes, ...compared.gone].map(one => one.change), [change]);
    });
  }
});
