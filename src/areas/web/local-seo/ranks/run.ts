import { Problem } from '../../../../core/problem.ts';
import { defineRun, type RunWork } from '../../../run-kind.ts';
import { findBusiness } from '../businesses/store.ts';
import { ask, type OwnKey } from '../providers/ask.ts';
import { askEach, INTERRUPTED } from '../providers/ask-each.ts';
import { connectors } from '../providers/index.ts';
import { KEY_GONE, keyForRun } from '../providers/own-keys.ts';
import type { LocalSeoServices } from '../services.ts';
import { presenceIn, rankIn, type RankSettings } from './settings.ts';
import { endCheck, findCheck, giveUpAsked, noteAsked, noteCause, ranksOf, saveRank, type CheckRow, type RankAnswer } from './store.ts';

export interface RankInput {
  /** Whose listing counts among the local results; null for none. */
  businessId: string | null;
}

/** Asks a provider where a domain ranks among web results; the check has what it is to do. */
export const rankCheck = defineRun<RankInput>()({ kind: 'rankCheck', scope: 'seo', resultAt: ({ id }) => `/api/local-seo/ranks?domainId=${id}` });

type RankWork = RunWork<LocalSeoServices, RankInput, null>;
type Answered = Extract<RankAnswer, { state: 'answered' }> & { outcome: 'answered' };
const STEP = 'keywords';

export const doRankCheck = rankCheck.handledBy<LocalSeoServices>(async run => {
  const { services: { db, clock }, accountId } = run;
  const check = await findCheck(db, accountId, run.id);
  if (!check) return { status: 'completed', result: null };
  const settings = JSON.parse(check.settings) as RankSettings;
  const own = await keyForRun(run.services, accountId, settings);
  const stopped = own === 'gone' ? KEY_GONE : await askAll(run, check, settings, own);
  const rows = await ranksOf(db, check.id);
  const answered = rows.filter(({ state }) => state === 'answered');
  if (answered.length === 0) {
    const cause = stopped ?? rows[0]?.cause ?? 'no keyword was answered';
    await noteCause(db, check.id, cause);
    throw new Problem('dependency_unavailable', `${connectors[settings.provider].name} answered for no keyword: ${cause}.`);
  }
  const state = answered.length === settings.keywords.length ? 'completed' : 'partial';
  return {
    status: state, result: { checkId: check.id, keywords: settings.keywords.length, answered: answered.length, ranked: answered.filter(({ rank }) => rank !== null).length },
    change: tx => endCheck(tx, check, { state, cause: stopped, now: clock.now() }),
  };
});

async function askAll(run: RankWork, check: CheckRow, settings: RankSettings, own: OwnKey | null): Promise<string | null> {
  const { services, signal } = run, { clock, db } = services;
  const connector = connectors[settings.provider];
  const rows = await ranksOf(db, check.id);
  const interrupted = rows.some(({ state }) => state === 'asked') && connector.usdPerRequest > 0;
  if (interrupted) await run.commit({ state: null, progress: { done: rows.length, total: settings.keywords.length, step: STEP } }, tx => giveUpAsked(tx, check.id, INTERRUPTED));
  const settled = new Set(rows.filter(({ state }) => state !== 'asked' || interrupted).map(({ keyword }) => keyword));
  const business = run.input.businessId === null ? null : await findBusiness(db, run.accountId, run.input.businessId);
  return askEach<number, Answered>(run, {
    connector, waiting: [...settings.keywords.keys()].filter(keyword => !settled.has(keyword)), total: settings.keywords.length, step: STEP,
    note: (tx, keyword) => noteAsked(tx, check, settings, keyword, clock.now()),
    save: (tx, keyword, answer) => saveRank(tx, check.id, keyword, answer.outcome === 'unanswered' ? { state: 'failed', cause: answer.cause } : answer, clock.now()),
    ask: async keyword => {
      const reply = await ask({ ...services, own }, connector, connector.web!.request({ ...settings, keyword: settings.keywords[keyword]! }), read => connector.web!.read(read), signal);
      if (reply.outcome === 'unanswered') return reply;
      const ours = rankIn(reply.results, settings);
      const packRank = business?.google_id === undefined || business.google_id === null ? 0 : reply.localPack.indexOf(business.google_id) + 1;
      return { outcome: 'answered', state: 'answered', rank: ours?.rank ?? null, url: ours?.url ?? null, features: reply.features, packRank: packRank || null, depth: reply.results.length, ai: presenceIn(reply.aiAnswer, settings) };
    },
  });
}
