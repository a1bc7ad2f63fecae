import type { EvidenceSource } from '../../evidence-source.ts';
import { severityOf } from './alerts.ts';
import { lastReadAt } from './follow-store.ts';
import { troublesFor } from './troubles.ts';

/** Whether the account follows third-party services; one that reports an outage contradicts. */
export const providerEvidence: EvidenceSource = {
  kinds: ['thirdPartyStatus'],
  scope: 'status',
  about: 'account',
  async observe(db, { accountId, now }) {
    const at = await lastReadAt(db, accountId);
    if (at === null) return [];
    const outages = (await troublesFor(db, accountId, now)).filter(({ level }) => level === 'partialOutage' || level === 'majorOutage');
    const findings = outages.map(({ name, level, title }) => ({ id: `service.${level}`, severity: severityOf(level)!, title: title === name ? name : `${name}: ${title}` }));
    return [{ kind: 'thirdPartyStatus', domain: null, observedAt: at, verdict: findings.length > 0 ? 'contradicts' : 'supports', findings, path: '/status' }];
  },
};
