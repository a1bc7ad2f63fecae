import type { EvidenceSource } from '../../evidence-source.ts';
import { headOf } from './store.ts';
import { verifyChains } from './verify.ts';

/** Whether the audit log of the account is whole: every entry is recomputed. */
export const auditEvidence: EvidenceSource = {
  kinds: ['auditLog'],
  scope: 'compliance',
  about: 'account',
  async observe(db, { accountId, now }) {
    const [verdict] = await Array.fromAsync(verifyChains(db, accountId));
    if (!verdict || (verdict.broken === null && (await headOf(db, accountId)).seq === 0)) return [];
    const findings = verdict.broken === null ? [] : [{ id: 'audit.broken', severity: 'critical' as const, title: `Entry ${verdict.broken.seq}: ${verdict.broken.reason}` }];
    return [{ kind: 'auditLog', domain: null, observedAt: now, verdict: findings.length > 0 ? 'contradicts' : 'supports', findings, path: '/settings/audit' }];
  },
};
