import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Fault } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';
import type { CheckResult } from '../src/areas/check/index.ts';
import { codeOf, exitCode } from '../src/surfaces/cli/exit-code.ts';

const DOMAIN = 'healthy.example';

/** What can be asked for each record, and whether its failure means that the check could not tell. */
const subjects: [record: keyof CheckResult['records'], name: string, type: string, decisive: boolean][] = [
  ['spf', DOMAIN, 'TXT', true],
  ['dkim', `*._domainkey.${DOMAIN}`, 'TXT', true],
  ['dmarc', `_dmarc.${DOMAIN}`, 'TXT', true],
  ['mx', DOMAIN, 'MX', true],
  ['nameservers', DOMAIN, 'NS', true],
  ['caa', DOMAIN, 'CAA', false],
  ['mtaSts', `_mta-sts.${DOMAIN}`, 'TXT', false],
  ['tlsRpt', `_smtp._tls.${DOMAIN}`, 'TXT', false],
  ['bimi', `default._bimi.${DOMAIN}`, 'TXT', false],
];

const failures: [says: string, faults: Omit<Fault, 'name' | 'type' | 'at'>[]][] = [
  ['SERVFAIL', [{ fault: 'servfail' }]],
  ['REFUSED', [{ fault: 'refused' }]],
  ['a timeout', [{ fault: 'drop' }]],
  ['truncation without TCP', [{ fault: 'truncate', transport: 'udp' }, { fault: 'drop', transport: 'tcp' }]],
];

/** Checks the domain in a lab of its own, so that one test's faults do not meet another's. */
async function checkWith(faults: readonly Fault[]): Promise<CheckResult> {
  const lab = await startLab();
  try {
    for (const fault of faults) lab.addFault(fault);
    const check = composeChecker(outsideOfLab(lab));
    return await check(DOMAIN);
  } finally {
    await lab.stop();
  }
}

for (const [says, faults] of failures) {
  suite(`${says} is a failed look and never "missing"`, { concurrency: 9 }, () => {
    for (const [record, name, type, decisive] of subjects) {
      test(record, async () => {
        const result = await checkWith(faults.map(fault => ({ ...fault, at: 'resolver', name, type })));
        const { status, issues } = result.records[record];
        assert.equal(status, 'error', issues.join('; '));
        assert.ok(issues.some(issue => issue.startsWith('Lookup failed: ')), issues.join('; '));
        const own = result.findings.filter(finding => finding.record === record);
        assert.ok(own.some(({ state }) => state === 'unknown'));
        assert.deepEqual(own.filter(({ state, id }) => state === 'fail' && /missing|none\.found|count/.test(id)), []);
        assert.equal(codeOf(result, null), decisive ? exitCode.couldNotTell : exitCode.clean);
        assert.equal(result.summary.all_checks_passed, false);
      });
    }
  });
}

test('a registry that does not answer leaves the registration unknown, in one issue, and the exit code alone', async () => {
  const lab = await startLab();
  try {
    const check = composeChecker({ ...outsideOfLab(lab), rdapBootstrap: 'http://127.0.0.1:9/', whoisServer: { host: '127.0.0.1', port: 9 } });
    const result = await check(DOMAIN);
    assert.equal(result.records.registration.status, 'error');
    assert.equal(result.records.registration.issues.length, 1);
    assert.match(result.records.registration.issues[0]!, /^Lookup failed: /);
    assert.equal(codeOf(result, null), exitCode.clean);
  } finally {
    await lab.stop();
  }
});
