import type { Db } from '../../../../store/index.ts';
import { findDomain, lockDomain } from '../../../domains/inventory/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';
import { noticeOf, settleVulnerabilities } from '../alerts/alerts.ts';
import { threatsOf } from '../data/read-index.ts';
import { productOf } from '../matching/judge.ts';
import { baseScoreOf, priorities, rank } from '../matching/priority.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { keepComponents } from '../store/components.ts';
import { keepMatches, type NewMatch } from '../store/matches.ts';
import { likelyExploitedFrom } from '../store/sources.ts';
import { vulnerabilitiesTexts } from '../texts.ts';
import { foundIn } from './found.ts';
import { judgeComponents } from './judge-components.ts';
import type { JudgedComponent } from './judged-component.ts';

export const FOUND = 'vulnerability.found';
/** Of one domain; what is beyond is less urgent than all of these. */
const MAX_MATCHES = 5000;
const MAX_CVES = 100;

type Judging = Pick<VulnerabilitiesServices, 'newId' | 'queue' | 'speak' | 'vulnerabilityKnowledge'>;

/** Compares what the hosts of a domain run with all that is known now, and states what comes of it; sends nothing to any host. */
export async function judgeDomain(tx: Db, services: Judging, accountId: string, domainId: string, now: number): Promise<void> {
  const domain = await lockDomain(tx, domainId) ? await findDomain(tx, accountId, domainId) : null;
  if (!domain) return;
  const judged = await judgeWhatRuns(tx, services, domainId);
  await keepComponents(tx, { accountId, domainId }, judged);
  const matches = await rankAll(tx, judged);
  const raised = await keepMatches(tx, services, { accountId, domainId }, matches, now);
  await settleVulnerabilities(tx, services, accountId, domain, now);
  const urgent = raised.filter(({ judged }) => judged.priority !== 'track');
  if (urgent.length === 0) return;
  const texts = await textsOfAccount({ db: tx, speak: services.speak }, vulnerabilitiesTexts, accountId);
  await services.queue.add(tx, accountId, [notificationJob({ kind: FOUND, subjectType: 'domain', subjectId: domainId, ...noticeOf(texts, domain, urgent), data: { path: `/vulnerabilities?domain=${domainId}`, cves: [...new Set(urgent.map(({ judged }) => judged.cve))].slice(0, MAX_CVES) } })]);
}

async function judgeWhatRuns(tx: Db, { vulnerabilityKnowledge }: Judging, domainId: string): Promise<JudgedComponent[]> {
  const components = await foundIn(tx, domainId);
  const knowledge = await vulnerabilityKnowledge.of(tx, components.flatMap(component => productOf(component) ?? []));
  return judgeComponents(components, knowledge);
}

/** The most urgent first. */
async function rankAll(tx: Db, components: readonly JudgedComponent[]): Promise<NewMatch[]> {
  const judged = components.flatMap(({ component, product, matches }) => matches.map(match => ({ component, product: product!, match })));
  const threats = await threatsOf(tx, [...new Set(judged.map(({ match }) => match.cve))]);
  const likely = await likelyExploitedFrom(tx);
  return judged.map(({ component, product, match }) => {
    const threat = threats.get(match.cve)!;
    return { component, product, judged: { ...match, ...rank(match, threat, likely), title: threat.title, cvss: baseScoreOf(threat.cvss), epss: threat.epss, knownExploited: threat.knownExploited, exploitation: threat.ssvc?.exploitation ?? null } };
  }).toSorted((a, b) => priorities.indexOf(a.judged.priority) - priorities.indexOf(b.judged.priority) || Number(b.judged.isAlert) - Number(a.judged.isAlert)).slice(0, MAX_MATCHES);
}
