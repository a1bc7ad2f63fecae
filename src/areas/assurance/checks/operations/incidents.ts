import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { periodInput, periodOf } from '../../../../core/period.ts';
import { several } from '../../../../core/several.ts';
import { countOpen, findIncident, incidentsOf, presentIncident, saveIncident, withEntry, type IncidentRow } from '../incidents/store.ts';
import type { ChecksServices } from '../services.ts';
import { IncidentRecord, IncidentReply } from '../shapes.ts';

const ID = 'cin_01hzy3v4qk8m0p2r5s7t9w1x3z';
const access = { access: { scope: 'status' }, allowance: 'none' } as const;

/** An incident of the account's checks, by its id. */
const incident: Resource<ChecksServices, IncidentRow> = { type: 'incident of checks', load: ({ db }, accountId, id) => findIncident(db, accountId, id) };

const list = operationIn<ChecksServices>()({
  id: 'check_incidents.list',
  summary: 'List incidents of custom checks',
  description: 'Incidents, newest first. Checks of the same host that fail for the same cause are one incident, with a timeline and what followed services reported at the time.',
  method: 'GET',
  path: '/api/status/check-incidents',
  ...access,
  input: z.strictObject({ ...pageInput, ...periodInput, state: several(z.enum(['open', 'resolved'])).optional() }),
  output: pageOf(IncidentRecord).extend({
    counts: z.object({ open: z.int(), unacknowledged: z.int(), services: z.array(z.string()).describe('Followed services that reported trouble when open incidents began') }).describe('Over all open incidents of the account, however many the page shows'),
  }),
  examples: [{ input: { state: 'open' }, says: 'What goes on' }],
  run: async ({ caller }, { db }, { limit, cursor, state, ...period }) => {
    const filter = { open: state === undefined || new Set(state).size > 1 ? undefined : state[0] === 'open', ...periodOf(period) };
    const accountId = known(caller).account.id;
    const rows = await incidentsOf(db, accountId, filter, decodeCursor('check_incidents.list', cursor), limit + 1);
    return { ...cutPage('check_incidents.list', rows, limit, ({ started_at: at, id }) => ({ at, id }), presentIncident), counts: await countOpen(db, accountId) };
  },
});

const show = operationIn<ChecksServices>()({
  id: 'check_incidents.get',
  summary: 'Show an incident of custom checks',
  description: 'One incident with its checks and its timeline.',
  method: 'GET',
  path: '/api/status/check-incidents/{id}',
  ...access,
  owns: { id: incident },
  input: z.strictObject({ id: z.string() }),
  output: IncidentReply,
  examples: [{ input: { id: ID }, says: 'By its id' }],
  run: ({ owned }) => Promise.resolve({ success: true as const, data: presentIncident(owned.id) }),
});

const acknowledge = operationIn<ChecksServices>()({
  id: 'check_incidents.acknowledge',
  summary: 'Acknowledge an incident of custom checks',
  description: 'Marks an incident as being handled. Others see by whom and since when; a second call changes nothing.',
  method: 'POST',
  path: '/api/status/check-incidents/{id}/acknowledge',
  ...access,
  idempotent: true,
  owns: { id: incident },
  input: z.strictObject({ id: z.string() }),
  output: IncidentReply,
  examples: [{ input: { id: ID }, says: 'By its id' }],
  audit: ({ input: { id } }) => ({ action: 'check_incident.acknowledged', resource: { type: 'check_incident', id } }),
  run: async ({ caller, owned: { id: row }, now, nothingChanged }, { db }) => {
    if (row.acknowledged_at !== null) {
      nothingChanged();
      return { success: true as const, data: presentIncident(row) };
    }
    const who = known(caller);
    const by = who.kind === 'key' ? who.keyId : who.userId;
    const saved = await saveIncident(db, row.id, { acknowledged_at: now, acknowledged_by: by, timeline: withEntry(row, { at: now, kind: 'acknowledged', text: by }) });
    return { success: true as const, data: presentIncident(saved) };
  },
});

const note = operationIn<ChecksServices>()({
  id: 'check_incidents.note',
  summary: 'Add a note to an incident of custom checks',
  description: 'Sets the note of an incident, such as its cause or what was done. Earlier notes stay in the timeline.',
  method: 'PATCH',
  path: '/api/status/check-incidents/{id}',
  ...access,
  owns: { id: incident },
  input: z.strictObject({ id: z.string(), note: z.string().trim().max(2000).regex(/^[^\0]*$/).nullable() }),
  output: IncidentReply,
  examples: [{ input: { id: ID, note: 'The certificate was not renewed.' }, says: 'What it was' }],
  audit: ({ input: { id } }) => ({ action: 'check_incident.noted', resource: { type: 'check_incident', id } }),
  run: async ({ owned: { id: row }, now }, { db }, { note: text }) => {
    const saved = await saveIncident(db, row.id, { note: text === '' ? null : text, ...(text ? { timeline: withEntry(row, { at: now, kind: 'noted', text }) } : {}) });
    return { success: true as const, data: presentIncident(saved) };
  },
});

export const incidentOperations = [list, show, acknowledge, note] as const;
