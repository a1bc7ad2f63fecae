import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';
import type { FindingState, Severity } from '../src/core/finding.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

const [one, two, three] = ['ns1.lab-dns.net', 'ns2.lab-dns.net', 'ns3.lab-dns.net'].map(name => name.replaceAll('.', '\\.'));

/** What is said of servers that differ, or only seem to; no record is missing that some server has. */
const cases: readonly [label: string, state: FindingState, severity: Severity, title: string, evidence: readonly string[]][] = [
  ['mx-missing', 'fail', 'high', `${two} does not have the MX records that ${one} has`, [`MX at ${one} .*: 10 mx1`, `MX at ${two} .*: none`]],
  ['mx-missing-first', 'fail', 'high', `${one} does not have the MX records that ${two} has`, [`MX at ${one} .*: none`, `MX at ${two} .*: 10 mx1`]],
  ['mx-denied', 'fail', 'high', `${two} does not have the MX records that ${one} has`, ['none']],
  ['mx-differs', 'fail', 'high', 'The nameservers give different MX records', [`${one} .*: 10 mx1\\.`, `${two} .*: 10 mx2\\.`]],
  ['mx-preference', 'fail', 'high', 'The nameservers give different MX records', [`${one} .*: 10 mx1\\.`, `${two} .*: 10 mx2\\.`]],
  ['mx-null', 'fail', 'high', 'The nameservers give different MX records', [`${two} .*: 0 \\.$`]],
  ['mx-refused', 'fail', 'high', `${two} answers REFUSED when asked for the MX records`, ['REFUSED']],
  ['mx-not-implemented', 'fail', 'high', `${two} answers NOTIMP when asked for the MX records`, ['NOTIMP']],
  ['mx-servfail', 'fail', 'high', `${two} answers SERVFAIL when asked for the MX records`, ['SERVFAIL']],
  ['mx-not-authoritative', 'fail', 'high', `${two} answers without authority when asked for the MX records`, ['without authority']],
  ['mx-silent', 'unknown', 'info', '^Lookup failed', [two!]],
  ['spf-missing-first', 'fail', 'high', `${one} does not have the SPF record that ${two} has`, [`SPF at ${two} .*: v=spf1 mx -all`]],
  ['spf-differs', 'fail', 'high', 'The nameservers give different SPF records', ['v=spf1 mx -all', '45\\.54\\.99\\.1']],
  ['spf-all-differ', 'fail', 'high', 'The nameservers give different SPF records', ['45\\.54\\.99\\.1', `${three} .*: v=spf1 mx ip4:45\\.54\\.99\\.2 -all`]],
  ['dmarc-missing', 'fail', 'high', `${two} does not have the DMARC record that ${one} has`, ['p=reject']],
  ['dmarc-missing-first', 'fail', 'high', `${one} does not have the DMARC record that ${two} has`, ['p=reject']],
  ['dmarc-differs', 'fail', 'high', 'The nameservers give different DMARC records', ['p=none', 'p=reject']],
  ['transfer', 'fail', 'medium', 'The nameservers give different SPF records', []],
  ['two-sets', 'fail', 'high', `The nameservers give different MX records; ${two} does not have the DMARC record that ${one} has`, []],
  ['alike', 'pass', 'high', '', []],
  ['other-texts', 'pass', 'high', '', []],
  ['soa-times', 'pass', 'high', '', []],
];

suite('the nameservers are compared record by record, and the one that differs is named', { concurrency: 2 }, () => {
  for (const [label, state, severity, title, evidence] of cases) {
    test(`${label}: ${state}`, async () => {
      const { findings, records } = await composeChecker(outsideOfLab(lab))(`ns-records-${label}.example`);
      const finding = findings.find(({ id }) => id === 'ns.records')!;
      assert.deepEqual([finding.state, finding.severity], [state, severity], finding.title);
      assert.match(finding.title, new RegExp(title));
      for (const line of evidence) assert.ok(finding.evidence.some(text => new RegExp(line).test(text)), `${line} in ${finding.evidence.join(' | ')}`);
      const missing = findings.filter(({ state: of, id }) => of === 'fail' && /^(?:spf|dmarc|mx)\.missing$/.test(id)).map(({ id }) => id);
      assert.deepEqual([missing, records.mx.status, records.dmarc.status === 'missing', records.spf.status === 'missing'], [[], 'ok', false, false]);
    });
  }
});

test('the comparison costs the servers three questions each at most, of which none twice, and the resolver none', async t => {
  lab.takeSeen();
  await composeChecker(outsideOfLab(lab))('ns-records-spf-all-differ.example');
  const seen = lab.takeSeen();
  const compared = seen.filter(({ at, name, type }) => at !== 'resolver' && (type === 'MX' || type === 'TXT') && /^(?:_dmarc\.)?ns-records-spf-all-differ\.example$/.test(name));
  const ofResolver = seen.filter(({ at }) => at === 'resolver').map(({ name, type, transport }) => `${name} ${type} ${transport}`);
  assert.deepEqual([new Set(ofResolver).size, ofResolver.length <= 60], [ofResolver.length, true]);
  // The resolver of the lab asks the servers itself, and the check asks for TXT a second time to see how large answers come.
  const perServer = [...Map.groupBy(compared, ({ at }) => at)].map(([at, questions]) => [at, questions.length] as const);
  t.diagnostic(`note: comparing three nameservers: ${perServer.map(([at, count]) => `${at} saw ${count} questions for MX and TXT`).join(', ')}; the resolver ${ofResolver.length} in all`);
  assert.deepEqual(perServer.length, 3);
});
