import { bySeverity, type Severity } from '../../../core/finding.ts';
import type { EvidenceSource, Observation } from '../../evidence-source.ts';
import type { AuditSummary } from './results/summary.ts';
import { auditRules } from './rules/index.ts';
import { finishedAudits } from './store/audits.ts';
import { worstByCheck } from './store/issues.ts';

/** What pages are served with: their headers, their cookies, and what they load and send in the clear. */
const rules = new Map(auditRules.filter(({ id }) => id.startsWith('security.') && !id.startsWith('security.cert-')).map(rule => [rule.id, rule]));

/** What the last audit of each website shows of the headers of its pages. */
export const headerEvidence: EvidenceSource = {
  kinds: ['httpHeaders'],
  scope: 'seo',
  about: 'domains',
  async observe(db, { accountId, domains }) {
    const observed: Observation[] = [];
    for (const domain of domains) {
      const [audit] = await finishedAudits(db, accountId, domain.id, 1);
      if (!audit?.summary) continue;
      const { checks } = JSON.parse(audit.summary) as AuditSummary;
      // Where no page came, or only redirects, nothing was seen of its headers.
      if (!checks.some(({ id, applicable }) => rules.has(id) && applicable > 0)) continue;
      const failed = await worstByCheck(db, audit.id, [...rules.keys()]);
      const findings = failed.map(({ check_id: id, severity }) => ({ id, severity: severity as Severity, title: rules.get(id)!.title })).filter(({ severity }) => severity !== 'info').toSorted(bySeverity);
      observed.push({ kind: 'httpHeaders', domain, observedAt: audit.finished_at!, verdict: findings.length > 0 ? 'contradicts' : 'supports', findings, path: `/domains/${domain.id}/site?category=security` });
    }
    return observed;
  },
};
