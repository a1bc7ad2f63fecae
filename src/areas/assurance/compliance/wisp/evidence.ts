import type { Db } from '../../../../store/index.ts';
import type { EvidenceQuestion, Observation } from '../../../evidence-source.ts';
import { planFields } from '../catalogue/wisp.ts';
import { planStatus } from './state.ts';
import { findPlan } from './store.ts';

/** Whether the plan is complete and was reviewed within a year. An account that keeps none here may have one elsewhere. */
export async function planEvidence(db: Db, { accountId, now }: Pick<EvidenceQuestion, 'accountId' | 'now'>): Promise<Observation[]> {
  const row = await findPlan(db, accountId);
  if (row === null) return [];
  const { state, missing } = planStatus(row, now);
  const findings = [
    ...(missing.length > 0 ? [{ id: 'wisp.incomplete', severity: 'medium' as const, title: `The written information security plan lacks ${missing.length} of ${planFields.size} entries` }] : []),
    ...(row.reviewed_on === null ? [{ id: 'wisp.neverReviewed', severity: 'medium' as const, title: 'The written information security plan was never reviewed' }] : []),
    ...(state === 'reviewDue' ? [{ id: 'wisp.reviewDue', severity: 'medium' as const, title: 'The last review of the written information security plan is more than a year old' }] : []),
  ];
  return [{ kind: 'wisp', domain: null, observedAt: now, verdict: findings.length > 0 ? 'contradicts' : 'supports', findings, path: '/compliance/wisp' }];
}
