import { z } from 'zod';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { byOf } from '../../../domains/events/index.ts';
import { authorize, deny } from '../events/decide.ts';
import { presentEvent } from '../present.ts';
import type { IpTargetsServices } from '../services.ts';
import { EventDecision, EventQuery, IpEvent } from '../shapes.ts';
import { eventsFrom, findEvent, type IpEventRow } from '../store/events.ts';
import { EXAMPLE, ipTarget } from './targets.ts';

/** An event of an IP target of the account, by its id. */
const ipEvent: Resource<IpTargetsServices, IpEventRow> = { type: 'event of an IP target', load: ({ db }, accountId, id) => findEvent(db, accountId, id) };

const EVENT = { ...EXAMPLE, event: 'ipe_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const LIST = 'ip_targets.events';
const EventReply = z.object({ success: z.literal(true), data: IpEvent });
const access = { access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none' } as const;

const list = operationIn<IpTargetsServices>()({
  id: 'ip_targets.events',
  summary: 'List events of an IP target',
  description: 'What changed at its addresses, newest first: a listing, a lost name, another network, an invalid route, an open port. Failed lookups are never an event.',
  method: 'GET',
  path: '/api/ip-targets/{id}/events',
  ...access,
  owns: { id: ipTarget },
  input: EventQuery,
  output: pageOf(IpEvent),
  examples: [{ input: EXAMPLE, says: 'All of its events' }, { input: { ...EXAMPLE, state: 'open' }, says: 'Those that wait for a decision' }],
  run: async (_call, { db }, { id, state, limit, cursor }) => {
    const rows = await eventsFrom(db, id, state, decodeCursor(LIST, cursor), limit + 1);
    return cutPage(LIST, rows, limit, ({ created_at: at, id }) => ({ at, id }), presentEvent);
  },
});

const authorizeEvent = operationIn<IpTargetsServices>()({
  id: 'ip_targets.authorize_event',
  summary: 'Authorize a change at an IP target',
  description: 'Accepts the change as intended: the new value becomes the baseline for later scans. Repeating it changes nothing; a denied event needs a reason, and a closed one answers 409.',
  method: 'POST',
  path: '/api/ip-targets/{id}/events/{event}/authorize',
  ...access,
  idempotent: true,
  owns: { id: ipTarget, event: ipEvent },
  input: EventDecision,
  output: EventReply,
  examples: [{ input: { ...EVENT, reason: 'The new mail server' }, says: 'With a reason, for those who read it later' }],
  audit: ({ input: { event, reason = null }, output: { data } }) => ({ action: 'ip_event.authorized', resource: { type: 'ip_event', id: event }, details: { kind: data.kind, target: data.targetId, address: data.address, reason } }),
  run: async ({ caller, now, owned, nothingChanged }, services, { reason = null }) => {
    const { event, changed } = await authorize(services.db, services, eventOf(owned), { by: byOf(caller), reason, now });
    if (!changed) nothingChanged();
    return { success: true as const, data: presentEvent(event) };
  },
});

const denyEvent = operationIn<IpTargetsServices>()({
  id: 'ip_targets.deny_event',
  summary: 'Deny a change at an IP target',
  description: 'Marks the change as not intended: the old value stays the baseline, people are notified at once and every day while the change persists, and the event is settled automatically once the old value is back.',
  method: 'POST',
  path: '/api/ip-targets/{id}/events/{event}/deny',
  ...access,
  idempotent: true,
  owns: { id: ipTarget, event: ipEvent },
  input: EventDecision,
  output: EventReply,
  examples: [{ input: EVENT, says: 'By its id' }],
  audit: ({ input: { event, reason = null }, output: { data } }) => ({ action: 'ip_event.denied', resource: { type: 'ip_event', id: event }, details: { kind: data.kind, target: data.targetId, address: data.address, reason } }),
  run: async ({ caller, now, owned, nothingChanged }, services, { reason = null }) => {
    const { event, changed } = await deny(services.db, services, eventOf(owned), { by: byOf(caller), reason, now });
    if (!changed) nothingChanged();
    return { success: true as const, data: presentEvent(event) };
  },
});

/** The event, of that very target. */
function eventOf({ id: target, event }: { id: { id: string }; event: IpEventRow }): IpEventRow {
  if (event.target_id !== target.id) throw new Problem('not_found', 'There is no such event of this IP target. Check the list for its id.');
  return event;
}

export const ipEventOperations = [list, authorizeEvent, denyEvent] as const;
