import { darkwebSources, type DarkwebSource } from '../../../core/outside/darkweb.ts';
import { defineRun, type RunWork } from '../../run-kind.ts';
import { findDomain } from '../../domains/inventory/index.ts';
import { requireOwnership } from '../../domains/ownership/index.ts';
import { createAsking } from './asking.ts';
import { connectors } from './connectors/index.ts';
import { Unanswered, type Answer } from './connectors/connector.ts';
import { alertOfDarkweb } from './alerts.ts';
import { keepAnswer } from './keep.ts';
import type { DarkwebServices } from './services.ts';
import { answerOf, noteUnanswered } from './store/answers.ts';
import { countEventsSince } from './store/events.ts';
import { keepOutcome, usableSources } from './store/sources.ts';
import { noteMissed } from './store/watch.ts';
import type { AnswerState } from './words.ts';

/** What a scan is asked for: null for all sources that may be asked. */
export interface DarkwebInput {
  sources: readonly DarkwebSource[] | null;
}

/** What a source answered in this scan. */
interface SourceResult {
  source: DarkwebSource;
  /** `held`: it was asked so recently that the answer still holds. */
  outcome: AnswerState | 'unchanged' | 'held';
  cause: string | null;
  /** How many incidents it has reported; null where it reported nothing anew, which says nothing of how many there are. */
  incidents: number | null;
}

interface DarkwebState {
  /** When the scan began, in epoch milliseconds. */
  since: number;
  asked: readonly SourceResult[];
}

const answered: ReadonlySet<SourceResult['outcome']> = new Set(['ok', 'unchanged', 'held']);

type Scan = RunWork<DarkwebServices, DarkwebInput, DarkwebState>;

/** Asks the sources for one proven domain. */
export const darkwebScan = defineRun<DarkwebInput>()({ kind: 'darkwebScan', scope: 'scans', resultAt: ({ id }) => `/api/darkweb/breaches?domain=${id}` });

/** One source after the other; each answer is committed, so that a scan which is taken over goes on with the next. */
export const doDarkwebScan = darkwebScan.handledBy<DarkwebServices, DarkwebState>(async run => {
  const { db, darkweb, clock } = run.services;
  const domain = await findDomain(db, run.accountId, run.subject.id);
  if (!domain) return { status: 'completed', result: null };
  // A proof may be lost while the scan waits: then no source is asked.
  await requireOwnership(db, run.accountId, domain.id, clock.now());
  const usable = (await usableSources(db, darkweb.isConfigured)).filter(source => run.input.sources?.includes(source) ?? true);
  const since = run.state?.since ?? clock.now();
  let asked = run.state?.asked ?? [];
  for (const source of usable.filter(one => !asked.some(result => result.source === one))) {
    asked = await askOne(run, { domain, source, total: usable.length }, { since, asked });
  }
  const failed = asked.filter(({ outcome }) => !answered.has(outcome)).map(({ source }) => source);
  return {
    status: asked.length === 0 || failed.length > 0 ? 'partial' : 'completed',
    result: { asked, notAsked: darkwebSources.filter(source => !asked.some(result => result.source === source)), failed, newEvents: await countEventsSince(db, domain.id, since) },
    change: async tx => {
      await noteMissed(tx, domain.id, null);
      await alertOfDarkweb(tx, run.services, run.accountId, domain, clock.now());
    },
  };
});

interface OneQuestion {
  domain: { id: string; name: string };
  source: DarkwebSource;
  /** How many sources the scan asks. */
  total: number;
}

/** Asks one source and commits what it said; gives all that was asked by now. */
async function askOne(run: Scan, { domain, source, total }: OneQuestion, { since, asked: before }: DarkwebState): Promise<readonly SourceResult[]> {
  const { services, accountId } = run;
  const now = services.clock.now();
  const answer = await readAnswer(run, domain, source, now);
  const asked = [...before, resultOf(source, answer)];
  await run.commit({ state: { since, asked }, progress: { done: asked.length, total, step: source } }, async tx => {
    if (answer instanceof Unanswered) {
      if (answer.state === 'failing') await keepOutcome(tx, source, now, { failure: answer.message, limitedUntil: null });
      await noteUnanswered(tx, { accountId, domainId: domain.id, source }, now, { state: answer.state, cause: answer.message });
    } else if (answer !== 'held') await keepAnswer(tx, services, { accountId, domain, source }, answer, now);
  });
  return asked;
}

function resultOf(source: DarkwebSource, answer: Answer | Unanswered | 'held'): SourceResult {
  if (answer instanceof Unanswered) return { source, outcome: answer.state, cause: answer.message, incidents: null };
  if (answer === 'held' || answer.outcome === 'unchanged') return { source, outcome: answer === 'held' ? answer : 'unchanged', cause: null, incidents: null };
  return { source, outcome: 'ok', cause: answer.cut ?? null, incidents: answer.incidents.length };
}

async function readAnswer(run: Scan, domain: { id: string; name: string }, source: DarkwebSource, now: number): Promise<Answer | Unanswered | 'held'> {
  const { services, signal } = run;
  const before = await answerOf(services.db, domain.id, source);
  const connector = connectors[source];
  if (before?.state === 'ok' && before.answered_at !== null && now - before.answered_at < connector.holdsMs) return 'held';
  try {
    return await connector.read(createAsking(services, source, { domain: domain.name, revision: before?.revision ?? null, now }, signal));
  } catch (error) {
    if (error instanceof Unanswered) return error;
    throw error;
  }
}
