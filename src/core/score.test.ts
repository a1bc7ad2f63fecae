import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { issuesOf, type Finding } from './finding.ts';
import { defineRules, type Rule } from './findings/rules.ts';
import { scoreOf, type ScoringTable } from './score.ts';

const rule = (severity: Rule['severity']): Rule & { passTitle: string } =>
  ({ severity, title: `${severity} fault`, passTitle: 'fine', why: 'because', fix: { kind: 'dnsRecord', text: 'mend it' }, references: [] });
const spf = defineRules({ area: 'check', record: 'spf', prefix: 'spf' }, { critical: rule('critical'), high: rule('high'), low: rule('low'), info: rule('info') });
const mx = defineRules({ area: 'check', record: 'mx', prefix: 'mx' }, { high: rule('high') });

const blocklists = defineRules({ area: 'check', record: 'blocklists', prefix: 'blocklists' }, { medium: rule('medium') });

const table: ScoringTable = {
  points: { spf: 60, mx: 40, blocklists: 20 },
  cost: { critical: 1, high: 0.5, medium: 0.25, low: 0.1, info: 0 },
  floors: { 'A+': 97, A: 90, B: 80, C: 65, D: 50, F: 0 },
  best: { low: 'B' },
  essential: ['spf.critical'],
  onTop: ['blocklists'],
  caps: [{ id: 'spf.high', severity: 'low', best: 'F' }, { id: 'spf.critical', best: 'F' }, { id: 'mx.high', best: 'C' }],
};

suite('scoreOf counts what was judged and names the reason of every lost point', () => {
  const cases: [says: string, findings: Finding[], score: number | null, grade: string | null, provisional: boolean][] = [
    ['all passes', [spf.high.pass(), mx.high.pass()], 100, 'A+', false],
    ['a fault costs its part of the record\'s points', [spf.high.fail([]), mx.high.pass()], 70, 'C', false],
    ['a record never costs more than its points', [spf.critical.pass(), spf.high.fail([]), spf.low.fail([]), spf.critical.fail([]), mx.high.pass()], 40, 'F', false],
    ['info costs nothing', [spf.info.fail([]), spf.high.pass(), mx.high.pass()], 100, 'A+', false],
    ['what is not applicable leaves the denominator', [spf.high.pass(), mx.high.notApplicable('no mail')], 100, 'A+', false],
    ['what is unknown leaves the denominator, and the score is provisional', [spf.high.pass(), mx.high.unknown('timeout')], 100, 'A+', true],
    ['a cap holds the grade and the score down', [spf.high.pass(), mx.high.fail([])], 79, 'C', false],
    ['a severity has a best grade of its own', [spf.high.pass(), spf.low.fail([]), mx.high.pass()], 89, 'B', false],
    ['less than half could be judged', [spf.high.unknown('timeout'), mx.high.pass()], null, null, true],
    ['the essential was not read: the rest has a score and no grade', [spf.critical.unknown('timeout'), spf.high.pass(), mx.high.pass()], 100, null, true],
    ['the essential was not read, and what is known makes it F', [spf.critical.unknown('timeout'), spf.high.unknown('timeout'), { ...spf.low.fail([]), id: 'spf.high' }], 0, 'F', true],
    ['what comes on top and is fine changes nothing', [spf.high.fail([]), mx.high.pass(), blocklists.medium.pass()], 70, 'C', false],
    ['what comes on top and is not takes points away', [spf.high.pass(), mx.high.pass(), blocklists.medium.fail([])], 95, 'A', false],
    ['what comes on top and is unknown changes nothing', [spf.high.pass(), mx.high.pass(), blocklists.medium.unknown('timeout')], 100, 'A+', false],
    ['nothing could be looked up', [spf.high.unknown('timeout'), mx.high.unknown('timeout')], null, null, true],
  ];
  for (const [says, findings, score, grade, provisional] of cases) {
    test(says, () => {
      const result = scoreOf(findings, table);
      assert.deepEqual([result.score, result.grade, result.provisional], [score, grade, provisional]);
    });
  }
  test('the reasons add up to what is missing', () => {
    const { score, reasons } = scoreOf([spf.high.fail([]), spf.low.fail([]), mx.high.pass()], table);
    assert.equal(Math.round(reasons.reduce((sum, { lost }) => sum + lost, 0)), 100 - score!);
    assert.deepEqual(reasons.map(({ finding }) => finding), ['spf.high', 'spf.low']);
  });
});

suite('issues are the titles of what failed, then what could not be determined', () => {
  test('most severe first, each once, no info', () => {
    const findings = [spf.low.fail([]), spf.high.unknown('SPF of x: timeout'), spf.info.fail([]), spf.critical.fail([]), spf.low.fail([]), mx.high.unknown('SPF of x: timeout')];
    assert.deepEqual(issuesOf(findings), ['critical fault', 'low fault', 'Lookup failed: the SPF records of x could not be read, because there was no answer in time']);
  });
  test('info that is unknown makes none', () => assert.deepEqual(issuesOf([spf.info.unknown('x')]), []));
});
