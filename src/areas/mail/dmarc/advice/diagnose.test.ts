import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { tlsFindings, type SessionRow } from '../answers/tls.ts';
import { adviceCases, mailer } from './cases.sample.ts';
import { diagnose } from './diagnose.ts';
import { detailOf, diagnosticFacts, TODAY } from './facts.sample.ts';
import { reportRules, type ReportRuleName } from './rules.ts';
import { tlsRules } from './tls-rules.ts';

suite('each finding of DMARC reports has a case that shows it and one that does not', () => {
  for (const [id, { failing: shows, passing, record }] of Object.entries(adviceCases)) {
    test(id, () => {
      const found = diagnose(diagnosticFacts(shows)).find(finding => finding.id === id);
      assert.ok(found, 'not found where it is the case');
      assert.doesNotMatch(JSON.stringify(found), /\{\w+\}/);
      assert.equal(found.severity, id === 'reports.spf.notincluded' ? 'low' : reportRules[id.slice('reports.'.length) as ReportRuleName].severity);
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
    assert.ok(diagnose(diagnosticFacts({ dns: null, details: [detailOf({ spfAligned: false, spf: [{ domain: 'example.com', scope: 'mfrom', result: 'fail' }] }, mailer)] })).every(({ fix }) => fix.record === undefined));
  });
});

suite('each result type of TLS reports has a finding', () => {
  const row = (result: string): SessionRow => ({ day: TODAY, organization: 'google.com', policy: 'sts', result, host: 'mx.example.com', sessions: 3 });
  for (const { id } of Object.values(tlsRules)) {
    test(id, () => {
      const [finding, ...others] = tlsFindings([row(''), row(id.slice('reports.tls.'.length))], 'example.com');
      assert.deepEqual([finding?.id, finding?.messages, others], [id, 3, []]);
      assert.doesNotMatch(JSON.stringify(finding), /\{\w+\}/);
    });
  }
  test('one that no RFC knows is unexplained', () => assert.deepEqual(tlsFindings([row('moon-phase')], null).map(({ id }) => id), ['reports.tls.unexplained']));
  test('sessions that all succeeded have none', () => assert.deepEqual(tlsFindings([row('')], 'example.com'), []));
});
