import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';
import type { Severity } from '../src/core/finding.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

/** What one finding on the signing of a domain of the lab says. */
type Said = readonly [id: string, severity: Severity, title: RegExp];

/** Every failed finding on DNSSEC that is no mere advice, of zones in which one thing is wrong. */
const cases: readonly [domain: string, said: readonly Said[]][] = [
  ['sec-record-caa', [['sec.records', 'medium', /refuse .*CAA/]]],
  ['sec-record-dkim', [['sec.records', 'medium', /refuse the DKIM key at selector selector1$/]]],
  ['sec-record-dmarc', [['sec.records', 'high', /refuse the DMARC record$/]]],
  ['sec-record-tls-rpt', [['sec.records', 'medium', /refuse the TLS reporting record$/]]],
  ['sec-record-bimi', [['sec.records', 'medium', /refuse the BIMI record$/]]],
  ['sec-record-mta-sts', [['sec.records', 'medium', /refuse the MTA-STS record$/]]],
  ['sec-record-policy-host', [['sec.records', 'medium', /refuse the address of the MTA-STS policy host$/]]],
  ['sec-record-spf', [['sec.records', 'high', /refuse the SPF record$/]]],
  ['sec-record-include', [['sec.records', 'high', /refuse the SPF record of _spf\.sec-record-include\.example$/]]],
  ['sec-record-mail-host', [['sec.records', 'high', /refuse the address of the mail server mx1\.sec-record-mail-host\.example$/]]],
  ['sec-record-www', [['sec.records', 'high', /refuse the address of www\.sec-record-www\.example$/]]],
  ['sec-record-ipv6', [['sec.records', 'medium', /refuse the IPv6 address$/]]],
  ['sec-record-two', [['sec.records', 'medium', /refuse the BIMI record and the DKIM key at selector default$/]]],
  ['sec-record-nameservers', [['sec.bogus', 'critical', /nameservers/]]],
  ['sec-mail-corrupt', [['sec.bogus', 'critical', /mail/]]],
  ['sec-address-unsigned', [['sec.bogus', 'critical', /website/], ['sec.records', 'high', /refuse the address of/]]],
  ['sec-cds-expired', [['sec.cds', 'medium', /CDS records .* not validly signed/]]],
  ['sec-cds-unsigned', [['sec.cds', 'medium', /CDS records .* not validly signed/]]],
  ['sec-cds-mixed', [['sec.cds', 'medium', /deletion .* next to/]]],
  ['sec-cds-other-key', [['sec.cds', 'medium', /that the zone does not have/]]],
  ['sec-cds-not-sep', [['sec.cds', 'low', /not marked as an entry point/]]],
  ['sec-cds-not-signing', [['sec.cds', 'medium', /does not sign the keys/]]],
  ['sec-cds-disagree', [['sec.cds', 'low', /do not agree/]]],
  ['sec-cds-standby', []],
  ['sec-cds-delete', []],
  ['sec-rsasha512', []],
  ['sec-island-half', [['sec.island', 'medium', /no DS record/]]],
];

suite('a fault in the signing of a zone costs what it breaks, and says what that is', { concurrency: 4 }, () => {
  for (const [label, said] of cases) {
    test(`${label}.example: ${said.map(([id, severity]) => `${id} ${severity}`).join(', ') || 'advice at most'}`, async () => {
      const { findings, grade } = await composeChecker(outsideOfLab(lab))(`${label}.example`);
      const failed = findings.filter(({ record, state, severity }) => record === 'dnssec' && state === 'fail' && severity !== 'info');
      assert.deepEqual(failed.map(({ id, severity }) => [id, severity]), said.map(([id, severity]) => [id, severity]), failed.map(({ title }) => title).join('; '));
      for (const [id, , title] of said) assert.match(failed.find(finding => finding.id === id)!.title, title);
      assert.equal(grade === 'F', said.some(([id]) => id === 'sec.bogus'));
      const adviceToRemove = failed.filter(({ fix }) => /remove the DS/.test(fix!.text)).map(({ id }) => id);
      assert.ok(adviceToRemove.every(id => id === 'sec.bogus'), adviceToRemove.join(', '));
    });
  }
});

test('the fix names what is there: a revoked key is a key, and so is one that nothing signs with', async () => {
  const check = composeChecker(outsideOfLab(lab));
  const fixOf = async (domain: string) => (await check(domain)).findings.find(({ id }) => id === 'sec.bogus')!.fix!.text;
  assert.match(await fixOf('sec-key-revoked.example'), /revoked/);
  assert.doesNotMatch(await fixOf('sec-key-revoked.example'), /no keys/);
  assert.match(await fixOf('sec-ds-without-keys.example'), /no keys/);
});

test('an algorithm that is merely not recommended is no evidence against one that must not be used', async () => {
  const { findings } = await composeChecker(outsideOfLab(lab))('sec-rsasha512-and-rsasha1.example');
  const algorithm = findings.find(({ id }) => id === 'sec.algo')!;
  assert.deepEqual([algorithm.severity, algorithm.evidence], ['high', ['algorithm 5 (RSASHA1)']]);
});
