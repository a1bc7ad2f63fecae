import type { z } from 'zod';
import type { Db } from '../../../../store/index.ts';
import { labelOf } from '../grid/settings.ts';
import { connectors } from '../providers/index.ts';
import { estimate, type AiPresence, type RankSettings } from './settings.ts';
import type { CheckDetails, CheckRecord, RankRecord, TrackedRecord } from './shapes.ts';
import { earlierThan, newestRank, type ListedCheck, type RankRow } from './store.ts';
import type { TrackedRow } from './tracked-store.ts';

const isoOf = (at: number): string => new Date(at).toISOString();

function askedAs({ provider, language, country, device, match, url }: Omit<RankSettings, 'keywords' | 'domain'>) {
  return { provider: { id: provider, ...labelOf(connectors[provider], 'web') }, language, country, device, match, url };
}

/** A check that ended is what it ended as; another is as its run is. */
export function presentCheck(row: ListedCheck): z.output<typeof CheckRecord> {
  const settings = JSON.parse(row.settings) as RankSettings;
  return {
    id: row.id, domainId: row.domain_id, domain: settings.domain, ...askedAs(settings), keywords: [...settings.keywords], costEstimate: estimate(settings),
    status: (row.state ?? row.run_status ?? 'cancelled') as never, cause: row.cause, createdAt: isoOf(row.created_at), finishedAt: row.finished_at === null ? null : isoOf(row.finished_at),
  };
}

const waiting: z.output<typeof RankRecord> = { status: 'waiting', rank: null, rankUrl: null, depth: null, localPackRank: null, features: [], aiAnswer: null, previous: null, delta: null, best: null, cause: null, at: null };

async function presentRank(db: Db, row: RankRow): Promise<z.output<typeof RankRecord>> {
  if (row.state === 'asked') return waiting;
  const { previous, best } = await earlierThan(db, row);
  return {
    status: row.state !== 'answered' ? 'unknown' : row.rank === null ? 'notFound' : 'ranked', rank: row.rank, rankUrl: row.url, depth: row.depth, localPackRank: row.pack_rank,
    features: JSON.parse(row.features ?? '[]') as string[], aiAnswer: row.ai === null ? null : JSON.parse(row.ai) as AiPresence, previous: previous && { rank: previous.rank, at: isoOf(previous.at) },
    delta: row.rank === null || previous === null || previous.rank === null ? null : previous.rank - row.rank, best: best && { rank: best.rank, at: isoOf(best.at) }, cause: row.cause, at: isoOf(row.at),
  };
}

export async function presentDetails(db: Db, row: ListedCheck, rows: readonly RankRow[]): Promise<z.output<typeof CheckDetails>> {
  const check = presentCheck(row);
  const ranks = await Promise.all(check.keywords.map(async (keyword, at) => {
    const rank = rows.find(one => one.keyword === at);
    return { keyword, ...rank ? await presentRank(db, rank) : waiting };
  }));
  return { ...check, aiAnswers: aiAnswersOf(ranks), ranks };
}

function aiAnswersOf(ranks: readonly z.output<typeof RankRecord>[]): z.output<typeof CheckDetails>['aiAnswers'] {
  const known = ranks.flatMap(({ aiAnswer }) => (aiAnswer === null || aiAnswer.state === 'sourcesUnknown' ? [] : [aiAnswer.state]));
  const [shown, cited] = [known.filter(state => state !== 'none').length, known.filter(state => state === 'cited').length];
  return { known: known.length, shown, cited, citedShare: shown === 0 ? null : Math.round(10_000 * cited / shown) / 100 };
}

export async function presentTracked(db: Db, row: TrackedRow): Promise<z.output<typeof TrackedRecord>> {
  const latest = await newestRank(db, row.domain_id, row.series);
  return {
    id: row.id, domainId: row.domain_id, keyword: row.keyword, ...askedAs(JSON.parse(row.settings) as RankSettings), everyDays: row.every_days, maxCostUsd: row.max_usd,
    enabled: row.due_at !== null, nextAt: row.due_at === null ? null : isoOf(row.due_at), skipped: row.skipped, latest: latest && await presentRank(db, latest), createdAt: isoOf(row.created_at),
  };
}
