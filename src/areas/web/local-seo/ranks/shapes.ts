import { z } from 'zod';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { pageInput } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import { RunReply } from '../../../platform/runs/index.ts';
import { BusinessId } from '../businesses/shapes.ts';
import { CostRecord, Provider } from '../grid/shapes.ts';
import { maxCostUsd } from '../grid/settings.ts';
import { devices } from '../providers/connector.ts';
import { aiStates, keywordInput, matchModes, MAX_KEYWORDS, rankChoices } from './settings.ts';

const Moment = z.iso.datetime();
const domainId = DomainReference.describe('Name or id of the domain whose ranks it is about');

export const CheckInput = z.strictObject({
  domainId, keywords: z.array(keywordInput).min(1).max(MAX_KEYWORDS), ...rankChoices, businessId: BusinessId.optional().describe('A business whose listing counts among the local results of the page'), maxCostUsd,
});
export const CheckReply = RunReply.extend({ costEstimate: CostRecord });

const asked = { provider: Provider, language: z.string(), country: z.string(), device: z.enum(devices), match: z.enum(matchModes), url: z.string().nullable() };

export const CheckRecord = z.object({
  id: z.string().describe('That of its run'), domainId: z.string(), domain: z.string(), ...asked, keywords: z.array(z.string()), costEstimate: CostRecord,
  status: z.enum(['queued', 'running', 'paused', 'completed', 'partial', 'failed', 'cancelled']), cause: z.string().nullable().describe('Why it ended early'), createdAt: Moment, finishedAt: Moment.nullable(),
}).meta({ id: 'LocalSeoRankCheck' });

const Earlier = z.object({ rank: z.int().nullable(), at: Moment });

export const RankRecord = z.object({
  status: z.enum(['ranked', 'notFound', 'unknown', 'waiting']).describe('`notFound`: not among the results there were; `unknown`: there was no answer; `waiting`: not asked'),
  rank: z.int().nullable().describe('Among web results, from 1'), rankUrl: z.string().nullable().describe('The page that ranks'), depth: z.int().nullable().describe('Web results that there were'),
  localPackRank: z.int().nullable().describe('Of the business among the local results of the page'),
  features: z.array(z.string()).describe('What else the page of results has, such as `localPack` or `aiOverview`'),
  aiAnswer: z.object({ state: z.enum(aiStates), rank: z.int().nullable().describe('Among its sources, from 1') }).nullable()
    .describe('`none`: no AI answers; `cited`: it does and cites the domain; `sourcesUnknown`: its sources were not in the reply. Null where the provider does not say'),
  previous: Earlier.nullable().describe('The answer before to the same question'),
  delta: z.int().nullable().describe('Ranks gained since then; null where either has none'),
  best: z.object({ rank: z.int(), at: Moment }).nullable(), cause: z.string().nullable().describe('Why there was no answer'), at: Moment.nullable(),
}).meta({ id: 'LocalSeoRank' });

export const CheckDetails = CheckRecord.extend({
  aiAnswers: z.object({ known: z.int(), shown: z.int(), cited: z.int(), citedShare: z.number().nullable() })
    .describe('Of the keywords of which the sources are known: how many an AI answers, how many of those cite the domain, and these as a percentage of those answered'),
  ranks: z.array(RankRecord.extend({ keyword: z.string() })),
}).meta({ id: 'LocalSeoRankCheckDetails' });

export const CheckId = z.string().regex(/^run_[0-9a-z]{1,40}$/, 'Give the id as the reply that started the check shows it.');
export const ChecksQuery = z.strictObject({ ...pageInput, domainId: several(DomainReference).optional().describe('Only those of these domains, by name or id') });

export const TrackedId = z.string().regex(/^tkw_[0-9a-z]{1,40}$/, 'Give the id as the list of keywords shows it.');
const everyDays = z.int().min(1).max(90).describe('Days between two checks');

export const NewTracked = z.strictObject({ domainId, keyword: keywordInput, ...rankChoices, everyDays: everyDays.default(7), maxCostUsd: maxCostUsd.describe('What one check of it may cost at most, in US dollars'), enabled: z.boolean().default(true) });
export const TrackedChanges = z.strictObject({ id: TrackedId, everyDays: everyDays.optional(), enabled: z.boolean().optional() });
export const TrackedQuery = z.strictObject({ ...pageInput, domainId: several(DomainReference).optional().describe('Only those of these domains, by name or id') });

export const TrackedRecord = z.object({
  id: z.string(), domainId: z.string(), keyword: z.string(), ...asked, everyDays: z.int(), maxCostUsd: z.number(), enabled: z.boolean(), nextAt: Moment.nullable(), skipped: z.string().nullable().describe('Why the last scheduled check was skipped'), latest: RankRecord.nullable().describe('Null before the first answer'), createdAt: Moment,
}).meta({ id: 'LocalSeoTrackedKeyword' });
export const TrackedReply = z.object({ success: z.literal(true), data: TrackedRecord });
