import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { oneLine, TimeZone as AnyTimeZone, VersionRead } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn } from '../../../../core/operation.ts';
import { pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { several } from '../../../../core/several.ts';
import type { Db } from '../../../../store/index.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { deadlines } from '../catalogue/deadlines.ts';
import { clocksOf } from '../clocks/store.ts';
import { document } from '../documents/resource.ts';
import type { ComplianceServices } from '../services.ts';
import { watchReminders } from '../tasks/store.ts';
import { IncidentDetails } from './details.ts';
import { oneWithDuties, openWithDuties } from './duties.ts';
import { obligationStates } from './obligations.ts';
import { incidentsPage } from './page.ts';
import { incident } from './resource.ts';
import { DeadlineId, Deadlines, deadlinesOf, incidentKinds, IncidentRecord, incidentStatuses } from './shapes.ts';
import { changeIncident, countIncidents, findIncident, insertIncident, openIncidents, overStatuses, sayOfObligation, type IncidentRow } from './store.ts';

const MOST_INCIDENTS = 2000;
const MOST_OPEN = 200;
const EXAMPLE = { id: 'csi_01hzy3v4qk8m0p2r5s7t9w1x3z' };

const Reply = z.object({ success: z.literal(true), data: IncidentRecord });
const Title = oneLine(300);
const TimeZone = AnyTimeZone.describe('IANA time zone in which the days of its clocks are counted');
const Moment = z.iso.datetime({ offset: true });
const head = { title: Title, kind: z.enum(incidentKinds), severity: z.int().min(1).max(5).describe('1 is the most severe'), discoveredAt: Moment.describe('When it was discovered, from which clocks run; changing it later is audited') };
/** Fields as they may be given: what is left out is not known, or stays. */
const details = Object.fromEntries(Object.entries(IncidentDetails.shape).map(([name, field]) => [name, field.removeDefault().optional()])) as unknown as Partialised;
type Partialised = { [Name in keyof typeof IncidentDetails.shape]: z.ZodOptional<ReturnType<(typeof IncidentDetails.shape)[Name]['removeDefault']>> };

const list = operationIn<ComplianceServices>()({
  id: 'compliance.incidents.list',
  summary: 'List the incidents',
  description: 'The security incidents of the account, newest first, each with its reporting duties and deadlines.',
  method: 'GET',
  path: '/api/compliance/incidents',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({ status: several(z.enum(incidentStatuses)).optional(), ...pageInput }),
  output: pageOf(IncidentRecord).extend({ deadlines: Deadlines }),
  examples: [{ input: {}, says: 'All of them' }, { input: { status: ['open', 'contained'] }, says: 'Those that are not over' }],
  run: async ({ caller, now }, { db }, { status, limit, cursor }) => {
    const accountId = known(caller).account.id;
    return { ...await incidentsPage(db, accountId, { status, limit, cursor }, now), deadlines: deadlinesOf(await openWithDuties(db, accountId, now)) };
  },
});

const show = operationIn<ComplianceServices>()({
  id: 'compliance.incidents.get',
  summary: 'Show an incident',
  description: 'One incident with all known facts, its reporting duties and deadlines.',
  method: 'GET',
  path: '/api/compliance/incidents/{id}',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: incident },
  input: z.strictObject({ id: z.string() }),
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id, as the list shows it' }],
  run: async ({ owned, now }, { db }) => ({ success: true as const, data: await oneWithDuties(db, owned.id, now) }),
});

const create = operationIn<ComplianceServices>()({
  id: 'compliance.incidents.create',
  summary: 'Open an incident',
  description: 'Opens a security incident. Its reporting duties and their deadlines are computed from the known facts.',
  method: 'POST',
  path: '/api/compliance/incidents',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  status: 201,
  idempotent: true,
  owns: { evidence: document },
  input: z.strictObject({ ...head, timeZone: TimeZone.default('UTC'), ...details }),
  output: Reply,
  examples: [{ input: { title: 'Laptop with patient records stolen', kind: 'breach', severity: 2, discoveredAt: '2026-11-20T14:00:00Z', timeZone: 'America/New_York', healthData: true, encrypted: false, individualsAffected: 620, evidence: ['cev_01hzy3v4qk8m0p2r5s7t9w1x3z'] }, says: 'A breach of health information, with the log of the server as evidence' }],
  audit: ({ output: { data } }) => ({ action: 'compliance.incident_opened', resource: { type: 'compliance_incident', id: data.id }, details: { discoveredAt: data.discoveredAt } }),
  run: async ({ caller, now }, services, { title, kind, severity, discoveredAt, timeZone, ...given }) => {
    const accountId = known(caller).account.id;
    await lockAccount(services.db, accountId);
    if ((await openIncidents(services.db, accountId)).length >= MOST_OPEN) throw tooManyOpen();
    if (await countIncidents(services.db, accountId) >= MOST_INCIDENTS) throw new Problem('limit_reached', `The account has ${MOST_INCIDENTS} incidents, which is the limit. Export the account to archive them, and ask the operator of this service.`, { limit: MOST_INCIDENTS });
    const record = JSON.stringify(IncidentDetails.parse(given));
    const row = await insertIncident(services.db, services, { account_id: accountId, title, kind, severity, status: 'open', discovered_at: past(discoveredAt, now), time_zone: timeZone, record }, now);
    await watchReminders(services.db, accountId, now);
    return { success: true as const, data: await oneWithDuties(services.db, row, now) };
  },
});

const update = operationIn<ComplianceServices>()({
  id: 'compliance.incidents.update',
  summary: 'Change an incident',
  description: 'Changes the fields that are given, for instance new facts, the time of discovery, or that a duty was fulfilled. Give the version that was read.',
  method: 'PATCH',
  path: '/api/compliance/incidents/{id}',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: incident, evidence: document },
  input: z.strictObject({
    id: z.string(), version: VersionRead,
    title: head.title.optional(), kind: head.kind.optional(), severity: head.severity.optional(), discoveredAt: head.discoveredAt.optional(),
    status: z.enum(incidentStatuses).optional(), timeZone: TimeZone.optional(), ...details,
    obligation: z.strictObject({ id: DeadlineId, state: z.enum(obligationStates), doneAt: Moment.nullable().default(null), reference: z.string().trim().max(500).nullable().default(null) }).optional().describe('What became of one of its duties'),
  }),
  output: Reply,
  examples: [
    { input: { ...EXAMPLE, version: 1, status: 'contained', containedAt: '2026-11-21T09:00:00Z', evidence: ['cev_01hzy3v4qk8m0p2r5s7t9w1x3z'] }, says: 'It is contained, and a file is evidence of it' },
    { input: { ...EXAMPLE, version: 1, obligation: { id: 'hipaaIndividuals', state: 'done', doneAt: '2026-12-01T12:00:00Z', reference: 'Sent by first-class mail' } }, says: 'A duty was done' },
  ],
  audit: ({ input: { id, obligation, ...given }, output: { data } }) => ({
    action: 'compliance.incident_changed', resource: { type: 'compliance_incident', id },
    details: { fields: Object.keys(given).filter(field => field !== 'version'), discoveredAt: data.discoveredAt, ...(obligation ? { obligation: obligation.id, state: obligation.state } : {}) },
  }),
  run: async ({ owned, now }, services, { version, title, kind, severity, status, discoveredAt, timeZone, obligation, ...given }) => {
    const row = owned.id;
    if (row.version !== version) throw await stale(services, row, now);
    if (isOver(row.status) && status !== undefined && !isOver(status) && (await openIncidents(services.db, row.account_id)).length >= MOST_OPEN) throw tooManyOpen();
    const record = JSON.stringify(IncidentDetails.parse({ ...JSON.parse(row.record) as object, ...onlyGiven(given) }));
    const changed = await changeIncident(services.db, row, onlyGiven({ title, kind, severity, status, time_zone: timeZone, discovered_at: discoveredAt === undefined ? undefined : past(discoveredAt, now), record }), now);
    if (changed === null) throw await stale(services, row, now);
    if (obligation) await requireDuty(services.db, row.account_id, obligation.id);
    if (obligation) await sayOfObligation(services.db, { incident_id: row.id, deadline: obligation.id, state: obligation.state, done_at: obligation.doneAt === null ? null : Date.parse(obligation.doneAt), reference: obligation.reference });
    return { success: true as const, data: await oneWithDuties(services.db, changed, now) };
  },
});

/** Throws `Problem` unless the duty is one of public law or of a clock of the account. */
async function requireDuty(db: Db, accountId: string, id: string): Promise<void> {
  if (deadlines.some(one => one.id === id) || (await clocksOf(db, accountId)).some(one => one.id === id)) return;
  throw invalid([{ path: ['obligation', 'id'], message: 'There is no such duty. Give an id as it stands in `obligations` of the incident.' }]);
}

const isOver = (status: string): boolean => (overStatuses as readonly string[]).includes(status);

function tooManyOpen(): Problem {
  return new Problem('limit_reached', `The account has ${MOST_OPEN} open incidents, which is the limit. Close or dismiss one first.`, { limit: MOST_OPEN });
}

/** Shows the current version of the incident. */
async function stale({ db }: ComplianceServices, { account_id: accountId, id }: IncidentRow, now: number): Promise<Problem> {
  const current = await findIncident(db, accountId, id);
  if (current === null) return new Problem('not_found', 'There is no such incident any more.');
  return new Problem('version_conflict', `The incident has the version ${current.version} now. Read it, then change it again with that version.`, { current: await oneWithDuties(db, current, now) });
}

/** Only what was given. */
function onlyGiven<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

function past(iso: string, now: number): number {
  const at = Date.parse(iso);
  if (at > now) throw invalid([{ path: ['discoveredAt'], message: 'The time of discovery is in the future. Give the time when it was discovered.' }]);
  return at;
}

export const incidentOperations = [list, show, create, update] as const;
