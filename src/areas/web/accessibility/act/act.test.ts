// Our rules against the cases that the W3C publishes with the rules of its Accessibility Conformance Testing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { withoutChromium } from '../../../../wire/browser/testing.ts';
import { CARRIED, enginesOf, lineOf, REPORT } from './report.sample.ts';
import { casesIn, runCases, tableOf, tally, type CaseResult } from './run.sample.ts';

/** Which of every ten cases a test run judges; `npm run bench -- act` judges all. */
const OF_TEN = 3;
/** Shares of all approved cases that have to be found, and that may raise a needless question. */
const [FOUND, NEEDLESS] = [168 / 178, 0.1];

const folder = process.env['DSS_ACT_CASES'];

suite('the approved cases of the ACT, one of ten', { skip: withoutChromium }, () => {
  const results: CaseResult[] = [];
  test('are judged', async () => {
    const cases = casesIn(CARRIED);
    assert.equal(cases.length, 558);
    results.push(...await runCases(CARRIED, cases.filter((_, at) => at % 10 === OF_TEN)));
    assert.equal(results.length, 56);
    assert.deepEqual(results.filter(({ judgement }) => judgement === null).map(({ relativePath }) => relativePath), []);
  });
  test('stand in the published report as they came out, by the same engines', () => {
    const report = readFileSync(REPORT.json, 'utf8');
    assert.ok(report.includes(JSON.stringify(enginesOf(results))), 'other engines judged it: run npm run bench -- act');
    assert.deepEqual(results.filter(result => !report.includes(lineOf(result))).map(named), [], 'run npm run bench -- act');
  });
  test('raise no false alarm', () => assert.deepEqual(results.filter(({ expected, outcome }) => expected !== 'failed' && outcome === 'failed').map(named), []));
  test('that must fail do so, or ask a person', () => assert.deepEqual(results.filter(({ expected, outcome }) => expected === 'failed' && outcome === 'none').map(named), []));
  test('are found without a person in 168 of 178, and ask needlessly in one of ten', () => {
    const { mustFail, found, mustNotFail, needless } = tally(results);
    assert.ok(mustFail >= 15 && found / mustFail >= FOUND, `${found} of ${mustFail}`);
    assert.ok(needless / mustNotFail <= NEEDLESS, `${needless} of ${mustNotFail}`);
  });
});

// Where it names others, these are judged as well.
if (folder !== undefined) {
  test('the cases of DSS_ACT_CASES are judged, and counted by rule', { skip: withoutChromium }, async context => {
    const results = await runCases(folder, casesIn(folder));
    for (const line of tableOf(results).split('\n')) context.diagnostic(`note: ${line}`);
    assert.ok(results.length > 0);
  });
}

function named({ ruleId, testcaseTitle, relativePath, failedBy }: CaseResult): string {
  return `${ruleId} ${testcaseTitle} (${relativePath}) ${failedBy.join(' ')}`;
}
