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
    ['a fault that is not serious', 'error', ['A fault'], [finding('fail')], 'warning'],
    ['a serious fault', 'error', ['A fault'], [finding('fail', 'high')], 'critical'],
    ['a fault despite the status ok, as MX has it', 'ok', ['A fault'], [finding('fail', 'critical')], 'critical'],
    ['before the findings are there, nothing is serious', 'error', ['A fault'], [], 'warning'],
    ['missing, which is a fault', 'missing', ['No record'], [finding('fail')], 'missing'],
    ['missing, which is a serious fault', 'missing', ['No record'], [finding('fail', 'high')], 'missingCritical'],
    ['missing, which is none', 'missing', [], [finding('fail', 'info')], 'absent'],
    ['missing where nothing of it applies', 'missing', [], [finding('notApplicable')], 'needless'],
    ['failed lookups alone are unknown, never missing', 'error', [FAILED], [finding('unknown')], 'unknown'],
    ['also before the findings are there', 'error', [FAILED], [], 'unknown'],
    ['and when the status would say missing', 'missing', [FAILED], [finding('unknown')], 'unknown'],
    ['a failed lookup besides what could be determined', 'error', [FAILED], [finding('unknown'), finding('pass')], 'partly'],
    ['a failed lookup that only matters for advice is not hidden', 'ok', [], [finding('unknown', 'info'), finding('pass')], 'partly'],
    ['a fault counts more than a failed lookup', 'error', ['A fault', FAILED], [finding('fail'), finding('unknown')], 'warning'],
    ['nobody looked', 'notTested', [], [], 'notTested'],
  ];
  for (const [name, status, issues, findings, recordStatus] of cases) test(name, () => assert.equal(recordStatusOf({ status, issues }, findings), recordStatus));
});
