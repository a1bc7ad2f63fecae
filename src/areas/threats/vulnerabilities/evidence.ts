import type { Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import type { EvidenceSource, Observation, ObservedFinding } from '../../evidence-source.ts';
import { inEnglish, titleOf } from './alerts/sentences.ts';
import { severityOfPriority } from './alerts/alerts.ts';
import { lifecycleOf, threatsOf, type CveKnowledge } from './data/read-index.ts';
import { supportOf } from './in-use/support.ts';
import type { RankedMatch } from './matching/priority.ts';
import { componentsIn, lastSeenIn, type ComponentRow } from './store/components.ts';
import { alertRowsOf, isRaised } from './store/matches.ts';

/** What is known of the programs on the hosts of each domain: vulnerabilities that apply, and versions whose support is over. */
export const vulnerabilityEvidence: EvidenceSource = {
  kinds: ['vulnScan', 'components'],
  scope: 'vulnscan',
  about: 'domains',
  async observe(db, { domains, now }) {
    const observed: Observation[] = [];
    for (const domain of domains) {
      const [at, components] = [await lastSeenIn(db, domain.id), await componentsIn(db, domain.id)];
      if (at === null || components.length === 0) continue;
      const matches = (await alertRowsOf(db, domain.id)).filter(row => isRaised(row, now));
      const threats = await threatsOf(db, matches.map(({ cve }) => cve));
      // Where nothing can be judged, nothing that is not found is known to be absent.
      if (matches.length > 0 || components.some(({ judged }) => judged === 1)) observed.push(observation('vulnScan', domain, at, matches.map(row => findingOf(row, threats.get(row.cve)!))));
      observed.push(observation('components', domain, at, await unsupportedIn(db, components, now)));
    }
    return observed;
  },
};

function observation(kind: Observation['kind'], domain: Observation['domain'] & object, observedAt: number, findings: ObservedFinding[]): Observation {
  return { kind, domain, observedAt, verdict: findings.length > 0 ? 'contradicts' : 'supports', findings, path: `/vulnerabilities?domain=${domain.id}` };
}

function findingOf(row: Awaited<ReturnType<typeof alertRowsOf>>[number], { title }: CveKnowledge): ObservedFinding {
  const { priority } = JSON.parse(row.match) as RankedMatch;
  return { id: row.cve, severity: severityOfPriority[priority], title: titleOf(inEnglish, { cve: row.cve, title, product: row.product, version: row.version, host: row.host }) };
}

/** The versions that their authors look after no more, each once. */
async function unsupportedIn(db: Db, components: readonly ComponentRow[], now: number): Promise<ObservedFinding[]> {
  const found = new Map<string, ObservedFinding>();
  for (const { product, version } of components) {
    if (product === null || version === null || found.has(`${product} ${version}`)) continue;
    if (supportOf(await lifecycleOf(db, product), version, now)?.isOver) found.set(`${product} ${version}`, { id: 'component.unsupported', severity: 'medium' satisfies Severity, title: inEnglish.unsupported(product, version) });
  }
  return [...found.values()];
}
