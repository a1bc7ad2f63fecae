import { createHash } from 'node:crypto';
import type { Db } from '../../../../store/index.ts';
import { findDomain, lockDomain } from '../../../domains/inventory/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';
import { noticeOf, settleVulnerabilities } from '../alerts/alerts.ts';
import type { Known } from '../data/knowledge.ts';
import { threatsOf } from '../data/read-index.ts';
import { priorities, rank, type RankedMatch } from '../matching/priority.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { keepComponents } from '../store/components.ts';
import { isJudgedSo, keepJudgement } from '../store/judgements.ts';
import { keepMatches, type NewMatch } from '../store/matches.ts';
import { vulnerabilitiesTexts } from '../texts.ts';
import { foundIn } from './found.ts';
import { judgeComponents } from './judge-components.ts';
import type { JudgedComponent } from './judged-component.ts';
import { unsupportedAmong, type Unsupported } from './unsupported.ts';
import type { Ranking } from './verdicts.ts';

export const FOUND = 'vulnerability.found';
/** Of one domain; what is beyond is less urgent than all of these. */
const MAX_MATCHES = 5000;
const MAX_CVES = 100;

type Judging = Pick<VulnerabilitiesServices, 'newId' | 'queue' | 'speak' | 'vulnerabilityKnowledge'>;

/** Compares what the hosts of a domain run with all that is known now, and states what comes of it, where that is not what it was; sends nothing to any host. */
export async function judgeDomain(tx: Db, services: Judging, accountId: string, domainId: string, now: number): Promise<void> {
  const domain = await lockDomain(tx, domainId) ? await findDomain(tx, accountId, domainId) : null;
  if (!domain) return;
  const known = await services.vulnerabilityKnowledge.at(tx);
  const judged = await rankAll(known, await judgeComponents(await foundIn(tx, domainId), known));
  const unsupported = await unsupportedAmong(judged, known, now);
  const digest = digestOf(judged, unsupported);
  if (await isJudgedSo(tx, domainId, digest, now)) return;
  await keepComponents(tx, { accountId, domainId }, judged);
  const raised = await keepMatches(tx, services, { accountId, domainId }, mostUrgent(judged), now);
  await keepJudgement(tx, { accountId, domainId }, digest);
  await settleVulnerabilities(tx, services, accountId, domain, unsupported, now);
  const urgent = raised.filter(({ match }) => match.priority !== 'track');
  if (urgent.length === 0) return;
  const texts = await textsOfAccount({ db: tx, speak: services.speak }, vulnerabilitiesTexts, accountId);
  await services.queue.add(tx, accountId, [notificationJob({ kind: FOUND, subjectType: 'domain', subjectId: domainId, ...noticeOf(texts, domain, urgent, await threatsOf(tx, urgent.map(({ match }) => match.cve))), data: { path: `/vulnerabilities?domain=${domainId}`, cves: [...new Set(urgent.map(({ match }) => match.cve))].slice(0, MAX_CVES) } })]);
}

interface RankedComponent extends JudgedComponent {
  ranking: Ranking;
}

/** Each component with how urgent its matches are; they are ranked once for all that are like it. */
async function rankAll(known: Known, components: readonly JudgedComponent[]): Promise<RankedComponent[]> {
  const open = [...new Set(components.map(({ verdict }) => verdict))].filter(({ ranked }) => ranked === null);
  const reasons = await known.reasonsOf(open.flatMap(({ matches }) => matches.map(({ cve }) => cve)));
  for (const verdict of open) verdict.ranked = rankingOf(verdict.matches.map(match => ({ ...match, ...rank(match, reasons.get(match.cve)!) })));
  return components.map(component => ({ ...component, ranking: component.verdict.ranked! }));
}

function rankingOf(matches: readonly RankedMatch[]): Ranking {
  return { matches, digest: createHash('sha256').update(JSON.stringify(matches)).digest('base64') };
}

function digestOf(components: readonly RankedComponent[], unsupported: readonly Unsupported[]): string {
  const hash = createHash('sha256').update(JSON.stringify(unsupported));
  for (const { component, product, isJudged, ranking } of components) hash.update(JSON.stringify([component, product, isJudged, ranking.digest]));
  return hash.digest('base64');
}

function mostUrgent(components: readonly RankedComponent[]): NewMatch[] {
  return components.flatMap(({ component, product, ranking }) => ranking.matches.map(match => ({ component, product: product!, match })))
    .toSorted((a, b) => priorities.indexOf(a.match.priority) - priorities.indexOf(b.match.priority) || Number(b.match.isAlert) - Number(a.match.isAlert)).slice(0, MAX_MATCHES);
}
