// A site audit as a gate: what the exit code says of its results.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Severity } from '../../core/finding.ts';
import type { ExitCode } from './exit-code.ts';
import { codeOfAudit, type AuditResults } from './site-audit.ts';

const results = (severities: readonly Severity[], { cut = null, score = 90 }: { cut?: string | null; score?: number | null } = {}): AuditResults => ({
  audit: { domain: 'shop.example', pages: 9, status: cut === null ? 'completed' : 'partial', cut, cutCause: null }, score: { value: score },
  checks: severities.map(severity => ({ id: 'title.missing', title: 'The page has no title', severity, count: 1, change: null, sampleUrls: [] })),
});
const cases: [says: string, of: AuditResults, failOn: Severity | null, code: ExitCode][] = [
  ['issues, and no limit was named', results(['critical']), null, 0],
  ['milder issues than the limit', results(['medium', 'low']), 'high', 0],
  ['an issue at the limit', results(['low', 'high']), 'high', 3],
  ['an issue beyond the limit', results(['critical']), 'high', 3],
  ['the chosen number of pages', results([], { cut: 'pages' }), 'high', 0],
  ['ended by its time', results([], { cut: 'time' }), 'high', 7],
  ['was signed out', results([], { cut: 'signedOut' }), null, 7],
  ['ended by its time, with an issue', results(['high'], { cut: 'time' }), 'high', 3],
  ['no page came', results([], { score: null }), 'high', 7],
];
for (const [says, of, failOn, code] of cases) test(`${says}: ${code}`, () => assert.equal(codeOfAudit(of, failOn), code));
