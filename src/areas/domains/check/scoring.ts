import type { RecordName } from '../../../checks/index.ts';
import type { ScoringTable } from '../../../core/score.ts';

/** A subject as its owner sees it, and the points that its records share. */
export interface ScoringGroup {
  title: string;
  points: Readonly<Partial<Record<RecordName, number>>>;
}

/** The records in groups; those of the check have 100 points, and those that only a checkup looks at come on top. */
export const scoringGroups: readonly ScoringGroup[] = [
  { title: 'Mail authentication', points: { spf: 15, dkim: 12, dmarc: 17, bimi: 1 } },
  { title: 'DNS and delegation', points: { domain: 3, nameservers: 11, soa: 2, zone: 4 } },
  { title: 'DNSSEC and CAA', points: { dnssec: 7, caa: 3 } },
  { title: 'Transport', points: { mx: 4, smtp: 4, mtaSts: 2, tlsRpt: 1, dane: 1, tls: 2, web: 1 } },
  { title: 'Registration', points: { registration: 10 } },
  { title: 'Checkup alone', points: { takeover: 5, ciphers: 3, headers: 3, blocklists: 4 } },
];

/** The published table of the domain check, version of 2026-11-22; its page is docs/reference/scoring.md. */
export const scoring: ScoringTable = {
  points: Object.assign({}, ...scoringGroups.map(({ points }) => points)) as ScoringTable['points'],
  cost: { critical: 1, high: 0.6, medium: 0.3, low: 0.1, info: 0 },
  floors: { 'A+': 97, A: 90, B: 80, C: 65, D: 50, F: 0 },
  best: { critical: 'D', high: 'B' },
  caps: [
    { id: 'in.nxdomain', best: 'F' },
    { id: 'in.disabled', best: 'F' },
    { id: 'sec.bogus', best: 'F' },
    { id: 'spf.all', severity: 'critical', best: 'F' },
    { id: 'spf.subdomailing', severity: 'critical', best: 'F' },
    { id: 'reg.status', best: 'F' },
    { id: 'reg.expiry', severity: 'critical', best: 'F' },
    { id: 'dmarc.missing', best: 'C' },
    { id: 'dmarc.multiple', best: 'C' },
    { id: 'spf.missing', best: 'C' },
    { id: 'smtp.starttls', best: 'C' },
    { id: 'dmarc.p', best: 'B' },
  ],
};
