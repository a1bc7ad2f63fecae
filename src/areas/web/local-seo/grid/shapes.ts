import { z } from 'zod';
import { oneLine } from '../../../../core/inputs.ts';
import { pageInput } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import { RunReply } from '../../../platform/runs/index.ts';
import { BusinessId } from '../businesses/shapes.ts';
import { gridShapes } from '../geo/grid.ts';
import { definitions } from '../metrics/definitions.ts';
import { rankKinds } from '../providers/connector.ts';
import { gridChoices, gridProviders, maxCostUsd } from './settings.ts';
import { pointStatuses } from './result.ts';

const Moment = z.iso.datetime();
const figure = (name: keyof typeof definitions) => z.number().nullable().describe(definitions[name]);
const count = (name: keyof typeof definitions) => z.int().nullable().describe(definitions[name]);

/** The metrics with their definitions. */
const MetricsRecord = z.object({
  arp: figure('arp'), atrp: figure('atrp'), solv: figure('solv'), foundShare: figure('foundShare'), foundPoints: count('foundPoints'), top3: count('top3'), top10: count('top10'),
  bestRank: count('bestRank'), worstRank: count('worstRank'), distanceToDropMeters: figure('distanceToDropMeters'), knownPoints: count('knownPoints'), unknownPoints: count('unknownPoints'),
}).meta({ id: 'LocalSeoMetrics' });

export const CostRecord = z.object({
  points: z.int().describe('Points of the grid, times the keywords'), requests: z.int(), usd: z.number().describe('US dollars, at the price of the catalog'), price: z.string(),
}).meta({ id: 'LocalSeoCost' });

export const ScanInput = z.strictObject({ businessId: BusinessId.describe('The business that is searched for'), ...gridChoices, withinHours: z.boolean().default(false).describe('Waits until the business is open; needs its `hours` and `timeZone`'), maxCostUsd });
export const EstimateInput = z.strictObject({
  businessId: BusinessId, keywords: z.coerce.number().int().min(1).max(20).default(1).describe('How many'), provider: gridChoices.provider,
  gridSize: z.coerce.number().int().min(3).max(21).refine(size => size % 2 === 1, 'Give an odd number from 3 to 21.').default(7), spacingMeters: z.coerce.number().int().min(50).max(20_000).default(500), shape: z.enum(gridShapes).default('square'),
});
export const ScanReply = RunReply.extend({ costEstimate: CostRecord });

export const Provider = z.object({
  id: z.string(), name: z.string(), rankKind: z.enum(rankKinds), says: z.string().describe('What the order is'), attribution: z.string().nullable().describe('Stands next to results where they are shown'),
}).meta({ id: 'LocalSeoProviderLabel' });

const GridRecord = z.object({
  center: z.object({ lat: z.number(), lng: z.number() }), size: z.int(), spacingMeters: z.int(), shape: z.enum(gridShapes),
}).meta({ id: 'LocalSeoGrid' });

export const ScanRecord = z.object({
  id: z.string().describe('That of its run'), businessId: z.string(), businessName: z.string(), provider: Provider, keywords: z.array(z.string()), grid: GridRecord, language: z.string(), country: z.string().nullable(),
  refine: z.boolean().describe('Points between others were asked only where ranks change'), during: z.enum(['openingHours', 'closedHours', 'unknown']).describe('Whether the business was open when it began: ranks of map services differ'),
  points: z.int().describe('Points of the grid, times the keywords'), costEstimate: CostRecord,
  status: z.enum(['queued', 'running', 'paused', 'completed', 'partial', 'failed', 'cancelled']), cause: z.string().nullable().describe('Why it ended early'),
  createdAt: Moment, startsAt: Moment.describe('When the scan starts; later than `createdAt` if it waits for opening hours'), finishedAt: Moment.nullable(),
  summary: z.array(z.object({ keyword: z.string(), metrics: MetricsRecord, competitors: z.int().describe('Other businesses that were found at any point') })).nullable().describe('By keyword; null before the end, and where it did not come to one'),
}).meta({ id: 'LocalSeoScan' });

export const ScansQuery = z.strictObject({ ...pageInput, businessId: several(BusinessId).optional().describe('Only those of these businesses'), provider: several(z.enum(gridProviders)).optional() });

const ScanId = z.string().regex(/^run_[0-9a-z]{1,40}$/, 'Give the id as the reply that started the scan shows it.');
const Keyword = oneLine(100).optional().describe('One of the scan; left out, its first');
export const ScanQuery = z.strictObject({ id: ScanId, keyword: Keyword });

const ListingRecord = z.object({ placeId: z.string(), name: z.string().nullable().describe('Null where the terms of the provider do not let it be kept') });

export const ScanDetails = ScanRecord.extend({
  keyword: z.string().describe('The one that the following is about'),
  metrics: MetricsRecord,
  competitors: z.array(ListingRecord.extend({ metrics: MetricsRecord })).describe('The 50 with the largest share of local voice'),
  grid: GridRecord,
  results: z.array(z.object({
    row: z.int().describe('From the north'), col: z.int().describe('From the west'), lat: z.number(), lng: z.number(), distanceMeters: z.number().describe('From the centre'), azimuth: z.number().describe('From the centre, degrees clockwise from north'),
    status: z.enum(pointStatuses).describe('`notFound`: not among the first 20; `unknown`: there was no answer; `waiting`: not asked'), rank: z.int().nullable(), inferred: z.boolean().describe('Not asked: all points around it have this answer'), cause: z.string().nullable().describe('Why there was no answer'),
    listings: z.array(ListingRecord).describe('In order, the first 20'),
  })),
  definitions: z.record(z.string(), z.string()).describe('What each metric says'),
}).meta({ id: 'LocalSeoScanDetails' });

export const TrendQuery = z.strictObject({ businessId: BusinessId, keyword: oneLine(100), provider: gridChoices.provider });

export const TrendReply = z.object({
  success: z.literal(true),
  data: z.object({
    keyword: z.string(), provider: Provider,
    scans: z.array(z.object({ id: z.string(), finishedAt: Moment, metrics: MetricsRecord, comparable: z.boolean().describe('Whether it has the same grid as the newest one') })).describe('The oldest first'),
    noise: z.object({
      pairs: z.int().describe('Pairs of scans with the same grid, one after the other within 24 hours'),
      arp: z.number().nullable(), atrp: z.number().nullable(), solv: z.number().nullable(),
    }).describe('How far equal scans differ within a day, on average: smaller changes say nothing. Null where there is no such pair'),
    definitions: z.record(z.string(), z.string()),
  }).meta({ id: 'LocalSeoTrend' }),
});
