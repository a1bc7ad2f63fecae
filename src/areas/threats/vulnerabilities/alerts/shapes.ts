import { z } from 'zod';
import { isoOf } from '../../../domains/inventory/index.ts';
import type { FoundComponent } from '../judging/found.ts';
import { isRaised, type JudgedMatch, type MatchRow } from '../judging/store.ts';
import { priorityReasons } from '../matching/priority.ts';
import { vulnerabilitySources } from '../../../../core/outside/vulnerability-data.ts';
import type { SourceRow } from '../sources/refresh.ts';
import { whatToDo } from './alerts.ts';

export const answers = ['open', 'acknowledged', 'falsePositive', 'fixed'] as const;

const SourceOfAlert = z.object({ source: z.string(), dataAsOf: z.string().nullable().describe('Up to when its data say what is known'), state: z.string() });

export const VulnerabilityAlert = z.object({
  id: z.string(),
  domainId: z.string(),
  host: z.string().describe('Address, or the name that a package list was given for'),
  location: z.string(),
  component: z.object({ name: z.string(), product: z.string(), version: z.string().nullable(), package: z.string().nullable().describe('The version of the package of a distribution'), from: z.enum(['scan', 'packages']) }),
  cve: z.string(),
  title: z.string().nullable(),
  priority: z.enum(['act', 'attend', 'track']),
  reasons: z.array(z.enum(priorityReasons)).describe('Why it has its priority, the strongest first'),
  confidence: z.enum(['confirmed', 'likely', 'possibleBackported']).nullable().describe('Null where it is not known whether it applies'),
  alert: z.boolean().describe('Whether it stands among the alerts; what a distribution may have fixed does not'),
  fixedIn: z.string().nullable(),
  whatToDo: z.string(),
  cvss: z.object({ version: z.string(), score: z.number().nullable(), vector: z.string().nullable(), by: z.string() }).nullable().describe('Null where nobody scored it, which is not the same as low'),
  epss: z.object({ score: z.number(), percentile: z.number() }).nullable(),
  knownExploited: z.array(z.object({ source: z.enum(['cisa', 'vulncheck']), addedOn: z.string(), dueOn: z.string().nullable(), isUsedByRansomware: z.boolean() })),
  exploitation: z.string().nullable().describe('As CISA sees it: none, poc or active'),
  sources: z.array(SourceOfAlert),
  status: z.enum(answers),
  answer: z.object({ reason: z.string().nullable(), by: z.string(), at: z.string(), until: z.string().nullable() }).nullable(),
  firstSeenAt: z.string(),
  lastJudgedAt: z.string(),
}).meta({ id: 'VulnerabilityAlert' });

/** What people said of a match. */
export interface Answer {
  reason: string | null;
  by: string;
  /** Epoch milliseconds. */
  at: number;
}

export function presentMatch(row: MatchRow, sources: ReadonlyMap<string, SourceRow>, now: number): z.output<typeof VulnerabilityAlert> {
  const component = JSON.parse(row.component) as FoundComponent;
  const judged = JSON.parse(row.match) as JudgedMatch;
  const answer = row.answer === null ? null : JSON.parse(row.answer) as Answer;
  const used = [...judged.sources, ...judged.knownExploited.map(({ source }) => (source === 'cisa' ? 'kev' : source)), ...(judged.epss ? ['epss'] : [])];
  return {
    id: row.id, domainId: row.domain_id, host: row.host, location: component.location,
    component: { name: component.name, product: row.product, version: row.version, package: component.distributionPackage?.version ?? null, from: component.from },
    cve: row.cve, title: judged.title, priority: judged.priority, reasons: [...judged.reasons], confidence: judged.confidence, alert: isRaised(row, now), fixedIn: judged.fixedIn, whatToDo: whatToDo(row.product, judged),
    cvss: judged.cvss, epss: judged.epss && { score: judged.epss.score, percentile: judged.epss.percentile },
    knownExploited: judged.knownExploited.map(({ source, addedOn, dueOn, isUsedByRansomware }) => ({ source, addedOn, dueOn, isUsedByRansomware })),
    exploitation: judged.exploitation,
    sources: [...new Set(used)].map(source => ({ source, dataAsOf: isoOf(sources.get(source)?.data_as_of ?? null), state: stateOfSource(sources.get(source), now) })),
    status: row.state as (typeof answers)[number],
    answer: answer && { reason: answer.reason, by: answer.by, at: new Date(answer.at).toISOString(), until: isoOf(row.answer_until) },
    firstSeenAt: new Date(row.first_seen_at).toISOString(), lastJudgedAt: new Date(row.last_judged_at).toISOString(),
  };
}

const STALE_MS = 3 * 86_400_000;

/** `current`, `old`, `unknown` where its last reading failed, `never` where nothing was read yet. */
export function stateOfSource(row: SourceRow | undefined, now: number): 'current' | 'old' | 'unknown' | 'never' {
  if (!row || row.data_as_of === null) return row?.failure ? 'unknown' : 'never';
  if (row.failure !== null) return 'unknown';
  return now - row.data_as_of > STALE_MS ? 'old' : 'current';
}

export const SourceState = z.object({
  source: z.enum(vulnerabilitySources),
  isRead: z.boolean().describe('False where the operator has it switched off, or it lacks the key it needs'),
  state: z.enum(['current', 'old', 'unknown', 'never']).describe('`unknown`: the last reading failed; nothing that is newer than `dataAsOf` is known'),
  dataAsOf: z.string().nullable(),
  ageHours: z.number().nullable(),
  failure: z.string().nullable(),
  triedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  facts: z.record(z.string(), z.json()).describe('Such as the model of scores, from which score on a vulnerability counts as likely exploited, and days of changes that are missing'),
}).meta({ id: 'VulnerabilitySource' });
