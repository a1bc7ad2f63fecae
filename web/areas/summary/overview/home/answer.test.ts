import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { answerOf } from './answer.ts';
import type { Overview } from './types.ts';

type Grades = Overview['grades'];
const A = (domains: number): Grades[number] => ({ grade: 'A', domains });
const unjudged = (domains: number): Grades[number] => ({ grade: null, domains });

interface Estate {
  domains: number;
  neverChecked?: number;
  withIssues?: number;
  urgentCount?: number;
  grades: Grades;
}

const cases: Readonly<Record<string, [Estate, string]>> = {
  'no domain': [{ domains: 0, grades: [] }, 'No domains are monitored yet.'],
  'all judged, nothing found': [{ domains: 2, grades: [A(2)] }, 'All 2 domains are fine: nothing needs your attention.'],
  'one of them not judged': [{ domains: 3, grades: [A(2), unjudged(1)] }, '2 domains have nothing to fix. 1 domain could not be judged.'],
  'none of them judged': [{ domains: 3, grades: [unjudged(3)] }, '3 domains could not be judged.'],
  'one not scanned yet, one not judged': [{ domains: 4, neverChecked: 1, grades: [A(2), unjudged(1)] }, '2 domains have nothing to fix. 1 domain waits for the first scan. 1 domain could not be judged.'],
  'something to fix, and one not judged': [{ domains: 3, withIssues: 1, grades: [A(2), unjudged(1)] }, 'Nothing is urgent. 1 domain has something to fix. 1 domain could not be judged.'],
  'something urgent, and one not judged': [{ domains: 3, urgentCount: 1, grades: [A(2), unjudged(1)] }, '1 alert needs attention now. 1 domain could not be judged.'],
};

suite('the first line calls no domain fine that could not be judged', () => {
  for (const [name, [{ grades, urgentCount = 0, domains, neverChecked = 0, withIssues = 0 }, says]] of Object.entries(cases)) {
    test(name, () => assert.equal(answerOf({ grades, urgentCount, totals: { domains, neverChecked, withIssues, issues: 0, openEvents: 0, endingSoon: 0 } }), says));
  }
});
