import { checkOf, type RecordName } from '../../../checks/index.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import type { EvidenceKindName, EvidenceSource, Observation } from '../../evidence-source.ts';
import { judgementsOf, newestSnapshots, setsOf, type Judgement } from './snapshots/index.ts';

/** Which checks show it, and from which severity on a failed finding of them contradicts. */
interface Shown {
  kind: EvidenceKindName;
  records: readonly RecordName[];
  from: Severity;
}

const shown: readonly Shown[] = [
  { kind: 'emailAuth', records: ['spf', 'dkim', 'dmarc'], from: 'medium' },
  { kind: 'tlsConfig', records: ['tls', 'web', 'ciphers'], from: 'medium' },
];

/** What the last scan of each domain shows of its mail and its website. */
export const scanEvidence: EvidenceSource = {
  kinds: shown.map(({ kind }) => kind),
  scope: 'domains',
  about: 'domains',
  async observe(db, { domains }) {
    const observations: Observation[] = [];
    for (const domain of domains) {
      const [latest] = await newestSnapshots(db, domain.id, null, 1);
      if (!latest) continue;
      const set = (await setsOf(db, domain.id, [latest.set_hash]))(latest.set_hash);
      observations.push(...observationsIn((await judgementsOf(db, domain.id, [set]))(set), domain, latest.at));
    }
    return observations;
  },
};

/** What a scan shows; of what it could not determine nothing. Pure. */
function observationsIn({ findings, passed }: Pick<Judgement, 'findings' | 'passed'>, domain: Observation['domain'] & object, at: number): Observation[] {
  return shown.flatMap(({ kind, records, from }): Observation[] => {
    const own = findings.filter(({ record, severity }) => records.includes(record) && severities.indexOf(severity) <= severities.indexOf(from));
    const failed = own.filter(({ state }) => state === 'fail').toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
    const rules = new Set(records.flatMap(record => Object.values(checkOf(record).rules).map(({ id }) => id)));
    const isShown = passed.some(id => rules.has(id)) && !own.some(({ state }) => state === 'unknown');
    if (failed.length === 0 && !isShown) return [];
    return [{ kind, domain, observedAt: at, verdict: failed.length > 0 ? 'contradicts' : 'supports', findings: failed.map(({ id, severity, title }) => ({ id, severity, title })), path: `/domains/${domain.id}` }];
  });
}
