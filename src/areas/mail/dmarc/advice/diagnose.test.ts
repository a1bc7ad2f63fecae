import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { tlsFindings, type SessionRow } from '../answers/tls.ts';
import { diagnose } from './diagnose.ts';
import { detailOf, diagnosticFacts, policySeen, TODAY } from './facts.sample.ts';
import { reportRules, tlsRules, type ReportRuleId } from './rules.ts';
import type { DiagnosticFacts } from './shapes.ts';

const mailer = { id: 'mailer', name: 'Mailer', class: 'known' } as const;
const failing = { dkimAligned: false, spfAligned: false } as const;
const foreignSpf = [{ domain: 'bounce.mailer.example', scope: 'mfrom', result: 'pass' }];
const dns = diagnosticFacts().dns!;
const days = (last: readonly { messages: number; passed: number }[]): DiagnosticFacts['days'] =>
  [...diagnosticFacts().days.slice(0, -last.length), ...last.map((day, at) => ({ day: TODAY - last.length + 1 + at, ...day }))];

/** For each finding what shows it, what comes close and does not, and the record to publish. */
const cases: Record<ReportRuleId, { failing: Partial<DiagnosticFacts>; passing: Partial<DiagnosticFacts>; record?: string }> = {
  'reports.service.unaligned': {
    failing: { details: [detailOf({ ...failing, dkim: [{ domain: 'mailer.example', selector: 'k1', result: 'pass' }], spf: foreignSpf }, mailer)] },
    passing: { details: [detailOf({ spfAligned: false, spf: foreignSpf }, mailer)] },
  },
  'reports.dkim.key': {
    failing: { details: [detailOf({ dkimAligned: false, dkim: [{ domain: 'example.com', selector: 's1', result: 'fail' }] })] },
    passing: { details: [detailOf({ dkimAligned: false, dkim: [{ domain: 'example.com', selector: 's1', result: 'fail' }] }, { class: 'threat', id: 'unknown' })] },
  },
  'reports.dkim.altered': {
    failing: { details: [detailOf(), detailOf({ ...failing, dkim: [{ domain: 'example.com', selector: 's1', result: 'fail' }] }, { id: 'list', name: 'A list', class: 'mailingList' })] },
    passing: { details: [detailOf(), detailOf({ dkim: [{ domain: 'example.com', selector: 's1', result: 'pass' }] }, { id: 'list', name: 'A list', class: 'mailingList' })] },
  },
  'reports.dkim.permerror': {
    failing: { details: [detailOf({ dkim: [{ domain: 'example.com', selector: 's1', result: 'permerror' }] })] },
    passing: { details: [detailOf({ dkim: [{ domain: 'mailer.example', selector: 's1', result: 'permerror' }] })] },
  },
  'reports.dkim.temperror': { failing: { details: [detailOf({ dkim: [{ domain: 'example.com', selector: 's1', result: 'temperror' }] })] }, passing: {} },
  'reports.dkim.absent': { failing: { details: [detailOf({ dkimAligned: false, dkim: [] }, mailer)] }, passing: { details: [detailOf({ dkimAligned: false, dkim: [] }, mailer), detailOf({}, mailer)] } },
  'reports.spf.notincluded': {
    failing: { details: [detailOf({ spfAligned: false, spf: [{ domain: 'example.com', scope: 'mfrom', result: 'softfail' }] }, mailer)] },
    passing: { details: [detailOf({ spfAligned: false, spf: [{ domain: 'example.com', scope: 'mfrom', result: 'softfail' }] }, { class: 'forwarder', id: 'forwarder' })] },
    record: 'v=spf1 ip4:192.0.2.0/24 include:spf.mailer.example -all',
  },
  'reports.spf.permerror': { failing: { details: [detailOf({ spf: [{ domain: 'example.com', scope: 'mfrom', result: 'permerror' }] })] }, passing: { details: [detailOf({ spf: [{ domain: 'mailer.example', scope: 'mfrom', result: 'permerror' }] })] } },
  'reports.spf.temperror': { failing: { details: [detailOf({ spf: [{ domain: 'example.com', scope: 'mfrom', result: 'temperror' }] })] }, passing: {} },
  'reports.envelope.foreign': {
    failing: { details: [detailOf({ ...failing, dkim: [], spf: foreignSpf }, mailer)] },
    passing: { details: [detailOf({ ...failing, dkim: [], spf: foreignSpf }, { class: 'threat', id: 'unknown' })] },
  },
  'reports.alignment.strict': {
    failing: {
      details: [detailOf({ ...failing, dkim: [{ domain: 'mail.example.com', selector: 's1', result: 'pass' }], spf: foreignSpf }, mailer)], policies: [policySeen({ adkim: 's' })],
      dns: { ...dns, dmarc: 'v=DMARC1; p=none; adkim=s; rua=mailto:a@example.com' },
    },
    passing: { details: [detailOf({ ...failing, dkim: [{ domain: 'mail.example.com', selector: 's1', result: 'pass' }], spf: foreignSpf }, mailer)] },
    record: 'v=DMARC1; p=none; rua=mailto:a@example.com',
  },
  'reports.subdomain.forged': {
    failing: { details: [detailOf({ ...failing, headerFrom: 'pay.example.com', dkim: [], spf: [] }, { class: 'threat', id: 'unknown' })] },
    passing: { details: [detailOf({ ...failing, headerFrom: 'mail.example.com', dkim: [], spf: [] }, { class: 'threat', id: 'unknown' })] },
    record: 'v=DMARC1; p=none; rua=mailto:a@example.com; np=reject',
  },
  'reports.policy.subdomains': {
    failing: { dns: { ...dns, dmarc: 'v=DMARC1; p=reject; sp=none' } }, passing: { dns: { ...dns, dmarc: 'v=DMARC1; p=none; sp=reject' } }, record: 'v=DMARC1; p=reject',
  },
  'reports.policy.obsolete': {
    failing: { dns: { ...dns, dmarc: 'v=DMARC1; p=none; pct=50; ri=3600' } }, passing: { dns: { ...dns, dmarc: 'v=DMARC1; p=none; t=y' } }, record: 'v=DMARC1; p=none',
  },
  'reports.policy.differs': {
    failing: { policies: [policySeen({ p: 'none' }, -10), policySeen({ p: 'reject' })] }, passing: { policies: [policySeen({ p: 'none' }, -1), policySeen({ p: 'none' })] },
  },
  'reports.disposition.differs': {
    failing: { details: [detailOf({ ...failing, dkim: [], spf: [] }, { class: 'threat', id: 'unknown' })], policies: [policySeen({ p: 'reject' })] },
    passing: { details: [detailOf({ ...failing, dkim: [], spf: [], reasons: [{ type: 'local_policy', comment: null }] }, { class: 'threat', id: 'unknown' })], policies: [policySeen({ p: 'reject' })] },
  },
  'reports.volume.surge': { failing: { days: days([{ messages: 5000, passed: 990 }]) }, passing: { days: days([{ messages: 1040, passed: 990 }]) } },
  'reports.passrate.drop': { failing: { days: days([{ messages: 1000, passed: 900 }, { messages: 1000, passed: 900 }]) }, passing: { days: days([{ messages: 1000, passed: 980 }, { messages: 1000, passed: 980 }]) } },
  'reports.sender.vanished': {
    failing: { details: [detailOf(), detailOf({}, { ...mailer, messages: 5000, firstDay: TODAY - 28, lastDay: TODAY - 8 })] },
    passing: { details: [detailOf({}, { ...mailer, messages: 5000, firstDay: TODAY - 28, lastDay: TODAY - 8 })] },
  },
  'reports.reporter.quiet': {
    failing: { reporters: [{ organization: 'google.com', reports: 25, lastDay: TODAY - 5 }] }, passing: { reporters: [{ organization: 'google.com', reports: 25, lastDay: TODAY - 3 }] },
  },
};

suite('each finding of DMARC reports has a case that shows it and one that does not', () => {
  for (const [id, { failing: shows, passing, record }] of Object.entries(cases)) {
    test(id, () => {
      const found = diagnose(diagnosticFacts(shows)).find(finding => finding.id === id);
      assert.ok(found, 'not found where it is the case');
      assert.doesNotMatch(JSON.stringify(found), /\{\w+\}/);
      assert.equal(found.severity, id === 'reports.spf.notincluded' ? 'low' : reportRules[id as ReportRuleId].severity);
      assert.equal(found.fix.record?.value, record);
      assert.deepEqual(diagnose(diagnosticFacts(passing)).filter(finding => finding.id === id), []);
    });
  }

  test('a domain with which all is well has none', () => assert.deepEqual(diagnose(diagnosticFacts()), []));
  test('own servers are spoken of as one of several', () => {
    const { title, fix } = diagnose(diagnosticFacts({ details: [detailOf({ dkim: [], dkimAligned: false })] })).find(({ id }) => id === 'reports.dkim.absent')!;
    assert.deepEqual([title, fix.text], ['One of your own servers does not sign its messages', 'Switch on DKIM signatures with your domain at one of your own servers.']);
  });
  test('what has no live DNS is judged by its reports alone', () => {
    assert.ok(diagnose(diagnosticFacts({ dns: null, details: [detailOf({ spfAligned: false, spf: [{ domain: 'example.com', scope: 'mfrom', result: 'fail' }] }, mailer)] })).every(({ fix }) => fix.record === null));
  });
});

suite('each result type of TLS reports has a finding', () => {
  const row = (result: string): SessionRow => ({ day: TODAY, organization: 'google.com', policy: 'sts', result, host: 'mx.example.com', sessions: 3 });
  for (const id of Object.keys(tlsRules)) {
    test(id, () => {
      const [finding, ...others] = tlsFindings([row(''), row(id.slice('reports.tls.'.length))], 'example.com');
      assert.deepEqual([finding?.id, finding?.messages, others], [id, 3, []]);
      assert.doesNotMatch(JSON.stringify(finding), /\{\w+\}/);
    });
  }
  test('one that no RFC knows is unexplained', () => assert.deepEqual(tlsFindings([row('moon-phase')], null).map(({ id }) => id), ['reports.tls.unexplained']));
  test('sessions that all succeeded have none', () => assert.deepEqual(tlsFindings([row('')], 'example.com'), []));
});
