import { Problem } from '../../../core/problem.ts';
import type { CheckFinding, Outcome } from './format.ts';

/** A finding with everything that could break a document in its words. */
export function finding(over: Partial<CheckFinding> = {}): CheckFinding {
  return {
    id: 'spf.lookups', area: 'check', record: 'spf', severity: 'high', state: 'fail', title: 'Too many lookups: 14, at most 10', detail: 'Receivers stop.',
    evidence: ['a <b> & "c"\r\n100% ::error::\u0007\u0000'], fix: { kind: 'dnsRecord', text: 'Remove some.', record: { name: 'a.example', type: 'TXT', value: 'v=spf1 -all' } },
    references: [{ title: 'RFC 7208', url: 'https://www.rfc-editor.org/rfc/rfc7208' }], ...over,
  };
}

/** The outcome of one domain with these findings. */
export function checked(domain: string, findings: readonly CheckFinding[]): Outcome {
  return { domain, result: { domain, timestamp: '2026-01-02T03:04:05.678Z', durationMs: 1234, findings } as never };
}

/** One finding in each state and severity, and a domain that could not be checked. */
export const outcomes: readonly Outcome[] = [
  checked('a.example', [
    finding(),
    finding({ id: 'dmarc.p', record: 'dmarc', severity: 'medium', title: 'The policy is "none"', fix: null }),
    finding({ id: 'bimi.missing', record: 'bimi', severity: 'info', title: 'No BIMI', fix: null }),
    finding({ id: 'mx.missing', record: 'mx', state: 'pass', title: 'Has mail servers' }),
    finding({ id: 'dane.missing', record: 'dane', state: 'notApplicable', title: 'No DANE' }),
    finding({ id: 'dkim.none.found', record: 'dkim', severity: 'medium', state: 'unknown', title: 'Lookup failed: TXT', evidence: ['SERVFAIL'] }),
    finding({ id: 'caa.missing', record: 'caa', severity: 'low', state: 'unknown', title: 'Lookup failed: CAA', evidence: ['timeout'] }),
  ]),
  { domain: 'no<name', problem: new Problem('invalid_domain', 'This is no name & never was.') },
];

