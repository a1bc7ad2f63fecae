import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab, LabDomain } from '../lab/types.ts';
import { loadWorld } from '../lab/world.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeCheck, composeChecker } from '../src/app/compose.ts';
import { recordsAt, runCheckup, type CheckServices } from '../src/areas/domains/check/index.ts';
import { CheckResult, CheckupResult } from '../src/areas/domains/check/shapes.ts';
import { checks } from '../src/checks/index.ts';
import type { Checker } from '../src/surfaces/cli/index.ts';

const shown = loadWorld(Date.now()).domains.filter(({ says }) => says !== '');

let lab: Lab;
let check: Checker;
let context: CheckServices;
before(async () => {
  lab = await startLab();
  check = composeChecker(outsideOfLab(lab));
  context = composeCheck(outsideOfLab(lab));
});
after(() => lab.stop());

suite('every domain of the lab shows what its file says, nothing more severe, and in a reply that keeps its promises', { concurrency: 3 }, () => {
  test('the world has at least 40 domains', () => assert.ok(shown.length >= 40, String(shown.length)));
  for (const domain of shown) {
    test(`${domain.name}: ${domain.says}`, async () => {
      const deep = claimsHealth(domain) || domain.shows.some(id => onlyInCheckup.has(id));
      const ask = async () => (deep ? CheckupResult.parse(await runCheckup(context, domain.name)) : CheckResult.parse(await check(domain.name)));
      let result = await ask();
      // On a busy machine an answer may arrive too late.
      for (let again = 0; again < 2 && claimsHealth(domain) && !isLate(domain) && result.summary.issues.some(isFailedLookup); again++) result = await ask();
      const failed = result.findings.filter(({ state }) => state === 'fail');
      const missing = domain.shows.filter(id => !failed.some(finding => finding.id === id));
      assert.deepEqual(missing, [], `fails: ${failed.map(({ id }) => id).join(' ')}`);
      if (claimsHealth(domain)) assert.deepEqual(result.summary.issues.filter(issue => !(isLate(domain) && isFailedLookup(issue))), []);
      keepsItsPromises(result);
    });
  }
});

test('the sample report says what the lab says of its domain today, in a reply as the API gives it', async () => {
  const sample = CheckResult.parse(JSON.parse(readFileSync(new URL('../web/areas/domains/check/sample/sample.json', import.meta.url), 'utf8')));
  const verdicts = ({ findings }: CheckResult): string[] => findings.map(({ id, state }) => `${id} ${state}`).toSorted();
  assert.deepEqual(verdicts(sample), verdicts(CheckResult.parse(await check(sample.domain))));
});

/** Findings that the check itself does not make. */
const onlyInCheckup = new Set(recordsAt('checkup').filter(record => !recordsAt('check').includes(record)).flatMap(record => Object.values(checks[record].rules).map(({ id }) => id)));

/** A domain without declared findings or faults must have no issue, not even in the checkup. */
function claimsHealth({ shows, faults, registration }: LabDomain): boolean {
  return shows.length === 0 && faults.length === 0 && registration !== null && registration.fault === undefined;
}

/** Whether one of its servers is too slow to answer in time, which is reported as a failed lookup and not held against the domain. */
function isLate({ pages, mailServers }: LabDomain): boolean {
  return pages.some(({ fault }) => fault === 'slow') || mailServers.some(({ fault }) => fault === 'silent');
}

const isFailedLookup = (issue: string): boolean => issue.startsWith('Lookup failed: ');

/** What holds of every reply, whatever the domain. */
function keepsItsPromises({ records, summary, findings }: CheckResult): void {
  for (const record of [records.spf, records.dkim, records.dmarc]) {
    assert.equal(record.status === 'ok' || record.status === 'configured', record.issues.length === 0, `${record.status}: ${record.issues.join('; ')}`);
  }
  assert.deepEqual(Object.keys(records.dkim.selectors).filter(selector => ['default', 'google', 'selector1', 'selector2'].includes(selector)).length, 4);
  assert.equal(summary.issues_count, summary.issues.filter(issue => !isFailedLookup(issue)).length);
  assert.equal(summary.all_checks_passed, summary.issues.length === 0);
  const ids = findings.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'one finding a rule');
}

test('a domain that does not exist is all missing, for one critical reason', async () => {
  const { success, records, findings, summary, grade } = await check('does-not-exist.example');
  assert.equal(success, true);
  assert.deepEqual([records.spf.status, records.dkim.status, records.dmarc.status, records.mx.status, records.nameservers.status], ['missing', 'missing', 'missing', 'missing', 'error']);
  assert.deepEqual(findings.filter(({ state }) => state === 'fail').map(({ id, severity }) => [id, severity]), [['in.nxdomain', 'critical']]);
  assert.deepEqual(summary.issues, ['does-not-exist.example does not exist in DNS']);
  assert.equal(grade, 'F');
});
