// Every check of single pages fails on the page that has its fault, and on no other.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { pageFaults, richPage } from '../../../../../lab/audit-sites/page-faults.ts';
import { faultyPage } from './faults.sample.ts';
import { implications } from './implications.ts';
import { checks, judgePage, pageChecks } from './index.ts';
import type { PageFacts } from '../page/index.ts';

const states = (page: PageFacts, state: string) => judgePage(page).filter(one => one.state === state).map(({ check }) => check.rule.id);
const good = [faultyPage('good', 1), faultyPage('rich', 2, richPage), faultyPage('moved', 3, { redirects: [['/was-here', 301]] }), faultyPage('hidden', 4, { robots: { allowed: false, rule: 'Disallow: /' } })];

suite('every check of single pages', () => {
  test('has a page that shows its fault', () => assert.deepEqual(Object.keys(pageFaults).toSorted(), pageChecks.map(({ rule }) => rule.id).toSorted()));
  test('has nothing to say of good pages', () => assert.deepEqual(good.map(page => states(page, 'fail')), [[], [], [], []]));
  const passing = new Set(good.flatMap(page => states(page, 'pass')));
  for (const [at, { rule: { id } }] of pageChecks.entries()) {
    test(`${id} fails on its page alone, and passes on a good one`, () => {
      const failed = states(faultyPage(id.replaceAll('.', '-'), at + 10, pageFaults[id]), 'fail');
      assert.ok(failed.includes(id), `found: ${failed.join(', ')}`);
      assert.deepEqual(failed.filter(one => one !== id && !implications[id]?.includes(one)), []);
      assert.ok(passing.has(id), 'passes on a good page');
    });
  }
});

test('of a page that could not be reached nothing is said but why', () => {
  const outcomes = judgePage(faultyPage('late', 1, pageFaults['http.timeout']));
  assert.deepEqual(outcomes.filter(({ state }) => state === 'fail').map(({ check }) => check.rule.id), ['http.timeout']);
  assert.ok(outcomes.every(({ state, check }) => state === 'unknown' || check.rule.id.startsWith('http.') || check.rule.id === 'redirect.loop'));
});

suite('what follows from a fault', () => {
  const ids = new Set(checks.map(({ rule }) => rule.id));
  for (const [id, implied] of Object.entries(implications)) test(id, () => assert.deepEqual([id, ...implied].filter(one => !ids.has(one)), []));
});
