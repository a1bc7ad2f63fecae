import type { Db } from '../../../../store/index.ts';
import { defineRun, type RunWork } from '../../../run-kind.ts';
import type { LookalikesServices } from '../services.ts';
import { namesFor } from '../names.ts';
import type { Lookalike } from '../generate/lookalikes.ts';
import { readState, writeState, type NameState } from '../state/packed.ts';
import { bitsOf } from '../state/words.ts';
import { loadBrand, type WatchedBrand } from '../store/brand.ts';
import { candidatesIn, countIn, type Stretch } from '../store/candidates.ts';
import { HOT_THREAT, keep, type Learnt } from '../store/keep.ts';
import { endSweep, keepStates, resumeAfterOf, readWatch } from '../store/watch.ts';
import { resolveInBulk } from './dns.ts';
import { keepProbed, probeCandidates } from './probe.ts';
import { namesOf, type Tier } from './tiers.ts';
import { lockDomain } from '../../../domains/inventory/index.ts';

/** Where a sweep is: names are looked for by their place, then candidates are checked by their id. */
interface State {
  stage: 'names' | 'candidates';
  at: number;
  after: string;
  /** Where the probes of candidates began: behind the last one that the sweep before had time for. From the end they go on to there. */
  from: string;
  isAround: boolean;
  /** When they began; null before. */
  begunAt: number | null;
  names: number;
  unknown: number;
  found: number;
  candidates: number;
}

/** What came of a sweep. */
interface SweepResult {
  /** Names that were looked for. */
  names: number;
  /** Of those, how many nothing could be learnt of. */
  unknown: number;
  /** Candidates that are new. */
  found: number;
  /** Candidates that were checked further. */
  candidates: number;
  /** Candidates that there was no time for: the next sweep begins with them. */
  left: number;
}

type Work = RunWork<LookalikesServices, { tier: Tier } | null, State>;

const NAMES_A_STAGE = 1000;
const CANDIDATES_A_STAGE = 50;
/** Then other domains have their turn, however slow the websites of these candidates are. */
const CANDIDATES_MS = 20 * 60_000;
/** With more names of which nothing could be learnt, much may have been missed. */
const MOST_UNKNOWN = 0.1;

/** Looks up the names that may pass for a domain, and probes those that are registered. Without input everything is checked. */
export const lookalikeSweep = defineRun<{ tier: Tier } | null>()({
  kind: 'lookalikeSweep',
  scope: 'vulnscan',
  resultAt: ({ id }) => `/api/domains/${id}/lookalikes`,
});

export const doLookalikeSweep = lookalikeSweep.handledBy<LookalikesServices, State>(async run => {
  const brand = await loadBrand(run.services.db, run.subject.id);
  if (!brand || brand.accountId !== run.accountId) return { status: 'completed', result: null };
  const tier = run.input?.tier ?? 'all';
  let state = run.state ?? { stage: 'names' as const, at: 0, after: '', from: '', isAround: false, begunAt: null, names: 0, unknown: 0, found: 0, candidates: 0 };
  if (state.stage === 'names') state = await sweepAll(run, brand, tier, state);
  state = await probeAll(run, brand, tier, state);
  const { names, unknown, found, candidates } = state;
  const left = await countLeft(run.services.db, brand, tier, state);
  const result: SweepResult = { names, unknown, found, candidates, left };
  const ended = { resumeAfter: left > 0 ? state.after : '', sweptAt: tier === 'all' ? run.services.clock.now() : null };
  return {
    status: unknown > names * MOST_UNKNOWN || left > 0 ? 'partial' : 'completed', result,
    change: tx => endSweep(tx, brand.domainId, ended),
  };
});

/** Looks for names portion by portion; the states of a portion are committed with the place that it ends at. */
async function sweepAll(run: Work, brand: WatchedBrand, tier: Tier, begun: State): Promise<State> {
  const { db, clock } = run.services;
  const all = namesFor(brand.domain);
  const end = namesOf(tier, all.length);
  const total = Math.ceil(end / NAMES_A_STAGE) + 1;
  let state = begun;
  while (state.at < end) {
    const { at } = state;
    await run.commit({ state, progress: { done: at / NAMES_A_STAGE, total, step: 'names' } });
    const { states } = await readWatch(db, brand.accountId, brand.domainId, brand.domain, clock.now());
    const positions = Array.from({ length: Math.min(NAMES_A_STAGE, end - at) }, (_, position) => at + position).filter(position => readState(states, position) !== 'candidate');
    const { learnt, next } = await sweepSome(run, brand, all, positions, states);
    const { names, unknown, found } = state;
    state = moved(state, { at: at + NAMES_A_STAGE, names: names + positions.length, unknown: unknown + positions.length - next.size, found: found + learnt.length });
    const events = [{ name: 'found', data: { names: learnt.map(({ name }) => name) } }];
    await run.commit({ state, progress: { done: at / NAMES_A_STAGE + 1, total, step: null }, events }, async tx => {
      await keep(tx, run.services, brand, learnt, clock.now());
      await noteStates(tx, brand, clock.now(), next);
    });
  }
  return { ...state, stage: 'candidates' };
}

/** What DNS says of the names at these places: the candidates among them, and what is known of each place then. */
async function sweepSome({ services, signal }: Work, brand: WatchedBrand, all: readonly Lookalike[], positions: readonly number[], states: Uint8Array): Promise<{ learnt: Learnt[]; next: Map<number, NameState> }> {
  const present = await resolveInBulk(positions.map(position => all[position]!.name), { ...services, signal });
  const [learnt, next] = [[] as Learnt[], new Map<number, NameState>()];
  for (const [index, position] of positions.entries()) {
    const [{ presence, nameservers }, { name, kind }] = [present[index]!, all[position]!];
    if (presence === 'unknown') continue;
    const isCandidate = presence === 'made' && !brand.isOwn(name);
    next.set(position, presence === 'free' ? 'unregistered' : isCandidate ? 'candidate' : 'notItsOwn');
    const named = { kind, sources: bitsOf(['permutation']), wasFree: readState(states, position) === 'unregistered' };
    if (isCandidate) learnt.push({ name, seen: { registered: ['registered'], nameservers }, named });
  }
  return { learnt, next };
}

function moved(state: State, change: Partial<State>): State {
  return { ...state, ...change };
}

async function noteStates(tx: Db, { accountId, domainId, domain }: WatchedBrand, now: number, next: ReadonlyMap<number, NameState>): Promise<void> {
  if (!await lockDomain(tx, domainId)) return;
  const watch = await readWatch(tx, accountId, domainId, domain, now);
  const states = Uint8Array.from(watch.states);
  for (const [position, state] of next) writeState(states, position, state);
  await keepStates(tx, { ...watch, states });
}

/** Checks the candidates portion by portion, in the order of their ids, until all had their turn or the time is up. */
async function probeAll(run: Work, brand: WatchedBrand, tier: Tier, begun: State): Promise<State> {
  const { db, clock } = run.services;
  let state = begun.begunAt === null ? await begin(run, brand, begun) : begun;
  while (clock.now() - state.begunAt! < CANDIDATES_MS) {
    const [stretch, ...later] = stretchesOf(state, tier);
    const rows = await candidatesIn(db, brand.domainId, stretch!, CANDIDATES_A_STAGE);
    if (rows.length === 0 && later.length === 0) break;
    if (rows.length === 0) {
      state = moved(state, { isAround: true, after: '' });
      continue;
    }
    const learnt = await probeCandidates(rows, brand, { ...run.services, signal: run.signal });
    state = moved(state, { after: rows.at(-1)!.id, candidates: state.candidates + rows.length });
    await run.commit({ state, progress: { done: state.candidates, total: state.candidates + 1, step: 'candidates' } }, async tx => {
      await keepProbed(tx, run.services, brand, learnt, clock.now());
    });
  }
  return state;
}

async function begin({ services: { db, clock } }: Work, { domainId }: WatchedBrand, state: State): Promise<State> {
  const from = await resumeAfterOf(db, domainId);
  return moved(state, { from, after: from, begunAt: clock.now() });
}

/** What is still to be checked: to the end, and then from the first candidate to where the sweep began. */
function stretchesOf({ after, from, isAround }: State, tier: Tier): Stretch[] {
  const leastThreat = tier === 'hot' ? HOT_THREAT : 0;
  if (isAround) return [{ after, upTo: from, leastThreat }];
  return [{ after, upTo: null, leastThreat }, ...(from === '' ? [] : [{ after: '', upTo: from, leastThreat }])];
}

async function countLeft(db: Db, { domainId }: WatchedBrand, tier: Tier, state: State): Promise<number> {
  let left = 0;
  for (const stretch of stretchesOf(state, tier)) left += await countIn(db, domainId, stretch);
  return left;
}
