import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { criteriaOf } from '../criteria/criteria.ts';
import { contents, questions } from '../criteria/questions.ts';
import type { Answer } from '../store/questions.ts';
import { judge, type Known } from './outcomes.ts';

const criteria = criteriaOf('wcag22', 'AA');
const everything = { media: true, pictures: true, fields: true, links: true, scripts: true };
const nothing = { media: false, pictures: false, fields: false, links: false, scripts: false };
const none = { yes: 0, no: 0, notApplicable: 0, open: 0 };
const generals: readonly (Answer | 'open' | null)[] = ['yes', 'no', 'notApplicable', 'open', null];
const elementAnswers = [none, { ...none, yes: 1 }, { ...none, no: 1 }, { ...none, open: 1 }, { ...none, notApplicable: 2 }];

suite('the criteria', () => {
  test('of WCAG 2.2 are 31 of level A and 24 of level AA', () => {
    assert.deepEqual([criteria.filter(({ level }) => level === 'A').length, criteria.filter(({ level }) => level === 'AA').length], [31, 24]);
    assert.equal(criteriaOf('wcag22', 'A').length, 31);
    assert.deepEqual([criteriaOf('wcag21', 'AA').length, criteriaOf('wcag20', 'AA').length], [49, 37]);
  });
  test('each ask one question, and there is no other question', () => {
    assert.deepEqual(Object.keys(questions).toSorted(), criteria.map(({ number }) => number).toSorted());
    for (const { question, about } of criteria) {
      assert.match(question, /^(Is|Are|Do|Does|Can) .+\?$/);
      assert.ok(about.every(kind => contents.includes(kind)));
    }
  });
});

/** Every combination of what can be known of a criterion. */
function* combinations(): Generator<Known> {
  for (const criterion of criteria) {
    for (const general of generals) {
      for (const elements of elementAnswers) {
        for (const count of [0, 3]) {
          for (const pages of [[], [{ content: everything, passed: [] }], [{ content: nothing, passed: [{ engine: 'axe' as const, rule: 'r', criteria: [criterion.number] }] }]]) {
            for (const unjudged of [0, 1]) yield { criterion, general, elements, failures: { count, causes: count, pages: count }, pages, unjudged };
          }
        }
      }
    }
  }
}

suite('the outcome of a criterion', () => {
  const all = [...combinations()].map(known => ({ known, judged: judge(known) }));
  const where = (outcome: string) => all.filter(({ judged }) => judged.outcome === outcome);

  test('is known for every combination', () => {
    assert.equal(all.length, 55 * 5 * 5 * 2 * 3 * 2);
    for (const outcome of ['failed', 'passed', 'cantTell', 'inapplicable', 'untested']) assert.ok(where(outcome).length > 0, outcome);
  });
  test('is never passed without an answer, nor against a failure, a no or an open question', () => {
    for (const { known: { general, elements, failures, pages }, judged } of where('passed')) {
      assert.deepEqual([general, elements.no, elements.open, failures.count, judged.open, pages.length > 0], ['yes', 0, 0, 0, 0, true]);
      assert.notEqual(judged.mode, null);
      assert.notEqual(judged.mode, 'automatic');
    }
  });
  test('is failed wherever something failed or somebody said no', () => {
    for (const { known: { general, elements, failures }, judged } of all) {
      if (failures.count > 0 || general === 'no' || elements.no > 0) assert.equal(judged.outcome, 'failed');
    }
  });
  test('does not apply without anybody saying so only where all pages were judged and none has what it speaks of', () => {
    for (const { known: { criterion, general, pages, unjudged } } of where('inapplicable').filter(({ judged }) => judged.mode === 'automatic')) {
      assert.deepEqual([general, unjudged, criterion.about.length > 0, pages.some(({ content }) => criterion.about.some(kind => content[kind]))], [null, 0, true, false]);
    }
  });
});
