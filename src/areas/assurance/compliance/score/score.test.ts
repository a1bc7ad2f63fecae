import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { statuses, type Status } from '../assessment.ts';
import { frameworks } from '../catalogue/index.ts';
import { cmmcL2 } from '../catalogue/cmmc-l2.ts';
import { cmmcL1 } from '../catalogue/cmmc-l1.ts';
import { hipaaSecurity } from '../catalogue/hipaa-security.ts';
import { pciDss } from '../catalogue/pci-dss.ts';
import { ftcSafeguards } from '../catalogue/ftc-safeguards.ts';
import { nist800171r3 } from '../catalogue/nist-800-171-r3.ts';
import { evidenceMap } from '../catalogue/evidence-map.ts';
import { progressOf } from './progress.ts';
import { sprsScore } from './sprs.ts';

const ids = cmmcL2.controls.map(({ id }) => id);
const all = (status: Status) => new Map(ids.map(id => [id, status]));
const but = (changes: Record<string, Status>, from: Status = 'met') => new Map([...all(from), ...Object.entries(changes)]);

suite('the catalogue has the counts and sums of its sources', () => {
  const count = (items: readonly unknown[]) => items.length;
  test('each framework has its controls, with ids of its own', () => {
    assert.deepEqual(frameworks.map(({ id, controls }) => [id, count(controls), new Set(controls.map(one => one.id)).size]), [
      ['cmmc-l1', 15, 15], ['cmmc-l2', 110, 110], ['nist-800-171-r3', 97, 97], ['hipaa-security', 65, 65], ['pci-dss', 71, 71], ['ftc-safeguards', 17, 17],
    ]);
  });
  test('CMMC Level 2: 44 controls of 5 points, 14 of 3, 51 of 1, one without; 313 together; 47 may wait', () => {
    const of = (weight: number | null) => cmmcL2.controls.filter(control => control.weight === weight).length;
    assert.deepEqual([of(5), of(3), of(1), of(null)], [44, 14, 51, 1]);
    assert.equal(cmmcL2.controls.reduce((sum, { weight }) => sum + (weight ?? 0), 0), 313);
    assert.equal(cmmcL2.controls.filter(({ poamAllowed }) => poamAllowed).length, 47);
    assert.equal(cmmcL1.controls.flatMap(({ serves }) => serves ?? []).length, 17);
  });
  test('HIPAA: 50 that are assessed, of which 28 required and 22 addressable', () => {
    const assessed = hipaaSecurity.controls.filter(({ heading }) => !heading);
    assert.deepEqual([assessed.length, assessed.filter(({ requirement }) => requirement === 'required').length, assessed.filter(({ requirement }) => requirement === 'addressable').length], [50, 28, 22]);
  });
  test('no text stands where its source is not public or was not compared', () => {
    assert.deepEqual([pciDss, ftcSafeguards, nist800171r3].flatMap(({ controls }) => controls.filter(({ text }) => text !== null)), []);
    assert.equal(hipaaSecurity.controls.filter(({ text }) => text !== null).length, 52);
  });
  test('all 78 links of the evidence map lead to a control', () => {
    const links = evidenceMap.flatMap(({ controls }) => Object.entries(controls).flatMap(([framework, of]) => of.map(control => [framework, control] as const)));
    assert.equal(evidenceMap.length, 14);
    assert.equal(links.length, 78);
    assert.deepEqual(links.filter(([framework, control]) => !frameworks.find(({ id }) => id === framework)?.controls.some(({ id }) => id === control)), []);
  });
});

suite('the score of the DoD, by name', () => {
  const cases: [says: string, assessments: Map<string, Status>, score: number | null, status: string, blockers: number][] = [
    ['everything met', all('met'), 110, 'final', 0],
    ['everything does not apply but the plan', but({ 'CA.L2-3.12.4': 'met' }, 'notApplicable'), 110, 'final', 0],
    ['nothing met but the plan', but({ 'CA.L2-3.12.4': 'met' }, 'notMet'), -203, 'none', 64],
    ['no plan, everything else met', but({ 'CA.L2-3.12.4': 'notMet' }), null, 'none', 1],
    ['a plan that does not apply is none', but({ 'CA.L2-3.12.4': 'notApplicable' }), null, 'none', 1],
    ['nothing assessed', new Map(), null, 'none', 64],
    ['second factor for remote and privileged users alone', but({ 'IA.L2-3.5.3': 'partial' }), 107, 'none', 1],
    ['no second factor', but({ 'IA.L2-3.5.3': 'notMet' }), 105, 'none', 1],
    ['encryption that is not validated', but({ 'SC.L2-3.13.11': 'partial' }), 107, 'conditional', 0],
    ['no encryption', but({ 'SC.L2-3.13.11': 'notMet' }), 105, 'none', 1],
    ['a part of a control that is not graded is nothing', but({ 'AC.L2-3.1.3': 'partial' }), 109, 'conditional', 0],
    ['one of the items that may never wait', but({ 'AC.L2-3.1.20': 'notMet' }), 109, 'none', 1],
    ['visitors that are not escorted', but({ 'PE.L2-3.10.3': 'notMet' }), 109, 'none', 1],
  ];
  for (const [says, assessments, score, status, blockers] of cases) {
    test(says, () => {
      const { score: found, status: is, blockers: named } = sprsScore(assessments);
      assert.deepEqual([found, is, named.length], [score, status, blockers]);
    });
  }
  test('22 points of items that may wait are conditional, 23 are not', () => {
    const waiting = cmmcL2.controls.filter(({ weight, poamAllowed }) => weight === 1 && poamAllowed).map(({ id }) => id);
    const open = (count: number) => sprsScore(but(Object.fromEntries(waiting.slice(0, count).map(id => [id, 'notMet']))));
    assert.deepEqual([open(22).score, open(22).status], [88, 'conditional']);
    assert.deepEqual([open(23).score, open(23).status, open(23).blockers], [87, 'none', [{ control: null, title: 'The score is below 88', reason: 'score' }]]);
  });
});

test('10,000 random assessments have the score that Annex A of the methodology gives, read once more from its list', () => {
  // Annex A: the requirements that cost five and three points, by their numbers; all others cost one.
  const five = new Set('3.1.1 3.1.2 3.1.12 3.1.13 3.1.16 3.1.17 3.1.18 3.2.1 3.2.2 3.3.1 3.3.5 3.4.1 3.4.2 3.4.5 3.4.6 3.4.7 3.4.8 3.5.1 3.5.2 3.5.3 3.5.10 3.6.1 3.6.2 3.7.2 3.7.5 3.8.3 3.8.7 3.9.2 3.10.1 3.10.2 3.11.2 3.12.1 3.12.3 3.13.1 3.13.2 3.13.5 3.13.6 3.13.11 3.13.15 3.14.1 3.14.2 3.14.3 3.14.4 3.14.6'.split(' '));
  const three = new Set('3.1.5 3.1.19 3.3.2 3.7.1 3.7.4 3.8.1 3.8.2 3.8.8 3.9.1 3.11.1 3.12.2 3.13.8 3.14.5 3.14.7'.split(' '));
  const oracle = (assessments: ReadonlyMap<string, Status>): number | null => {
    let score: number | null = 110;
    for (const id of ids) {
      const [number, status] = [id.split('-')[1]!, assessments.get(id) ?? 'notAssessed'];
      const open = !['met', 'notApplicable'].includes(status);
      if (number === '3.12.4') score = status === 'met' ? score : null;
      if (!open || number === '3.12.4' || score === null) continue;
      score -= status === 'partial' && ['3.5.3', '3.13.11'].includes(number) ? 3 : five.has(number) ? 5 : three.has(number) ? 3 : 1;
    }
    return assessments.get('CA.L2-3.12.4') === 'met' ? score : null;
  };
  const vector = fc.array(fc.constantFrom(...statuses), { minLength: ids.length, maxLength: ids.length });
  fc.assert(fc.property(vector, fc.boolean(), (values, plan) => {
    const assessments = new Map(ids.map((id, at) => [id, id === 'CA.L2-3.12.4' && plan ? 'met' as const : values[at]!]));
    assert.equal(sprsScore(assessments).score, oracle(assessments));
  }), { numRuns: 10_000, seed: 171 });
});

test('progress counts every control once, those without a word as not assessed, and headings not', () => {
  const { total, byStatus, percent, families } = progressOf(hipaaSecurity, new Map([['164.308(a)(1)(ii)(A)', 'met'], ['164.312(b)', 'notApplicable'], ['164.308(a)(1)(i)', 'met']]));
  assert.deepEqual([total, byStatus, percent], [50, { notAssessed: 48, met: 1, partial: 0, notMet: 0, notApplicable: 1 }, 4]);
  assert.equal(families.reduce((sum, of) => sum + of.total, 0), 50);
});
