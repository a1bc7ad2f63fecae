import { bySeverity, severities, type Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../evidence-source.ts';
import { findingsOfDomain, isExcepted } from './store/findings.ts';
import { finishedScans } from './store/scans.ts';

/** From this severity on a finding contradicts that open ports are under control. */
const FROM = 'medium';

/** Whether the hosts of each domain were scanned, and whether something is wrong with what stands open there. */
export const portEvidence: EvidenceSource = {
  kinds: ['portScan'],
  scope: 'vulnscan',
  about: 'domains',
  async observe(db, { domains, now }) {
    const observed = [];
    for (const domain of domains) {
      const [scan] = await finishedScans(db, domain.id, 1);
      if (!scan) continue;
      const open = (await findingsOfDomain(db, domain.id)).filter(row => row.state === 'open' && !isExcepted(row, now)).map(({ finding }) => JSON.parse(finding) as Finding);
      const findings = open.filter(({ severity }) => severities.indexOf(severity) <= severities.indexOf(FROM)).toSorted(bySeverity).map(({ id, severity, title }) => ({ id, severity, title }));
      observed.push({ kind: 'portScan' as const, domain, observedAt: scan.finished_at!, verdict: findings.length > 0 ? 'contradicts' as const : 'supports' as const, findings, path: `/domains/${domain.id}/exposure` });
    }
    return observed;
  },
};
