import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { domain, type DomainsServices } from '../inventory/index.ts';
import { decideEvents, listShared } from './bulk-operations.ts';
import { authorize, deny, type Deciding } from './decide.ts';
import { BaselineRecord, Decision, EventFilters, EventPath, EventQuery, EventRecord, EventSummary, present } from './shapes.ts';
import { byOf, event } from './resources.ts';
import { findBaseline, newestEvents, summarizeEvents } from './store.ts';
import type { Value } from './value.ts';

const EXAMPLE = { id: 'evt_01hzy3v4qk8m0p2r5s7t9w1x3z' };

const listEvents = operationIn<DomainsServices>()({
  id: 'domain_events.list',
  summary: 'List domain events',
  description: 'What has changed at the domains of the inventory, newest first: changes that wait for a decision and those decided, each with the accepted value and what was seen instead. '
    + 'A change becomes an event once a second scan confirms it; failed lookups never do.',
  method: 'GET',
  path: '/api/domain-events',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { domain },
  input: EventQuery,
  output: pageOf(EventRecord),
  examples: [
    { input: {}, says: 'All events' },
    { input: { state: 'open', severity: 'critical' }, says: 'The most severe pending ones' },
    { input: { changes: 'true' }, says: 'Changes alone, however many domains were added since' },
  ],
  run: async ({ caller }, { db }, { limit, cursor, ...filter }) => {
    const rows = await newestEvents(db, known(caller).account.id, filter, decodeCursor('domain_events.list', cursor), limit + 1);
    return cutPage('domain_events.list', rows, limit, row => ({ at: row.created_at, id: row.id }), present);
  },
});

const showSummary = operationIn<DomainsServices>()({
  id: 'domain_events.summary',
  summary: 'Count domain events',
  description: 'How many events match the filters, by state, by severity and by day: counted over all of them, however many a list shows at once.',
  method: 'GET',
  path: '/api/domain-events/summary',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { domain },
  input: EventFilters,
  output: z.object({ success: z.literal(true), data: EventSummary }),
  examples: [
    { input: { changes: 'true', from: '2026-11-01' }, says: 'The changes from a day on' },
    { input: { settled: 'false' }, says: 'What is pending, or was denied and is still there' },
  ],
  run: async ({ caller }, { db }, filter) => ({ success: true as const, data: await summarizeEvents(db, known(caller).account.id, filter) }),
});

const showEvent = operationIn<DomainsServices>()({
  id: 'domain_events.get',
  summary: 'Show a domain event',
  description: 'One change with the old and the new value side by side, and what is accepted of the same subject now.',
  method: 'GET',
  path: '/api/domain-events/{id}',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: event },
  input: EventPath,
  output: z.object({ success: z.literal(true), data: EventRecord.extend({ baseline: BaselineRecord.nullable().describe('Null where there is nothing to accept, such as for days that are left') }) }),
  examples: [{ input: EXAMPLE, says: 'By its id, as the list shows it' }],
  run: async ({ owned }, { db }) => {
    const row = await findBaseline(db, owned.id.domain_id, owned.id.subject);
    const baseline = row && { value: [...JSON.parse(row.value) as Value], acceptedAt: new Date(row.accepted_at).toISOString() };
    return { success: true as const, data: { ...present(owned.id), baseline } };
  },
});

const authorizeEvent = operationIn<DomainsServices>()({
  id: 'domain_events.authorize',
  summary: 'Authorize a change',
  description: 'Accepts the change as intended: the new value becomes the baseline for later scans. Other events of the domain with the same change are settled with it. '
    + 'Repeating it changes nothing; a denied event needs a reason, and a closed one answers 409.',
  method: 'POST',
  path: '/api/domain-events/{id}/authorize',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  idempotent: true,
  owns: { id: event },
  input: Decision,
  output: z.object({ success: z.literal(true), data: EventRecord, alsoClosed: z.array(z.string()).describe('Other events that this settled') }),
  examples: [{ input: { ...EXAMPLE, reason: 'Moved to the new host' }, says: 'With a reason, for those who read it later' }],
  audit: ({ input: { id, reason = null }, output: { data } }) => ({ action: 'domain_event.authorized', resource: { type: 'domain_event', id }, details: { kind: data.kind, domain: data.domainId, reason } }),
  run: async (call, services, { reason }) => {
    const { caller, now, owned, nothingChanged } = call, { db } = services;
    const { event: row, alsoClosed, changed } = await authorize(db, services, owned.id, decidingOf(caller, reason, now));
    if (!changed) nothingChanged();
    return { success: true as const, data: present(row), alsoClosed };
  },
});

const denyEvent = operationIn<DomainsServices>()({
  id: 'domain_events.deny',
  summary: 'Deny a change',
  description: 'Marks the change as not intended: the old value stays the baseline, people are notified at once and every day while the change persists, '
    + 'and the event is settled automatically once the old value is back. Repeating it changes nothing; an authorized or closed event answers 409.',
  method: 'POST',
  path: '/api/domain-events/{id}/deny',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  idempotent: true,
  owns: { id: event },
  input: Decision,
  output: z.object({ success: z.literal(true), data: EventRecord }),
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ input: { id, reason = null }, output: { data } }) => ({ action: 'domain_event.denied', resource: { type: 'domain_event', id }, details: { kind: data.kind, domain: data.domainId, reason } }),
  run: async (call, services, { reason }) => {
    const { caller, now, owned, nothingChanged } = call, { db } = services;
    const { event: row, changed } = await deny(db, services, owned.id, decidingOf(caller, reason, now));
    if (!changed) nothingChanged();
    return { success: true as const, data: present(row) };
  },
});

function decidingOf(caller: Caller, reason: string | undefined, now: number): Deciding {
  return { by: byOf(caller), reason: reason ?? null, now };
}

export const eventOperations = [listEvents, showEvent, authorizeEvent, denyEvent, showSummary, listShared, decideEvents] as const;
