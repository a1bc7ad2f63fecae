// Every check of single pages fails on the page that has its fault, and on no other.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { pageFaults, richPage, type PageFault } from '../../../../../lab/audit-sites/page-faults.ts';
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

suite('of a page that could not be reached', () => {
  const redirects: [string, number][] = [['/old', 301]];
  const cases: [how: string, fault: PageFault, fails: string | null][] = [
    ['in time', { failed: { stage: 'http', late: true } }, 'http.timeout'], ['for its name has no address', { failed: { stage: 'dns', absent: true } }, 'http.dns-failure'], ['for its name could not be looked up', { failed: { stage: 'dns' } }, null],
    ['for no connection was made', { failed: { stage: 'connect' } }, null], ['for the connection was not secure', { failed: { stage: 'tls' } }, 'http.tls-failure'], ['for its certificate', { failed: { stage: 'tls', badCertificate: true } }, 'security.cert-invalid'],
    ['for the connection broke off', { failed: { stage: 'http' } }, null], ['behind a redirect', { redirects, failed: { stage: 'connect' } }, null], ['for its redirects never end', { redirects, failed: { stage: 'redirect' } }, 'redirect.loop'],
  ];
  for (const [how, fault, fails] of cases) {
    test(`${how}, ${fails ?? 'nothing'} fails and all else is unknown`, () => {
      const outcomes = judgePage(faultyPage('unread', 1, fault));
      assert.deepEqual(outcomes.filter(({ state }) => state !== 'unknown').map(({ state, check }) => `${state} ${check.rule.id}`), fails === null ? [] : [`fail ${fails}`]);
    });
  }
});

suite('what follows from a fault', () => {
  const ids = new Set(checks.map(({ rule }) => rule.id));
  for (const [id, implied] of Object.entries(implications)) test(id, () => assert.deepEqual([id, ...implied].filter(one => !ids.has(one)), []));
});
