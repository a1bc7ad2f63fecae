import { z } from 'zod';
import { defineJob, type JobWork } from '../../job.ts';
import { keepUpkeep } from '../../platform/runs/index.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import type { FeedValidators } from '../../../core/outside/status-feeds.ts';
import { services as catalogue } from './catalogue/services.ts';
import { readFeed, type FeedKind } from './feeds/kinds.ts';
import type { StatusReport } from './feeds/report.ts';
import { findFeed } from './find-feed.ts';
import { removeFeedIfUnused } from './follow-store.ts';
import { tellFollowers } from './follow-levels.ts';
import { levelNow } from './level.ts';
import type { StatusServices } from './services.ts';
import { claimFeed, keepIncidents, listFeeds, noteLevel, type FeedRow } from './store.ts';
import { tables } from './tables.ts';

const readJob = defineJob('readStatusFeeds', z.object({}));
const AT_ONCE = 4;
const TURN_MS = 50_000;
const PAUSE_MS = 10_000;
const MINUTE_MS = 60_000;
/** Longer than a fetch and a search take together. */
const CLAIM_MS = 5 * MINUTE_MS;
const TROUBLED_MS = 2 * MINUTE_MS;
const QUIET_MS = 5 * MINUTE_MS;
const SEARCH_MS = 60 * MINUTE_MS;

const pages = new Map(catalogue.map(({ slug, page }) => [slug, page]));

/** What a try gave; what was found elsewhere has its address. */
type Tried =
  | { outcome: 'report'; report: StatusReport; validators: FeedValidators; moved?: { url: string; kind: FeedKind } }
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; cause: string; retryAfterMs: number | null; searched: boolean };
type Work = Pick<JobWork<StatusServices, object>, 'services' | 'signal'>;

/** Reads the feeds that are due, each once for all accounts. */
export const readFeeds = readJob.handledBy<StatusServices>(async work => {
  const { services: { clock, db, statusFeeds }, signal } = work;
  if (!statusFeeds.enabled) return;
  await listFeeds(db, clock.now());
  const until = clock.monotonicMs() + TURN_MS;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (!signal.aborted && clock.monotonicMs() < until && await readNext(work));
  }));
  return { againAt: clock.now() + PAUSE_MS };
});

/** Sees to it that feeds are read, unless the operator wants none. */
export const readingFeeds: Schedule<StatusServices> = {
  name: 'status pages',
  due: async (tx, { statusFeeds, queue }) => (statusFeeds.enabled ? keepUpkeep(tx, queue, [readJob({}, { dedupeKey: 'all' })]) : 0),
};

/** False where no feed is due. */
async function readNext(work: Work): Promise<boolean> {
  const { services: { clock, store }, signal } = work;
  const claimedAt = clock.now();
  const feed = await store.transaction(tx => claimFeed(tx, claimedAt, claimedAt + CLAIM_MS));
  if (feed === null) return false;
  // Its account is gone, perhaps.
  if (await store.transaction(tx => removeFeedIfUnused(tx, feed.id))) return true;
  const tried = await tryFeed(work, feed);
  if (!signal.aborted) await keep(work, feed, tried);
  return true;
}

async function tryFeed({ services: { statusFeeds, clock }, signal }: Work, feed: FeedRow): Promise<Tried> {
  const reply = await statusFeeds.fetch(feed.url, { etag: feed.etag, lastModified: feed.last_modified }, signal);
  if (reply.outcome === 'unchanged') return feed.read_at === null ? { outcome: 'failed', cause: 'unchanged, but never read', retryAfterMs: null, searched: false } : reply;
  const fault = reply.outcome === 'failed' ? reply : { status: 200, cause: 'the reply is too large', retryAfterMs: null };
  if (reply.outcome === 'fetched' && !reply.truncated) {
    const reading = readFeed(feed.kind as FeedKind, reply.body);
    if (reading.outcome === 'report') return { outcome: 'report', report: reading.report, validators: reply.validators };
    fault.cause = reading.cause;
  }
  const mayHaveMoved = fault.status === 404 || fault.status === 410 || fault.status === 200;
  if (!mayHaveMoved || clock.now() - (feed.searched_at ?? 0) < SEARCH_MS) return { ...fault, outcome: 'failed', searched: false };
  const found = await findFeed(statusFeeds, pages.get(feed.id) ?? feed.listed_url, signal);
  if (found === null) return { ...fault, outcome: 'failed', searched: true };
  return { outcome: 'report', report: found.report, validators: found.validators, moved: { url: found.url, kind: found.kind } };
}

/** What was read and all that follows from it, together or not at all. */
function keep({ services }: Work, feed: FeedRow, tried: Tried): Promise<void> {
  const { clock, store } = services;
  const now = clock.now();
  return store.transaction(async tx => {
    const changes = changesOf(feed, tried, now);
    const saved = await tables(tx).updateTable('status_feed').set(changes).where('id', '=', feed.id).where('due_at', '=', feed.due_at).returningAll().executeTakeFirst();
    if (!saved) return;
    if (tried.outcome === 'report') await keepIncidents(tx, services, feed.id, tried.report.incidents, now);
    await noteLevel(tx, feed.id, levelNow(saved, now), now);
    if (tried.outcome === 'report') await tellFollowers(tx, services, saved, now);
  });
}

function changesOf(feed: FeedRow, tried: Tried, now: number): Partial<FeedRow> {
  switch (tried.outcome) {
    case 'failed': {
      const pauseMs = Math.min(Math.max(tried.retryAfterMs ?? 0, QUIET_MS), SEARCH_MS);
      return { tried_at: now, failure: tried.cause.slice(0, 300), due_at: nextTime(now, pauseMs, feed.id), ...(tried.searched ? { searched_at: now } : {}) };
    }
    case 'unchanged': return { tried_at: now, read_at: now, failure: null, due_at: nextTime(now, pauseAt(feed.level), feed.id) };
    case 'report': {
      const { report: { level, components, maintenances }, validators, moved } = tried;
      return {
        tried_at: now, read_at: now, failure: null, due_at: nextTime(now, pauseAt(level), feed.id), etag: validators.etag, last_modified: validators.lastModified,
        level, components: JSON.stringify(components), maintenances: JSON.stringify(maintenances.slice(0, 100)), ...(moved ? { ...moved, searched_at: now } : {}),
      };
    }
  }
}

function pauseAt(level: string): number {
  return level === 'operational' ? QUIET_MS : TROUBLED_MS;
}
