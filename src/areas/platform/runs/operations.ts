import { z } from 'zod';
import { known, type Caller, type Scope } from '../../../core/access.ts';
import { howToAdd, isName } from '../../../core/domain-reference.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { absent } from '../../../core/pipeline.ts';
import { Problem } from '../../../core/problem.ts';
import { cancelOne } from './cancel.ts';
import { pauseOne, resumeOne } from './pause.ts';
import { follow } from './follow.ts';
import type { Db } from '../../../store/index.ts';
import type { AnyRunKind } from '../../run-kind.ts';
import { subjectResource, type Subjects } from '../../subject.ts';
import { present, presentEvent, presentWithResult, RunEventRecord, RunEventsQuery, RunPath, RunQuery, RunRecord, RunWithResult, type RunRow } from './shapes.ts';
import type { RunsServices } from './start.ts';
import { countUnderWay, eventsAfter, findRun, hasRunAbout, newestRuns, type SeenRuns } from './store.ts';

/** A run of the account, by its id; keys see those of their scopes. */
const run: Resource<RunsServices, RunRow> = {
  type: 'run',
  load: ({ db }, accountId, id) => findRun(db, accountId, id),
  scopesOf: ({ runKinds }, { kind, scope }) => [runKinds.find(one => one.kind === kind)?.scope, scope as Scope | null].filter(one => one !== undefined && one !== null),
};

const domain = subjectResource('domain', howToAdd);

/** How runs are replied by those who start or change them. */
export const RunReply = z.object({ success: z.literal(true), data: RunRecord });

const EXAMPLE = { id: 'run_01hzy3v4qk8m0p2r5s7t9w1x3z' };

const listRuns = operationIn<RunsServices>()({
  id: 'runs.list',
  summary: 'List the runs',
  description: 'Scans and other work that takes longer than a reply, newest first: what waits, what is running and what has ended: in the last 90 days for manual runs, '
    + 'in the last 7 for scheduled ones. A key sees the runs of its scopes.',
  method: 'GET',
  path: '/api/runs',
  agent: { everyday: true },
  access: 'key',
  allowance: 'none',
  maybeNotFound: true,
  input: RunQuery,
  output: pageOf(RunRecord),
  examples: [
    { input: {}, says: 'All runs' },
    { input: { status: 'running' }, says: 'What is under way now' },
  ],
  run: async ({ caller }, { db, runKinds, subjects }, { limit, cursor, status, kind, subject }) => {
    const accountId = known(caller).account.id;
    judgeKinds(runKinds, kind);
    const filter = { seen: seenBy(caller, runKinds), status, kind, subject: subject && await idsOf(db, subjects, accountId, subject) };
    const rows = await newestRuns(db, accountId, filter, decodeCursor('runs.list', cursor), limit + 1);
    return cutPage('runs.list', rows, limit, row => ({ at: row.created_at, id: row.id }), row => present(row, runKinds));
  },
});

const summarizeRuns = operationIn<RunsServices>()({
  id: 'runs.summary',
  summary: 'Count the runs under way',
  description: 'How many runs are queued and how many are running. A key sees the runs of its scopes.',
  method: 'GET',
  path: '/api/runs/summary',
  access: 'key',
  allowance: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: z.object({ queued: z.number().int(), running: z.number().int() }) }),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller }, { db, runKinds }) => ({ success: true as const, data: await countUnderWay(db, known(caller).account.id, seenBy(caller, runKinds)) }),
});

const showRun = operationIn<RunsServices>()({
  id: 'runs.show',
  summary: 'Show a run',
  description: 'How far a scan or another run is, whether it is finished, and what came out of it once it has ended. To wait until it has ended without polling, follow its events.',
  method: 'GET',
  path: '/api/runs/{id}',
  agent: { everyday: true },
  access: 'key',
  allowance: 'none',
  owns: { id: run },
  input: RunPath,
  output: z.object({ success: z.literal(true), data: RunWithResult }),
  examples: [{ input: EXAMPLE, says: 'By its id, as the reply that started it shows it' }],
  run: ({ owned }, { runKinds }) => Promise.resolve({ success: true as const, data: presentWithResult(owned.id, runKinds) }),
});

const cancelRun = operationIn<RunsServices>()({
  id: 'runs.cancel',
  summary: 'Cancel a run',
  description: 'Stops a scan or another run that waits or is running; what its finished stages have found is kept. '
    + 'Cancelling it again changes nothing; a run that has ended otherwise answers 409.',
  method: 'POST',
  path: '/api/runs/{id}/cancel',
  access: 'key',
  allowance: 'none',
  idempotent: true,
  owns: { id: run },
  input: RunPath,
  agent: { everyday: true, destructive: true },
  output: RunReply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'run.cancelled', resource: { type: 'run', id: data.id }, details: { kind: data.kind, subject: data.subject.id } }),
  run: async ({ caller, now, owned, nothingChanged }, { db, queue, runKinds }, { id }) => {
    const accountId = known(caller).account.id;
    const cancelled = await cancelOne(db, { queue, now }, accountId, id);
    if (!cancelled) nothingChanged();
    const row = cancelled ?? await findRun(db, accountId, id) ?? owned.id;
    const data = present(row, runKinds);
    if (row.status !== 'cancelled') throw new Problem('invalid_state', `The run has ended: it is ${row.status}.`, { current: data });
    return { success: true as const, data };
  },
});

const pauseRun = operationIn<RunsServices>()({
  id: 'runs.pause',
  summary: 'Pause a run',
  description: 'Holds a run that waits or is under way, such as a site audit; what its finished stages have found is kept, and it goes on from there when it is resumed. '
    + 'Pausing it again changes nothing; a run that has ended answers 409.',
  method: 'POST',
  path: '/api/runs/{id}/pause',
  access: 'key',
  allowance: 'none',
  idempotent: true,
  owns: { id: run },
  input: RunPath,
  output: RunReply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'run.paused', resource: { type: 'run', id: data.id }, details: { kind: data.kind, subject: data.subject.id } }),
  run: async ({ caller, now, owned, nothingChanged }, { db, queue, runKinds }, { id }) => {
    const accountId = known(caller).account.id;
    const paused = await pauseOne(db, { queue, now }, accountId, id);
    if (!paused) nothingChanged();
    const data = present(paused ?? await findRun(db, accountId, id) ?? owned.id, runKinds);
    if (data.status !== 'paused') throw new Problem('invalid_state', `The run has ended: it is ${data.status}.`, { current: data });
    return { success: true as const, data };
  },
});

const resumeRun = operationIn<RunsServices>()({
  id: 'runs.resume',
  summary: 'Resume a run',
  description: 'Lets a paused run go on from its last finished stage. Resuming one that waits or is under way changes nothing; one that has ended answers 409, as does one when another run of its kind is under way for the same subject.',
  method: 'POST',
  path: '/api/runs/{id}/resume',
  access: 'key',
  allowance: 'none',
  idempotent: true,
  owns: { id: run },
  input: RunPath,
  output: RunReply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'run.resumed', resource: { type: 'run', id: data.id }, details: { kind: data.kind, subject: data.subject.id } }),
  run: async ({ caller, now, owned, nothingChanged }, { db, queue, runKinds }, { id }) => {
    const accountId = known(caller).account.id;
    const resumed = await resumeOne(db, { queue, now }, accountId, id);
    if (resumed === 'occupied') throw new Problem('invalid_state', 'Another run of the same kind is under way for it. Wait for that, or cancel it.', { current: present(owned.id, runKinds) });
    if (!resumed) nothingChanged();
    const data = present(resumed ?? await findRun(db, accountId, id) ?? owned.id, runKinds);
    if (data.status !== 'queued' && data.status !== 'running') throw new Problem('invalid_state', `The run has ended: it is ${data.status}.`, { current: data });
    return { success: true as const, data };
  },
});

const listEvents = operationIn<RunsServices>()({
  id: 'runs.events',
  summary: 'Follow a run',
  description: 'The events of a run: its stages and parts of its result. With `Accept: text/event-stream` they come as they land, '
    + 'after an event `run` with the run as it stands; a client that comes again goes on after `Last-Event-ID`, and the event `result`, '
    + 'with the run, ends the stream. Otherwise the events so far, oldest first. Events are kept for 7 days.',
  method: 'GET',
  path: '/api/runs/{id}/events',
  access: 'key',
  allowance: 'none',
  streams: true,
  owns: { id: run },
  input: RunEventsQuery,
  agent: { description: 'The events of a run so far, oldest first: its stages and parts of its result. To wait for its end, show the run with `wait`. Events are kept for 7 days.' },
  output: pageOf(RunEventRecord).extend({ run: RunWithResult.describe('The run as it stands') }),
  examples: [{ input: EXAMPLE, says: 'From the first event on' }],
  run: async ({ owned, emit, signal, lastEventId }, { db, runKinds }, { limit, cursor }) => {
    const after = seqOf(cursor === undefined ? lastEventId : String(decodeCursor('runs.events', cursor)!.at));
    if (emit) {
      const ended = await follow({ db, runKinds, emit, signal }, owned.id, after);
      return { success: true as const, data: [], nextCursor: null, run: presentWithResult(ended, runKinds) };
    }
    const rows = await eventsAfter(db, owned.id.id, after, limit + 1);
    const page = cutPage('runs.events', rows, limit, row => ({ at: row.seq, id: row.run_id }), presentEvent);
    return { ...page, run: presentWithResult(owned.id, runKinds) };
  },
});

/** The runs that the caller may see. */
function seenBy(caller: Caller, kinds: readonly AnyRunKind[]): SeenRuns {
  return caller.kind === 'key' ? { kinds: kinds.filter(({ scope }) => caller.scopes.includes(scope)).map(({ kind }) => kind), scopes: caller.scopes } : null;
}

function judgeKinds(kinds: readonly AnyRunKind[], wanted: readonly string[] = []): void {
  if (wanted.some(one => !kinds.some(({ kind }) => kind === one))) throw invalid([{ path: ['kind'], message: `Give one of ${kinds.map(({ kind }) => kind).join(', ')}.` }]);
}

/** The ids of subjects, of which domains may be given by their names; throws `Problem` 404 for a name or id of nothing that the account has, or had when it ran. */
async function idsOf(db: Db, subjects: Subjects, accountId: string, references: readonly string[]): Promise<string[]> {
  return Promise.all(references.map(async reference => {
    if (!isName(reference)) {
      if (!await hasRunAbout(db, accountId, reference) && !await isOneOf(db, subjects, accountId, reference)) throw absent({ type: 'subject' });
      return reference;
    }
    const found = await domain.load({ db, subjects }, accountId, reference);
    if (!found) throw absent(domain);
    return found.id;
  }));
}

async function isOneOf(db: Db, subjects: Subjects, accountId: string, id: string): Promise<boolean> {
  const found = await Promise.all([...subjects.values()].map(subject => subject.find(db, accountId, id)));
  return found.some(one => one !== null);
}

/** The number of an event; 0 where the text is none that a run gives. */
function seqOf(id: string | null): number {
  return id !== null && /^\d{1,9}$/.test(id) ? Number(id) : 0;
}

export const runsOperations = [listRuns, showRun, cancelRun, listEvents, summarizeRuns, pauseRun, resumeRun] as const;
