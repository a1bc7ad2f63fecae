import { toUnicode } from '../../../../core/domain-name.ts';
import type { EvidenceSource } from '../../../evidence-source.ts';
import { severityOf } from '../state/severity.ts';
import { tables } from '../tables.ts';
import { wrong } from './alerts.ts';

/** Whether each domain is swept for lookalikes, and whether one imitates it now: what contradicts controls. */
export const lookalikeObservations: EvidenceSource = {
  kinds: ['lookalikes'],
  scope: 'vulnscan',
  about: 'domains',
  async observe(db, { domains }) {
    if (domains.length === 0) return [];
    const ids = domains.map(({ id }) => id);
    const swept = new Map((await tables(db).selectFrom('lookalike_watch').select(['domain_id', 'swept_at']).where('domain_id', 'in', ids).execute()).map(row => [row.domain_id, row.swept_at]));
    const rows = await tables(db).selectFrom('lookalike').select(['domain_id', 'name', 'state', 'risk', 'threat']).where('domain_id', 'in', ids).where('state', 'in', wrong).orderBy('rank', 'desc').execute();
    const byDomain = Map.groupBy(rows, row => row.domain_id);
    return domains.flatMap(domain => {
      const at = swept.get(domain.id) ?? null;
      if (at === null) return [];
      const findings = (byDomain.get(domain.id) ?? []).map(({ name, state, risk, threat }) => ({ id: `lookalike.${state}`, severity: severityOf(state === 'reEmerged' ? 'reEmerged' : 'impersonating', { risk, threat }), title: toUnicode(name) }));
      return [{ kind: 'lookalikes' as const, domain, observedAt: at, verdict: findings.length > 0 ? 'contradicts' as const : 'supports' as const, findings, path: `/domains/${domain.id}/lookalikes` }];
    });
  },
};
