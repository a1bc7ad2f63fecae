import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { diagnose } from '../advice/diagnose.ts';
import { diagnosticFacts, TODAY } from '../advice/facts.sample.ts';
import type { DiagnosticFacts } from '../advice/shapes.ts';
import { dmarcTexts } from '../texts.ts';
import { alertsOf, type SeenSender } from './alerts.ts';
import { inEnglish } from '../../../../../test/speaking.ts';

const settled: SeenSender = { id: 'own', name: 'Own servers', class: 'own', firstDay: TODAY - 100, messages: 1000, passed: 1000 };
const fresh: SeenSender = { id: 'mailer', name: 'Mailer', class: 'known', firstDay: TODAY - 1, messages: 50, passed: 0 };
const alerts = (facts: Partial<DiagnosticFacts> = {}, senders: readonly SeenSender[] = [settled], firstDay = TODAY - 100): [string, string][] =>
  alertsOf(inEnglish(dmarcTexts), { domain: 'example.com', findings: diagnose(diagnosticFacts(facts)), senders, firstDay, today: TODAY }).map(({ kind, severity }) => [kind, severity]);

suite('people are told', () => {
  test('nothing where all is as usual', () => assert.deepEqual(alerts(), []));
  test('of a new sender', () => assert.deepEqual(alerts({}, [settled, fresh]), [['dmarc.sender.new', 'medium']]));
  test('of a new sender that nobody vouches for, less urgently', () => assert.deepEqual(alerts({}, [settled, { ...fresh, class: 'threat' }]), [['dmarc.sender.new', 'low']]));
  test('not of a few messages', () => assert.deepEqual(alerts({}, [settled, { ...fresh, messages: 9 }]), []));
  test('not of senders while all are new', () => assert.deepEqual(alerts({}, [settled, fresh], TODAY - 10), []));
  test('of a share that falls', () => {
    const days = diagnosticFacts().days.map((day, at) => (at >= 28 ? { ...day, passed: 950 } : day));
    assert.deepEqual(alerts({ days }), [['dmarc.passrate.drop', 'high']]);
  });
  test('of a big reporter that has gone quiet', () => {
    assert.deepEqual(alerts({ reporters: [{ organization: 'google.com', reports: 25, lastDay: TODAY - 5 }] }), [['dmarc.reporter.quiet', 'medium']]);
  });
});
