import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { invalidDomain } from '../../domains/check/index.ts';
import { askForScan, domain, DomainPath } from '../../domains/inventory/index.ts';
import { RunReply } from '../../platform/runs/index.ts';
import type { LookalikesServices } from './services.ts';
import { reviewCandidate } from './store/review.ts';
import { countMatching, countStates, findCandidate, listCandidates } from './store/candidates.ts';
import { listEvents, summarizeEvents } from './store/events.ts';
import { sweepOf } from './store/watch.ts';
import { weightsVersion } from './score/weights.ts';
import {
  LookalikeEventFilters, LookalikeEventQuery, LookalikeEventRecord, LookalikeEventSummary, LookalikePage, LookalikePath, LookalikeQuery, LookalikeRecord, nameOf, present, presentEvent, ReviewInput, type LookalikeRow,
} from './shapes.ts';
import { lookalikeSweep } from './sweep/run.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const [LIST, EVENTS] = ['lookalikes.list', 'lookalikes.events'];
const EVENTS_SHOWN = 50;

const listLookalikes = operationIn<LookalikesServices>()({
  id: 'lookalikes.list',
  summary: 'List the lookalikes of a domain',
  description: 'Names that may pass for the domain and are registered, or were named by certificate logs, lists of new names or the watchlist, those that need attention first. '
    + 'Each has a risk (what the name could be used for) and a threat (what it is used for now) with every reason. Unregistered names are checked, but not listed.',
  method: 'GET',
  path: '/api/domains/{id}/lookalikes',
  agent: { everyday: true },
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: domain },
  input: LookalikeQuery,
  output: LookalikePage,
  examples: [
    { input: { id: EXAMPLE }, says: 'All, those that need attention first' },
    { input: { id: EXAMPLE, review: 'new', minRisk: '40' }, says: 'Unreviewed ones that could do harm' },
    { input: { id: EXAMPLE, state: 'impersonating' }, says: 'Those whose page imitates yours' },
  ],
  run: async (_call, { db }, query) => {
    const rows = await listCandidates(db, query, decodeCursor(LIST, query.cursor), query.limit + 1);
    const page = cutPage(LIST, rows, query.limit, ({ rank, id }) => ({ at: rank, id }), present);
    return { ...page, weightsVersion, sweep: await sweepOf(db, query.id), matching: await countMatching(db, query), counts: await countStates(db, query.id) };
  },
});

const showLookalike = operationIn<LookalikesServices>()({
  id: 'lookalikes.show',
  summary: 'Show a lookalike',
  description: 'One lookalike of the domain with everything that is known of it, the reasons of its figures, and what happened to it last.',
  method: 'GET',
  path: '/api/domains/{id}/lookalikes/{name}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: domain },
  judge: (_, { name }) => invalidDomain(name),
  input: LookalikePath,
  output: z.object({ success: z.literal(true), data: LookalikeRecord.extend({ events: z.array(LookalikeEventRecord).describe(`Newest first, ${EVENTS_SHOWN} at most`) }) }),
  examples: [{ input: { id: EXAMPLE, name: 'examp1e.org' }, says: 'By its name' }],
  run: async (_call, { db }, { id, name }) => {
    const row = await candidateOf(db, id, name);
    const events = await listEvents(db, { id, name: [row.name] }, null, EVENTS_SHOWN);
    return { success: true as const, data: { ...present(row), events: events.map(presentEvent) } };
  },
});

const sweepLookalikes = operationIn<LookalikesServices>()({
  id: 'lookalikes.sweep',
  summary: 'Scan for lookalikes now',
  description: 'Starts a sweep: all names that may imitate the domain are generated and looked up in DNS, and registered ones are checked further: mail, registration, website. '
    + 'It counts as one manual scan. Where a sweep is queued or running, that one is returned and no allowance is used. The service also sweeps on a schedule.',
  method: 'POST',
  path: '/api/domains/{id}/lookalikes/scan',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { id: domain },
  input: DomainPath,
  output: RunReply,
  examples: [{ input: { id: EXAMPLE }, says: 'By the id of the domain' }],
  audit: ({ input: { id }, output: { data } }) => ({ action: 'domain.lookalike_sweep_started', resource: { type: 'domain', id }, details: { run: data.id } }),
  run: (call, services) => askForScan(call, services, lookalikeSweep),
});

const reviewLookalike = operationIn<LookalikesServices>()({
  id: 'lookalikes.review',
  summary: 'Review a lookalike',
  description: 'Stores the review of a lookalike, with a note. `owned` and `benign` set its scores to zero and end its alerts; `malicious` and `takedownSent` notify when it disappears and when it comes back.',
  method: 'POST',
  path: '/api/domains/{id}/lookalikes/{name}/review',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  owns: { id: domain },
  judge: (_, { name }) => invalidDomain(name),
  input: ReviewInput,
  output: z.object({ success: z.literal(true), data: LookalikeRecord }),
  examples: [{ input: { id: EXAMPLE, name: 'examp1e.org', review: 'malicious', note: 'Copies our shop' }, says: 'With a note for those who read it later' }],
  audit: ({ input: { id, review }, output: { data } }) => ({ action: 'lookalike.reviewed', resource: { type: 'lookalike', id: data.id }, details: { domain: id, name: data.name, review } }),
  run: async (call, services, { id, name, review, note }) => {
    const { caller, now } = call, { db } = services;
    const row = await candidateOf(db, id, name);
    return { success: true as const, data: present(await reviewCandidate(db, services, row, { review, note, by: byOf(caller), now })) };
  },
});

const listLookalikeEvents = operationIn<LookalikesServices>()({
  id: 'lookalikes.events',
  summary: 'List lookalike events of a domain',
  description: 'What changed at the lookalikes of the domain, newest first: registered, can receive mail, has a website, looks like yours, gone, back. '
    + 'A change is reported once a second probe confirms it; failed lookups never are.',
  method: 'GET',
  path: '/api/domains/{id}/lookalike-events',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: domain },
  judge: (_, { name }) => name?.map(invalidDomain).find(problem => problem !== null) ?? null,
  input: LookalikeEventQuery,
  output: pageOf(LookalikeEventRecord),
  examples: [
    { input: { id: EXAMPLE }, says: 'All, newest first' },
    { input: { id: EXAMPLE, kind: 'mailAdded' }, says: 'Those that can receive mail now' },
  ],
  run: async (_call, { db }, { cursor, limit, name, ...query }) => {
    const rows = await listEvents(db, { ...query, name: name?.map(nameOf) }, decodeCursor(EVENTS, cursor)?.id ?? null, limit + 1);
    return cutPage(EVENTS, rows, limit, ({ at, id }) => ({ at, id }), presentEvent);
  },
});

const summarizeLookalikeEvents = operationIn<LookalikesServices>()({
  id: 'lookalikes.events_summary',
  summary: 'Count lookalike events of a domain',
  description: 'How many events of the lookalikes match the filters, by severity and by day: counted over all of them, however many a list shows at once.',
  method: 'GET',
  path: '/api/domains/{id}/lookalike-events/summary',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: domain },
  judge: (_, { name }) => name?.map(invalidDomain).find(problem => problem !== null) ?? null,
  input: LookalikeEventFilters,
  output: z.object({ success: z.literal(true), data: LookalikeEventSummary }),
  examples: [{ input: { id: EXAMPLE, from: '2026-11-01' }, says: 'From a day on' }],
  run: async (_call, { db }, { name, ...query }) => ({ success: true as const, data: await summarizeEvents(db, { ...query, name: name?.map(nameOf) }) }),
});

/** The lookalike of a domain that the pipeline has loaded for the account; throws `Problem` 404 where there is none. */
async function candidateOf(db: LookalikesServices['db'], domainId: string, name: string): Promise<LookalikeRow> {
  const row = await findCandidate(db, domainId, nameOf(name));
  if (!row) throw new Problem('not_found', 'The domain has no such lookalike. The list shows those that are known; the watchlist takes others.');
  return row;
}

function byOf(caller: Caller): { type: 'person' | 'key'; id: string } {
  const who = known(caller);
  return who.kind === 'key' ? { type: 'key', id: who.keyId } : { type: 'person', id: who.userId };
}

export const candidateOperations = [listLookalikes, showLookalike, sweepLookalikes, reviewLookalike, listLookalikeEvents, summarizeLookalikeEvents] as const;
