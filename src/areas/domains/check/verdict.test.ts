import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { RecordName } from '../../../checks/index.ts';
import type { FindingState, Severity } from '../../../core/finding.ts';
import type { CheckFinding as Finding } from './shapes.ts';
import { nextActionsOf, verdictOf } from './verdict.ts';

function finding(id: string, record: RecordName, state: FindingState, severity: Severity = 'high', text = `Fix ${id}.`): Finding {
  return { id, area: 'check', record, severity, state, title: `Title of ${id}`, detail: `Why of ${id}`, evidence: [], fix: state === 'fail' ? { kind: 'dnsRecord', text } : null, references: [] };
}
const judged = (...findings: Finding[]) => ({ domain: 'example.org', findings, scoreReasons: [] });

const cases: [says: string, findings: Finding[], tone: string, headline: RegExp, sentences: RegExp[]][] = [
  ['everything that could be judged is fine', [finding('spf.missing', 'spf', 'pass'), finding('dmarc.p', 'dmarc', 'pass')], 'good', /in good shape/, [/Nobody else can send/]],
  ['a missing DMARC record lets forged mail through', [finding('dmarc.missing', 'dmarc', 'fail')], 'bad', /one serious gap/, [/Spoofed mail in its name is delivered/]],
  ['a critical fault is urgent', [finding('spf.all', 'spf', 'fail', 'critical')], 'bad', /act today/, [/Strangers can send mail/]],
  ['small faults leave it in fair shape', [finding('caa.missing', 'caa', 'fail', 'low'), finding('spf.void', 'spf', 'fail', 'medium')], 'mixed', /2 things to fix/, [/mostly blocked/, /name itself is fine/]],
  ['advice alone is no fault', [finding('bimi.missing', 'bimi', 'fail', 'info'), finding('mx.missing', 'mx', 'pass')], 'good', /in good shape/, [/Mail to it arrives/]],
  ['a failed lookup is never praised', [finding('spf.missing', 'spf', 'unknown'), finding('dmarc.p', 'dmarc', 'pass')], 'unknown', /not everything could be checked/, [/One thing could not be determined/]],
  ['of a name that does not exist nothing else is said', [finding('in.nxdomain', 'domain', 'fail', 'critical')], 'bad', /Title of in.nxdomain/, [/does not exist/]],
];

suite('the verdict says in plain words what the findings come to', () => {
  for (const [says, findings, tone, headline, sentences] of cases) {
    test(says, () => {
      const verdict = verdictOf(judged(...findings));
      assert.equal(verdict.tone, tone);
      assert.match(verdict.headline, headline);
      assert.equal(verdict.sentences.length, sentences.length, verdict.sentences.join(' '));
      for (const [at, sentence] of sentences.entries()) assert.match(verdict.sentences[at]!, sentence);
    });
  }
});

suite('the next actions are the three that matter most', () => {
  const faults = [
    finding('caa.missing', 'caa', 'fail', 'low'), finding('dmarc.p', 'dmarc', 'fail', 'medium'), finding('spf.void', 'spf', 'fail', 'medium'),
    finding('dmarc.missing', 'dmarc', 'fail', 'high'), finding('bimi.missing', 'bimi', 'fail', 'info'),
  ];
  test('most severe first, and among equals the one that brings most points', () => {
    const actions = nextActionsOf({ domain: 'example.org', findings: faults, scoreReasons: [{ finding: 'spf.void', lost: 4 }, { finding: 'dmarc.p', lost: 2 }] });
    assert.deepEqual(actions.map(({ finding, gain }) => [finding, gain]), [['dmarc.missing', 0], ['spf.void', 4], ['dmarc.p', 2]]);
  });
  test('the same fix is listed once', () => {
    const twice = [finding('tls.version', 'tls', 'fail', 'high', 'Switch it off.'), finding('tls.suites', 'ciphers', 'fail', 'high', 'Switch it off.')];
    assert.equal(nextActionsOf(judged(...twice)).length, 1);
  });
  test('advice alone leads to none', () => {
    assert.deepEqual(nextActionsOf(judged(finding('bimi.missing', 'bimi', 'fail', 'info'))), []);
  });
});
