import { z } from 'zod';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { pageInput, pageOf } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import { isoOf } from '../../../domains/inventory/index.ts';
import type { CveKnowledge } from '../data/read-index.ts';
import type { FoundComponent } from '../judging/found-component.ts';
import { baseScoreOf, priorities, priorityReasons, type Priority, type RankedMatch } from '../matching/priority.ts';
import { isRaised, type Answer } from '../store/matches.ts';
import type { ListedMatch } from '../store/match-list.ts';
import type { SourceRow } from '../store/sources.ts';
import { sourceStates, stateOfSource } from '../sources/state.ts';
import { inEnglish, whatToDo } from './sentences.ts';

export const answers = ['open', 'acknowledged', 'falsePositive', 'fixed'] as const;

const alertFilters = {
  domain: several(DomainReference).optional().describe('Only of these domains, by name or id'),
  priority: several(z.enum(priorities)).optional().describe('Only of these priorities'),
  cve: several(z.string().regex(/^CVE-\d{4}-\d{4,19}$/, 'Give a CVE id such as CVE-2021-41773.')).optional().describe('Only these vulnerabilities'),
  host: several(z.string().min(1).max(253)).optional().describe('Only at these addresses, or of the package lists of these names'),
  product: several(z.string().min(1).max(214)).optional().describe('Only of these products, as `component.product` names them'),
  withDoubtful: z.stringbool().default(false).describe('Also what may have been fixed, what is not known to apply, and what people said is none'),
};

export const AlertQuery = z.strictObject({ ...alertFilters, ...pageInput });

const Count = z.number().int();
const PriorityCounts = z.object(Object.fromEntries(priorities.map(priority => [priority, Count])) as Record<Priority, typeof Count>);

const AlertSource = z.object({ source: z.string(), dataAsOf: z.string().nullable().describe('Up to when its data say what is known'), state: z.enum(sourceStates) });

export const VulnerabilityAlert = z.object({
  id: z.string(),
  domainId: z.string(),
  domain: z.string().describe('Its name'),
  host: z.string().describe('Address, or the name that a package list was given for'),
  location: z.string(),
  component: z.object({ name: z.string(), product: z.string(), version: z.string().nullable(), package: z.string().nullable().describe('The version of the package of a distribution'), from: z.enum(['scan', 'packages']) }),
  cve: z.string(),
  title: z.string().nullable(),
  priority: z.enum(priorities),
  reasons: z.array(z.enum(priorityReasons)).describe('Why it has its priority, the strongest first'),
  confidence: z.enum(['confirmed', 'likely', 'possibleBackported']).nullable().describe('Null where it is not known whether it applies'),
  alert: z.boolean().describe('Whether it is among the alerts; what a distribution may have fixed is not'),
  fixedIn: z.string().nullable(),
  whatToDo: z.string(),
  cvss: z.object({ version: z.string(), score: z.number().nullable(), vector: z.string().nullable(), by: z.string() }).nullable().describe('Null where nobody scored it, which is not the same as low'),
  epss: z.object({ score: z.number(), percentile: z.number() }).nullable(),
  knownExploited: z.array(z.object({ source: z.enum(['cisa', 'vulncheck']), addedOn: z.string(), dueOn: z.string().nullable(), isUsedByRansomware: z.boolean() })),
  exploitation: z.string().nullable().describe('By CISA (SSVC): none, poc or active'),
  sources: z.array(AlertSource),
  status: z.enum(answers),
  answer: z.object({ reason: z.string().nullable(), by: z.string(), at: z.string(), until: z.string().nullable() }).nullable(),
  firstSeenAt: z.string(),
  lastJudgedAt: z.string(),
}).meta({ id: 'VulnerabilityAlert' });

export const AlertPage = pageOf(VulnerabilityAlert).extend({
  counts: z.object({ total: Count, priorities: PriorityCounts, vulnerabilities: Count, hosts: Count }).meta({ id: 'VulnerabilityCounts' }).describe('Over all that match, however many the page shows'),
});

/** What an alert shows besides what was judged: scores and lists as they are now. */
export interface KnownNow {
  threats: ReadonlyMap<string, CveKnowledge>;
  sources: ReadonlyMap<string, SourceRow>;
}

export function presentMatch(row: ListedMatch, { threats, sources }: KnownNow, now: number): z.output<typeof VulnerabilityAlert> {
  const component = JSON.parse(row.component) as FoundComponent;
  const match = JSON.parse(row.match) as RankedMatch;
  const { title, cvss, epss, knownExploited, ssvc } = threats.get(row.cve)!;
  return {
    id: row.id, domainId: row.domain_id, domain: row.name, host: row.host, location: component.location,
    component: { name: component.name, product: row.product, version: row.version, package: component.distributionPackage?.version ?? null, from: component.from },
    cve: row.cve, title, priority: match.priority, reasons: [...match.reasons], confidence: match.confidence, alert: isRaised(row, now), fixedIn: match.fixedIn, whatToDo: whatToDo(inEnglish, { ...match, product: row.product }),
    cvss: baseScoreOf(cvss), epss: epss && { score: epss.score, percentile: epss.percentile },
    knownExploited: knownExploited.map(({ source, addedOn, dueOn, isUsedByRansomware }) => ({ source, addedOn, dueOn, isUsedByRansomware })),
    exploitation: ssvc?.exploitation ?? null, sources: sourcesBehind(match, threats.get(row.cve)!).map(source => ({ source, dataAsOf: isoOf(sources.get(source)?.data_as_of ?? null), state: stateOfSource(sources.get(source), now) })),
    status: row.state as (typeof answers)[number], answer: presentAnswer(row),
    firstSeenAt: isoOf(row.first_seen_at)!, lastJudgedAt: isoOf(row.last_judged_at)!,
  };
}

function presentAnswer({ answer, answer_until: until }: ListedMatch): z.output<typeof VulnerabilityAlert>['answer'] {
  if (answer === null) return null;
  const { reason, by, at } = JSON.parse(answer) as Answer;
  return { reason, by, at: isoOf(at)!, until: isoOf(until) };
}

/** Who says what an alert shows. */
function sourcesBehind({ sources }: RankedMatch, { knownExploited, epss }: CveKnowledge): string[] {
  return [...new Set<string>([...sources, ...knownExploited.map(({ source }) => (source === 'cisa' ? 'kev' : source)), ...(epss ? ['epss'] : [])])];
}
