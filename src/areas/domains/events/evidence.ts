import type { Severity } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../evidence-source.ts';
import { domainsIn } from '../inventory/index.ts';
import { UNSETTLED } from './store.ts';
import { tables } from './tables.ts';

/** Whether the changes of each domain were decided: one that waits, or was denied and is still there, contradicts. */
export const eventEvidence: EvidenceSource = {
  kinds: ['dnsEvents'],
  scope: 'domains',
  about: 'domains',
  async observe(db, { accountId, domains }) {
    if (domains.length === 0) return [];
    const ids = domains.map(({ id }) => id);
    const checked = new Map((await domainsIn(db, accountId).where('domain.id', 'in', ids).where('domain.due_at', 'is not', null).execute()).map(row => [row.id, row.checked_at]));
    const events = await tables(db).selectFrom('domain_event').select(['domain_id', 'kind', 'severity', 'title']).where('domain_id', 'in', ids).where('state', 'in', UNSETTLED).orderBy('id').execute();
    const byDomain = Map.groupBy(events, event => event.domain_id);
    return domains.flatMap(domain => {
      const at = checked.get(domain.id) ?? null;
      if (at === null) return [];
      const findings = (byDomain.get(domain.id) ?? []).map(({ kind, severity, title }) => ({ id: kind, severity: severity as Severity, title }));
      return [{ kind: 'dnsEvents' as const, domain, observedAt: at, verdict: findings.length > 0 ? 'contradicts' as const : 'supports' as const, findings, path: `/events?domain=${domain.id}` }];
    });
  },
};
