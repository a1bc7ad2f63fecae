import { Problem } from '../../../../core/problem.ts';
import { defineRun, type RunWork } from '../../../run-kind.ts';
import { isOpen } from '../businesses/hours.ts';
import { findBusiness, hoursOf, type BusinessRow } from '../businesses/store.ts';
import { wayBetween } from '../geo/geodesic.ts';
import { pointsOf } from '../geo/grid.ts';
import { FOUND_WITHIN } from '../metrics/metrics.ts';
import { ask, type OwnKey } from '../providers/ask.ts';
import { askEach, INTERRUPTED } from '../providers/ask-each.ts';
import type { Listing, LocalEngine, LocalQuery } from '../providers/connector.ts';
import { connectors } from '../providers/index.ts';
import { KEY_GONE, keyForRun } from '../providers/own-keys.ts';
import { keepRatings, Ratings } from '../reputation/store.ts';
import type { LocalSeoServices } from '../services.ts';
import { givePointsBack } from '../store/spending.ts';
import { recognize } from './recognize.ts';
import { refinementOf, sharedAnswer } from './refine.ts';
import { summaryOf } from './result.ts';
import type { ScanSettings } from './settings.ts';
import { askedPoints, endScan, findScan, giveUpAsked, noteAsked, noteCause, noteSettings, pointStates, saveAnswer, type Cell, type KeywordSummary, type ListingFacts, type PointAnswer, type ScanRow } from './store.ts';

/** Asks a provider at every point of a grid; the scan has what it is to do. */
export const geogrid = defineRun<null>()({ kind: 'geogrid', scope: 'seo', resultAt: ({ id }) => `/api/local-seo/scans?businessId=${id}` });

type GridWork = RunWork<LocalSeoServices, null, null>;

const STEP = 'points';
/** How far providers that go by distance search beyond a point, in metres. */
const LEAST_REACH = 5000;
const MOST_REACH = 50_000;

export const doGeogrid = geogrid.handledBy<LocalSeoServices>(async run => {
  const { services: { db }, accountId } = run;
  const scan = await findScan(db, accountId, run.id);
  const business = scan && await findBusiness(db, accountId, scan.business_id);
  if (!scan || !business) return { status: 'completed', result: null };
  const settings = JSON.parse(scan.settings) as ScanSettings;
  const own = await keyForRun(run.services, accountId, settings);
  const stopped = own === 'gone' ? KEY_GONE : await askAll(run, scan, settings, business, own);
  const { asked, answered, cause, summary, ratings } = await sumUp(run, scan, settings);
  if (answered === 0) await refuse(run, scan, settings, stopped ?? cause ?? 'no point was answered');
  const state = stopped === null && answered === asked ? 'completed' : 'partial';
  const unasked = settings.refine ? scan.points - asked : 0;
  const result = { scanId: scan.id, points: scan.points, answered, metrics: summary.map(({ keyword, metrics: { arp, atrp, solv } }) => ({ keyword, arp, atrp, solv })) };
  return {
    status: state, result,
    change: async tx => {
      const now = run.services.clock.now();
      await endScan(tx, scan, { state, cause: stopped, summary, now });
      await keepRatings(tx, scan, settings.provider, ratings, now);
      if (unasked > 0) await givePointsBack(tx, accountId, settings.provider, { points: unasked, usd: unasked * connectors[settings.provider].usdPerRequest }, scan.created_at);
    },
  };
});

/** What all points together say. Their answers are read keyword by keyword: those of all keywords would be many megabytes. */
async function sumUp({ services: { db } }: GridWork, { id }: ScanRow, settings: ScanSettings) {
  const ratings = new Ratings();
  const summary: KeywordSummary[] = [];
  let [asked, answered, cause] = [0, 0, null as string | null];
  for (const [at, keyword] of settings.keywords.entries()) {
    const rows = await askedPoints(db, id, at);
    asked += rows.length;
    answered += rows.filter(({ state }) => state === 'answered').length;
    cause ??= rows[0]?.cause ?? null;
    summary.push(summaryOf(settings, keyword, rows));
    ratings.add(rows);
  }
  return { asked, answered, cause, summary, ratings };
}

/** Nothing at all was answered: the scan failed, and says why. */
async function refuse(run: GridWork, scan: ScanRow, { provider }: ScanSettings, cause: string): Promise<never> {
  await noteCause(run.services.db, scan.id, cause);
  throw new Problem('dependency_unavailable', `${connectors[provider].name} answered for no point: ${cause}.`);
}

/** Asks for every point that has no answer yet. Gives why it ended early, or null. */
async function askAll(run: GridWork, scan: ScanRow, settings: ScanSettings, business: BusinessRow, own: OwnKey | null): Promise<string | null> {
  const { provider, keywords, grid, refine = false } = settings;
  const connector = connectors[provider];
  const [points, states] = [pointsOf(grid), await pointStates(run.services.db, scan.id)];
  if (states.length === 0) {
    const open = isOpen(hoursOf(business), business.time_zone, run.services.clock.now());
    if (open !== null) await noteSettings(run.services.db, scan.id, { ...settings, open });
  }
  const interrupted = states.some(({ state }) => state === 'asked') && connector.usdPerRequest > 0;
  if (interrupted) await run.commit({ state: null, progress: { done: states.length, total: scan.points, step: STEP } }, tx => giveUpAsked(tx, scan.id, INTERRUPTED));
  const settled = new Set(states.filter(({ state }) => state !== 'asked' || interrupted).map(keyOf));
  const waiting = keywords.flatMap((_, keyword) => points.map(({ index: point }) => ({ keyword, point }))).filter(cell => !settled.has(keyOf(cell)));
  if (!refine) return askCells(waiting, scan.points);

  const { first, between } = refinementOf(grid);
  const coarse = waiting.filter(({ point }) => first.has(point));
  const stopped = await askCells(coarse, keywords.length * first.size);
  if (stopped !== null) return stopped;
  const later = Map.groupBy(waiting.filter(({ point }) => !first.has(point)), ({ keyword }) => keyword);
  const fine: Cell[] = [];
  let asked = 0;
  for (const keyword of keywords.keys()) {
    const rows = new Map((await askedPoints(run.services.db, scan.id, keyword)).map(row => [row.point, row]));
    asked += rows.size;
    fine.push(...(later.get(keyword) ?? []).filter(({ point }) => sharedAnswer(between.get(point)!, rows) === null));
  }
  return askCells(fine, asked + fine.length);

  function askCells(cells: Cell[], total: number): Promise<string | null> {
    return askEach<Cell, Answered>(run, {
      connector, waiting: cells, total, step: STEP,
      note: (tx, cell) => noteAsked(tx, scan.id, cell),
      save: (tx, cell, answer) => saveAnswer(tx, scan.id, cell, answer.outcome === 'unanswered' ? { state: 'failed', cause: answer.cause } : answer),
      ask: async ({ keyword, point }) => {
        const query = { keyword: keywords[keyword]!, point: points[point]!, nearMeters: grid.spacingMeters, reachMeters: reachOf(settings), language: settings.language, country: settings.country };
        const reply = await ask({ ...run.services, own }, connector, connector.local!.request(query), read => connector.local!.read(read), run.signal);
        return reply.outcome === 'unanswered' ? reply : answerOf(ordered(reply.listings, query, connector.local!), business, settings, connector.terms.stores === 'everything');
      },
    });
  }
}

type Answered = Extract<PointAnswer, { state: 'answered' }> & { outcome: 'answered' };

/** Providers without an order of their own go by the distance from the point, as far as one is asked to go. */
function ordered(listings: readonly Listing[], { point, reachMeters }: LocalQuery, { rankKind }: LocalEngine): readonly Listing[] {
  if (rankKind !== 'proximity') return listings;
  return listings.map(listing => ({ listing, meters: wayBetween(point, listing.point!)?.meters ?? Infinity })).filter(({ meters }) => meters <= reachMeters).toSorted((one, other) => one.meters - other.meters || (one.listing.id < other.listing.id ? -1 : 1)).map(({ listing }) => listing);
}

function answerOf(listings: readonly Listing[], business: BusinessRow, { ownId }: ScanSettings, keepsNames: boolean): Answered {
  const first = listings.slice(0, FOUND_WITHIN);
  const own = recognize(first, business, ownId);
  return { outcome: 'answered', state: 'answered', rank: own === null ? null : own + 1, ownId: own === null ? null : first[own]!.id, listings: first.map(({ id, name, rating, reviews }): ListingFacts => (rating === undefined ? [id, keepsNames ? name : null] : [id, keepsNames ? name : null, rating, reviews ?? null])) };
}

function reachOf({ grid: { size, spacingMeters } }: ScanSettings): number {
  return Math.min(MOST_REACH, Math.max(LEAST_REACH, size * spacingMeters));
}

function keyOf({ keyword, point }: Cell): string {
  return `${keyword} ${point}`;
}
