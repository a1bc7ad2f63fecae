import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor } from '../../../core/page.ts';
import { periodOf } from '../../../core/period.ts';
import { domain, findDomain } from '../../domains/inventory/index.ts';
import { alertOfDarkweb } from './alerts.ts';
import type { DarkwebServices } from './services.ts';
import { EventPage, EventQuery, Incident, IncidentPage, IncidentQuery, presentEvent, presentIncident, Reason } from './shapes.ts';
import { listEvents } from './store/events.ts';
import { countIncidents, listIncidents } from './store/incident-list.ts';
import { answerIncident, findIncident, type IncidentRow } from './store/incidents.ts';
import { incidentStates } from './words.ts';

const LIST = 'darkweb.breaches';
const EVENTS = 'darkweb.events';
const EXAMPLE = 'dwi_01hzy3v4qk8m0p2r5s7t9w1x3z';

const incident: Resource<DarkwebServices, IncidentRow> = { type: 'dark web incident', load: ({ db }, accountId, id) => findIncident(db, accountId, id) };

const list = operationIn<DarkwebServices>()({
  id: 'darkweb.breaches',
  summary: 'List breaches and other leaks',
  description: 'Breaches with addresses of the domains, infected computers, leaked records and claims of ransomware groups, the latest first, each with what to do. '
    + 'Only what sources have answered is in it: `darkweb.status` shows which did. Sensitive breaches are counted, not shown.',
  method: 'GET', path: '/api/darkweb/breaches', access: { scope: 'scans' }, plan: 'pro', allowance: 'none',
  owns: { domain },
  input: IncidentQuery,
  output: IncidentPage,
  examples: [{ input: {}, says: 'Of all domains' }, { input: { status: 'open', kind: 'stealerEmployee' }, says: 'Infected employees that nobody has dealt with' }],
  run: async ({ caller }, { db }, { limit, cursor, ...filter }) => {
    const accountId = known(caller).account.id;
    const rows = await listIncidents(db, accountId, filter, decodeCursor(LIST, cursor), limit + 1);
    return { ...cutPage(LIST, rows, limit, ({ position: at, id }) => ({ at, id }), presentIncident), counts: await countIncidents(db, accountId, filter) };
  },
});

const update = operationIn<DarkwebServices>()({
  id: 'darkweb.update_breach',
  summary: 'Acknowledge a breach',
  description: 'Says of a breach or another leak that it was dealt with; `open` takes that back. If it grows later, it is open again.',
  method: 'PATCH', path: '/api/darkweb/breaches/{id}', access: { scope: 'scans' }, plan: 'pro', allowance: 'none',
  owns: { id: incident },
  input: z.strictObject({ id: z.string(), status: z.enum(incidentStates), reason: Reason.optional().describe('What was done') }),
  output: z.object({ success: z.literal(true), data: Incident }),
  examples: [{ input: { id: EXAMPLE, status: 'acknowledged', reason: 'Passwords were reset' }, says: 'Dealt with' }],
  audit: ({ input: { id, status } }) => ({ action: 'darkweb.answered', resource: { type: 'dark web incident', id }, details: { status } }),
  run: async ({ caller, owned: { id: row }, now }, services, { status, reason = null }) => {
    const { db } = services;
    const who = known(caller);
    const after = await answerIncident(db, row, status, status === 'open' ? null : { reason, by: who.kind === 'key' ? who.keyId : who.userId, at: now });
    const of = (await findDomain(db, row.account_id, row.domain_id))!;
    await alertOfDarkweb(db, services, row.account_id, of, now);
    return { success: true as const, data: presentIncident({ ...after, name: of.name }) };
  },
});

const events = operationIn<DarkwebServices>()({
  id: 'darkweb.events',
  summary: 'List new breaches, infected employees and claims',
  description: 'What became known after the first search of each domain, newest first, with what to do next. What was so before the first search is no event.',
  method: 'GET', path: '/api/darkweb/events', access: { scope: 'scans' }, plan: 'pro', allowance: 'none',
  owns: { domain },
  input: EventQuery,
  output: EventPage,
  examples: [{ input: {}, says: 'All' }, { input: { kind: 'ransomClaim' }, says: 'Claims of ransomware groups' }],
  run: async ({ caller }, { db }, { limit, cursor, domain: domains, kind, ...period }) => {
    const rows = await listEvents(db, known(caller).account.id, { domain: domains, kind, ...periodOf(period) }, decodeCursor(EVENTS, cursor), limit + 1);
    return cutPage(EVENTS, rows, limit, ({ at, id }) => ({ at, id }), presentEvent);
  },
});

export const incidentOperations = [list, update, events] as const;
