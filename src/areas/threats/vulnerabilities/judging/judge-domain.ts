import { createHash } from 'node:crypto';
import type { Db } from '../../../../store/index.ts';
import { findDomain, lockDomain } from '../../../domains/inventory/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';
import { noticeOf, settleVulnerabilities } from '../alerts/alerts.ts';
import { threatsOf } from '../data/read-index.ts';
import { baseScoreOf, priorities, rank } from '../matching/priority.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { keepComponents } from '../store/components.ts';
import { isJudgedSo, keepJudgement } from '../store/judgements.ts';
import { keepMatches, type JudgedMatch, type NewMatch } from '../store/matches.ts';
import { likelyExploitedFrom } from '../store/sources.ts';
import { vulnerabilitiesTexts } from '../texts.ts';
import { foundIn } from './found.ts';
import { judgeComponents } from './judge-components.ts';
import type { JudgedComponent } from './judged-component.ts';
import type { Ranking, Verdict } from './verdicts.ts';

export const FOUND = 'vulnerability.found';
/** Of one domain; what is beyond is less urgent than all of these. */
const MAX_MATCHES = 5000;
const MAX_CVES = 100;

type Judging = Pick<VulnerabilitiesServices, 'newId' | 'queue' | 'speak' | 'vulnerabilityKnowledge'>;

/** Compares what the hosts of a domain run with all that is known now, and states what comes of it, where that is not what it was; sends nothing to any host. */
export async function judgeDomain(tx: Db, services: Judging, accountId: string, domainId: string, now: number): Promise<void> {
  const domain = await lockDomain(tx, domainId) ? await findDomain(tx, accountId, domainId) : null;
  if (!domain) return;
  const judged = await rankAll(tx, await judgeWhatRuns(tx, services, domainId));
  const digest = digestOf(judged);
  if (await isJudgedSo(tx, domainId, digest, now)) return;
  await keepComponents(tx, { accountId, domainId }, judged);
  const raised = await keepMatches(tx, services, { accountId, domainId }, mostUrgent(judged), now);
  await keepJudgement(tx, { accountId, domainId }, digest);
  await settleVulnerabilities(tx, services, accountId, domain, now);
  const urgent = raised.filter(({ judged }) => judged.priority !== 'track');
  if (urgent.length === 0) return;
  const texts = await textsOfAccount({ db: tx, speak: services.speak }, vulnerabilitiesTexts, accountId);
  await services.queue.add(tx, accountId, [notificationJob({ kind: FOUND, subjectType: 'domain', subjectId: domainId, ...noticeOf(texts, domain, urgent), data: { path: `/vulnerabilities?domain=${domainId}`, cves: [...new Set(urgent.map(({ judged }) => judged.cve))].slice(0, MAX_CVES) } })]);
}

async function judgeWhatRuns(tx: Db, { vulnerabilityKnowledge }: Judging, domainId: string): Promise<JudgedComponent[]> {
  return judgeComponents(await foundIn(tx, domainId), await vulnerabilityKnowledge.at(tx));
}

interface RankedComponent extends JudgedComponent {
  ranking: Ranking;
}

/** Each component with what makes its matches urgent; what is known of a vulnerability is read once for all that are like it. */
async function rankAll(tx: Db, components: readonly JudgedComponent[]): Promise<RankedComponent[]> {
  const likelyFrom = await likelyExploitedFrom(tx);
  const open = [...new Set(components.map(({ verdict }) => verdict))].filter(({ ranked }) => ranked === null || ranked.likelyFrom !== likelyFrom);
  const threats = await threatsOf(tx, [...new Set(open.flatMap(({ matches }) => matches.map(({ cve }) => cve)))]);
  for (const verdict of open) verdict.ranked = rankingOf(verdict, threats, likelyFrom);
  return components.map(component => ({ ...component, ranking: component.verdict.ranked! }));
}

function rankingOf({ matches }: Verdict, threats: Awaited<ReturnType<typeof threatsOf>>, likelyFrom: number | null): Ranking {
  const judged = matches.map((match): JudgedMatch => {
    const threat = threats.get(match.cve)!;
    return { ...match, ...rank(match, threat, likelyFrom), title: threat.title, cvss: baseScoreOf(threat.cvss), epss: threat.epss, knownExploited: threat.knownExploited, exploitation: threat.ssvc?.exploitation ?? null };
  });
  return { likelyFrom, judged, digest: createHash('sha256').update(JSON.stringify(judged)).digest('base64') };
}

function digestOf(components: readonly RankedComponent[]): string {
  const hash = createHash('sha256');
  for (const { component, product, isJudged, ranking } of components) hash.update(JSON.stringify([component, product, isJudged, ranking.digest]));
  return hash.digest('base64');
}

function mostUrgent(components: readonly RankedComponent[]): NewMatch[] {
  return components.flatMap(({ component, product, ranking }) => ranking.judged.map(judged => ({ component, product: product!, judged })))
    .toSorted((a, b) => priorities.indexOf(a.judged.priority) - priorities.indexOf(b.judged.priority) || Number(b.judged.isAlert) - Number(a.judged.isAlert)).slice(0, MAX_MATCHES);
}
