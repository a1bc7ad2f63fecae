import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { recordStatusOf, type RecordStatus } from './record-status.ts';
import type { ReportFinding } from './types.ts';

const finding = (state: ReportFinding['state'], severity: ReportFinding['severity'] = 'medium'): ReportFinding =>
  ({ id: 'spf.x', area: 'check', record: 'spf', severity, state, title: '', detail: '', evidence: [], fix: null, references: [] });

const FAILED = 'Lookup failed: MX of example.org: timeout';

suite('how a record stands', () => {
  const cases: [name: string, status: string, issues: string[], findings: ReportFinding[], recordStatus: RecordStatus][] = [
    ['all is well', 'ok', [], [finding('pass')], 'ok'],
    ['an alias of the provider is as good', 'configured', [], [finding('pass')], 'ok'],
    ['a fault that is not grave', 'error', ['A fault'], [finding('fail')], 'warning'],
    ['a grave fault', 'error', ['A fault'], [finding('fail', 'high')], 'critical'],
    ['a fault beside a status of its own, as MX has it', 'ok', ['A fault'], [finding('fail', 'critical')], 'critical'],
    ['before the findings are there, nothing is grave', 'error', ['A fault'], [], 'warning'],
    ['missing, which is a fault', 'missing', ['No record'], [finding('fail')], 'missing'],
    ['missing, which is a grave fault', 'missing', ['No record'], [finding('fail', 'high')], 'missingCritical'],
    ['missing, which is none', 'missing', [], [finding('fail', 'info')], 'absent'],
    ['missing where nothing of it applies', 'missing', [], [finding('notApplicable')], 'needless'],
    ['failed lookups alone are unknown, never missing', 'error', [FAILED], [finding('unknown')], 'unknown'],
    ['also before the findings are there', 'error', [FAILED], [], 'unknown'],
    ['and when the status would say missing', 'missing', [FAILED], [finding('unknown')], 'unknown'],
    ['a failed look beside what could be told', 'error', [FAILED], [finding('unknown'), finding('pass')], 'partly'],
    ['a failed look that only matters for advice is not hidden', 'ok', [], [finding('unknown', 'info'), finding('pass')], 'partly'],
    ['a fault counts more than a failed look', 'error', ['A fault', FAILED], [finding('fail'), finding('unknown')], 'warning'],
    ['nobody looked', 'notTested', [], [], 'notTested'],
  ];
  for (const [name, status, issues, findings, recordStatus] of cases) test(name, () => assert.equal(recordStatusOf({ status, issues }, findings), recordStatus));
});
