import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Fault, Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeCheck, composeChecker } from '../src/app/compose.ts';
import { runCheckup, type CheckResult } from '../src/areas/domains/check/index.ts';
import { codeOf } from '../src/surfaces/cli/check.ts';
import { exitCode } from '../src/surfaces/cli/exit-code.ts';

/** A well-kept domain for each record, what can be asked of it, and whether its failure means that the check could not tell. */
const subjects: [record: keyof CheckResult['records'], domain: string, below: string, type: string, decisive: boolean][] = [
  ['spf', 'healthy.example', '', 'TXT', true],
  ['dkim', 'self-hosted.example', '*._domainkey.', 'TXT', true],
  ['dmarc', 'tea-shop.co.uk', '_dmarc.', 'TXT', true],
  ['mx', 'acme-lab.com', '', 'MX', true],
  ['nameservers', 'dane.example', '', 'NS', true],
  ['caa', 'sec-p384.example', '', 'CAA', false],
  ['mtaSts', 'sec-ed25519.example', '_mta-sts.', 'TXT', false],
  ['tlsRpt', 'sec-nsec3.example', '_smtp._tls.', 'TXT', false],
  ['bimi', 'sec-cds.example', 'default._bimi.', 'TXT', false],
];

const failures: [says: string, faults: Omit<Fault, 'name' | 'type' | 'at'>[]][] = [
  ['SERVFAIL', [{ fault: 'servfail' }]],
  ['REFUSED', [{ fault: 'refused' }]],
  ['a timeout', [{ fault: 'drop' }]],
  ['truncation without TCP', [{ fault: 'truncate', transport: 'udp' }, { fault: 'drop', transport: 'tcp' }]],
];

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

/** Checks `domain` by a resolver of its own while the faults stand in its way. */
async function checkWith(domain: string, faults: readonly Fault[]): Promise<CheckResult> {
  const remove = faults.map(fault => lab.addFault(fault));
  try {
    return await composeChecker(outsideOfLab(lab))(domain);
  } finally {
    for (const one of remove) one();
  }
}

for (const [says, faults] of failures) {
  suite(`${says} is a failed lookup and never "missing"`, { concurrency: 3 }, () => {
    for (const [record, domain, below, type, decisive] of subjects) {
      test(record, async () => {
        const result = await checkWith(domain, faults.map(fault => ({ ...fault, at: 'resolver', name: `${below}${domain}`, type })));
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
  const check = composeChecker({ ...outsideOfLab(lab), rdapBootstrap: 'http://127.0.0.1:9/', whoisServer: { host: '127.0.0.1', port: 9 } });
  const result = await check('healthy.example');
  assert.equal(result.records.registration.status, 'error');
  assert.equal(result.records.registration.issues.length, 1);
  assert.match(result.records.registration.issues[0]!, /^Lookup failed: /);
  assert.equal(codeOf(result, null), exitCode.clean);
});

test('a website whose addresses cannot be asked is not said to be missing, in depth either', async () => {
  const { records } = await runCheckup(composeCheck(outsideOfLab(lab)), 'lookup-servers-silent.example');
  for (const record of ['web', 'tls', 'ciphers', 'headers'] as const) assert.equal(records[record].status, 'error', record);
});
