import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { accepted } from '../../../platform/runs/index.ts';
import { NEVER_OPENS, nextOpen } from '../businesses/hours.ts';
import { business } from '../businesses/operations.ts';
import { hoursOf } from '../businesses/store.ts';
import { definitions } from '../metrics/definitions.ts';
import type { LocalSeoServices } from '../services.ts';
import { presentDetails, presentScan, providerLabel } from './present.ts';
import { estimate, type ScanSettings } from './settings.ts';
import { CostRecord, EstimateInput, ScanDetails, ScanInput, ScanQuery, ScanRecord, ScanReply, ScansQuery, TrendQuery, TrendReply } from './shapes.ts';
import { startScan } from './start.ts';
import { askedPoints, endedScans, findScan, scansOf, type KeywordSummary, type ListedScan } from './store.ts';
import { isComparable, noiseOf, type TrendScan } from './trend.ts';

const BUSINESS = 'lbs_01hzy3v4qk8m0p2r5s7t9w1x3z';
const RUN = 'run_01hzy3v4qk8m0p2r5s7t9w1x3z';

/** A scan of the account, by its id, which is that of its run. */
export const scan: Resource<LocalSeoServices, ListedScan> = { type: 'local scan', load: ({ db }, accountId, id) => findScan(db, accountId, id) };

const terms = { access: { scope: 'seo' }, plan: 'pro' } as const;

const cost = operationIn<LocalSeoServices>()({
  id: 'localSeo.geogrid.estimate',
  summary: 'Estimate the cost of a rank grid',
  description: 'How many points and requests a rank grid has and what it costs at the prices of the catalog. Asks no provider.',
  method: 'GET',
  path: '/api/local-seo/geogrid/estimate',
  ...terms,
  allowance: 'none',
  owns: { businessId: business },
  input: EstimateInput,
  output: z.object({ success: z.literal(true), data: CostRecord }),
  examples: [{ input: { businessId: BUSINESS, gridSize: 7, keywords: 3, provider: 'dataForSeo' }, says: 'Three keywords on 7 by 7 points' }],
  run: ({ owned: { businessId: { lat, lng } } }, _services, { keywords, provider, gridSize: size, spacingMeters, shape }) =>
    Promise.resolve({ success: true as const, data: estimate({ provider, keywords: Array.from({ length: keywords }, String), grid: { center: { lat, lng }, size, spacingMeters, shape } }) }),
});

const start = operationIn<LocalSeoServices>()({
  id: 'localSeo.geogrid.scan',
  summary: 'Scan a rank grid',
  description: 'Asks a provider at every point of a grid around a business where it ranks for keywords, and who ranks before it. Counts as one manual scan and for its points, 5,000 a day on pro. '
    + '`costEstimate` says what it costs; what would cost more than `maxCostUsd`, 0 unless given, is refused before anything is asked.',
  method: 'POST',
  path: '/api/local-seo/geogrid/scan',
  ...terms,
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { businessId: business },
  input: ScanInput,
  output: ScanReply,
  examples: [
    { input: { businessId: BUSINESS, keywords: ['dentist'] }, says: '7 by 7 points, 500 m apart, at Google, free of charge' },
    { input: { businessId: BUSINESS, keywords: ['dentist', 'dental implant'], provider: 'dataForSeo', gridSize: 9, spacingMeters: 1000, shape: 'circle', maxCostUsd: 0.5 }, says: 'The order of Google Maps, for half a dollar at most' },
  ],
  audit: ({ input, output: { data, costEstimate } }) => ({ action: 'local_business.scanned', resource: { type: 'local_business', id: data.subject.id }, details: { run: data.id, provider: input.provider, points: costEstimate.points, usd: costEstimate.usd } }),
  run: async (call, services, { maxCostUsd, withinHours, ...choices }) => {
    const { caller, owned: { businessId: row }, now } = call;
    const startsAt = withinHours ? nextOpen(hoursOf(row), row.time_zone, now) : now;
    if (startsAt === null) throw invalid([{ path: ['withinHours'], message: NEVER_OPENS }]);
    const wanted = { account: known(caller).account, business: row, choices, maxCostUsd, now, ...(startsAt > now ? { startsAt } : {}) };
    const { run, costEstimate } = await startScan(services.db, services, wanted, { trigger: 'manual', allowance: { name: 'manualScans', spentAt: now } });
    return { ...accepted(call, services, run), costEstimate };
  },
});

const list = operationIn<LocalSeoServices>()({
  id: 'localSeo.scans.list',
  summary: 'List scans of rank grids',
  description: 'Rank grids that were scanned, newest first, with their metrics by keyword.',
  method: 'GET',
  path: '/api/local-seo/scans',
  ...terms,
  allowance: 'none',
  owns: { businessId: business },
  input: ScansQuery,
  output: pageOf(ScanRecord),
  examples: [{ input: { businessId: BUSINESS }, says: 'Of one business' }],
  run: async ({ caller }, { db }, { limit, cursor, businessId, provider }) => {
    const rows = await scansOf(db, known(caller).account.id, { businessIds: businessId, providers: provider }, decodeCursor('local_scans', cursor), limit + 1);
    return cutPage('local_scans', rows, limit, ({ created_at: at, id }) => ({ at, id }), presentScan);
  },
});

const show = operationIn<LocalSeoServices>()({
  id: 'localSeo.scans.get',
  summary: 'Show a scan of a rank grid',
  description: 'A rank grid for one of its keywords: the rank at every point, metrics with their definitions, and the same of each competitor. Points have results as soon as they are answered.',
  method: 'GET',
  path: '/api/local-seo/scans/{id}',
  ...terms,
  allowance: 'none',
  owns: { id: scan },
  input: ScanQuery,
  output: z.object({ success: z.literal(true), data: ScanDetails }),
  examples: [{ input: { id: RUN }, says: 'For its first keyword' }],
  run: async ({ owned }, { db }, { keyword }) => {
    const { at, word } = chosen(owned.id, keyword);
    return { success: true as const, data: presentDetails(owned.id, word, await askedPoints(db, owned.id.id, at)) };
  },
});

/** The keyword of the scan that is asked for; throws `Problem` for one that it does not have. */
export function chosen({ settings }: ListedScan, keyword: string | undefined): { at: number; word: string } {
  const { keywords } = JSON.parse(settings) as ScanSettings;
  const at = keyword === undefined ? 0 : keywords.indexOf(keyword);
  if (at < 0) throw new Problem('invalid_request', `keyword: The scan has none such. It has: ${keywords.join(', ')}.`, { errors: [{ path: 'keyword', message: 'The scan has none such.' }] });
  return { at, word: keywords[at]! };
}

const trend = operationIn<LocalSeoServices>()({
  id: 'localSeo.trends',
  summary: 'Show the trend of a keyword',
  description: 'The metrics of a business for a keyword over its scans by one provider, the oldest first, and how far equal scans differ within a day: smaller changes say nothing.',
  method: 'GET',
  path: '/api/local-seo/trends',
  ...terms,
  allowance: 'none',
  owns: { businessId: business },
  input: TrendQuery,
  output: TrendReply,
  examples: [{ input: { businessId: BUSINESS, keyword: 'dentist' }, says: 'At Google' }],
  run: async ({ caller }, { db }, { businessId, keyword, provider }) => {
    const rows = (await endedScans(db, known(caller).account.id, businessId, provider)).toReversed();
    const scans = rows.flatMap(({ id, settings, summary, finished_at: finishedAt }): TrendScan[] => {
      const said = (JSON.parse(summary!) as KeywordSummary[]).find(one => one.keyword === keyword);
      return said ? [{ id, finishedAt: finishedAt!, settings: JSON.parse(settings) as ScanSettings, metrics: said.metrics }] : [];
    });
    const newest = scans.at(-1);
    return {
      success: true as const,
      data: {
        keyword, provider: providerLabel(provider), noise: noiseOf(scans), definitions,
        scans: scans.map(({ id, finishedAt, settings, metrics }) => ({ id, finishedAt: new Date(finishedAt).toISOString(), metrics, comparable: isComparable(settings, newest!.settings) })),
      },
    };
  },
});

export const gridOperations = [cost, start, list, show, trend] as const;
