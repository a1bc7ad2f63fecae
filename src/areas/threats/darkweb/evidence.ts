import type { Severity } from '../../../core/finding.ts';
import type { EvidenceSource, Observation } from '../../evidence-source.ts';
import { titleOf } from './sentences.ts';
import { answersOf } from './store/answers.ts';
import { pressingIncidents } from './store/incidents.ts';
import { inEnglish } from './in-english.ts';

/** That leaked credentials of each domain are watched for: from the time at which a source answered last. */
export const darkwebEvidence: EvidenceSource = {
  kinds: ['darkweb'],
  scope: 'scans',
  about: 'domains',
  async observe(db, { domains }) {
    const answers = await answersOf(db, domains.map(({ id }) => id));
    const observed: Observation[] = [];
    for (const domain of domains) {
      const times = answers.filter(({ domain_id, state }) => domain_id === domain.id && state === 'ok').map(({ answered_at }) => answered_at!);
      if (times.length === 0) continue;
      const findings = (await pressingIncidents(db, domain.id)).map(row => ({ id: row.id, severity: row.severity as Severity, title: titleOf(inEnglish, row, domain.name) }));
      observed.push({ kind: 'darkweb', domain, observedAt: Math.max(...times), verdict: findings.length > 0 ? 'contradicts' : 'supports', findings, path: `/domains/${domain.id}/darkweb` });
    }
    return observed;
  },
};
