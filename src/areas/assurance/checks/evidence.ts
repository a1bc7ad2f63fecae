import type { EvidenceSource } from '../../evidence-source.ts';
import { incidentsOf } from './incidents/store.ts';
import { lastResultAt } from './store.ts';

const MOST = 50;

/** Whether custom checks run, and whether somebody has taken on each incident of them: one that nobody has contradicts. */
export const uptimeEvidence: EvidenceSource = {
  kinds: ['uptime'],
  scope: 'status',
  about: 'account',
  async observe(db, { accountId }) {
    const at = await lastResultAt(db, accountId);
    if (at === null) return [];
    const open = await incidentsOf(db, accountId, { open: true, from: undefined, before: undefined }, null, MOST);
    const findings = open.filter(({ acknowledged_at: acknowledgedAt }) => acknowledgedAt === null).map(({ cause, title }) => ({ id: `incident.${cause}`, severity: 'high' as const, title }));
    return [{ kind: 'uptime', domain: null, observedAt: at, verdict: findings.length > 0 ? 'contradicts' : 'supports', findings, path: '/status/incidents' }];
  },
};
