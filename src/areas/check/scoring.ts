import type { ScoringTable } from '../../core/score.ts';

/** The published table of the domain check, version of 2026-11-21; its page is docs/reference/scoring.md. */
export const scoring: ScoringTable = {
  points: { domain: 5, spf: 15, dkim: 13, dmarc: 17, mx: 10, nameservers: 20, caa: 5, mtaSts: 6, tlsRpt: 3, bimi: 1, registration: 5 },
  cost: { critical: 1, high: 0.6, medium: 0.3, low: 0.1, info: 0 },
  floors: { 'A+': 97, A: 90, B: 80, C: 65, D: 50, F: 0 },
  best: { critical: 'D', high: 'B' },
  caps: [
    { id: 'in.nxdomain', best: 'F' },
    { id: 'in.disabled', best: 'F' },
    { id: 'spf.all', severity: 'critical', best: 'F' },
    { id: 'spf.subdomailing', best: 'F' },
    { id: 'reg.status', best: 'F' },
    { id: 'reg.expiry', severity: 'critical', best: 'F' },
    { id: 'dmarc.missing', best: 'C' },
    { id: 'dmarc.multiple', best: 'C' },
    { id: 'spf.missing', best: 'C' },
    { id: 'dmarc.p', best: 'B' },
  ],
};
