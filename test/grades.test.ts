// One domain has one grade, however deep it was checked.
import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeCheck } from '../src/app/compose.ts';
import { checkOf } from '../src/checks/index.ts';
import { runCheck, runCheckup } from '../src/areas/domains/check/index.ts';
import { scoring } from '../src/areas/domains/check/scoring.ts';
import { scoreOf } from '../src/core/score.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

suite('check and checkup give the same grade for what they share', () => {
  for (const domain of ['healthy.example', 'weak-mail.example', 'blocklist-domain.example', 'ns-open-transfer.example', 'lookup-servfail.example']) {
    test(domain, async () => {
      const checkup = await runCheckup(composeCheck(outsideOfLab(lab)), domain);
      const [shared, more] = ['check', 'checkup'].map(depth => checkup.findings.filter(({ record }) => checkOf(record).depth === depth)) as [typeof checkup.findings, typeof checkup.findings];
      const check = scoreOf(shared, scoring);
      const hasMoreToFix = more.some(({ state, severity }) => state === 'fail' && severity !== 'info');
      if (hasMoreToFix) assert.ok((checkup.score ?? 0) < (check.score ?? 0), `${checkup.score} after ${check.score}`);
      else assert.deepEqual([checkup.score, checkup.grade, checkup.provisional], [check.score, check.grade, check.provisional]);
      assert.ok(checkup.grade !== 'A+' || checkup.summary.issues_count === 0);
    });
  }
});

test('without SPF and DMARC there is no grade, no issue to fix, and one sentence for each lookup that failed', async () => {
  const { grade, provisional, unread, score, summary } = await runCheck(composeCheck(outsideOfLab(lab)), 'lookup-servfail.example');
  assert.deepEqual([grade, provisional, unread, summary.issues_count, summary.all_checks_passed], [null, true, ['spf', 'dmarc'], 0, false]);
  assert.ok(score !== null);
  assert.equal(summary.issues.length, 2);
  for (const issue of summary.issues) assert.match(issue, /^Lookup failed: the TXT records of (_dmarc\.)?lookup-servfail\.example could not be read, because DNS reported an error \(SERVFAIL\)$/);
});
