import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { several } from '../../../../core/several.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { statuses } from '../assessment.ts';
import { controlOf, type Control, type Framework } from '../catalogue/index.ts';
import { FrameworkId } from '../frameworks/operations.ts';
import { chosenBy, isChosen } from '../frameworks/store.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { changed } from './change.ts';
import { ControlDetails, controlFields, ControlId, ControlRecord, presentChange, presentControl } from './shapes.ts';
import { changesOf, findRow, nothingSaid, rowsOf, writeControl, type ControlKey, type ControlRow } from './store.ts';

const LIST = 'compliance.list';
const SHOWN_CHANGES = 100;
const MOST_AT_ONCE = 200;
const EXAMPLE = 'cmmc-l2:AC.L2-3.1.1';

interface Chosen {
  key: ControlKey;
  framework: Framework;
  control: Control;
}

/** A control of a framework that applies to the account. */
const chosenControl: Resource<ComplianceServices, Chosen> = {
  type: 'compliance control',
  load: async ({ db }, accountId, id) => {
    const found = controlOf(id);
    if (!found || !await isChosen(db, accountId, found.framework.id)) return null;
    return { ...found, key: { accountId, framework: found.framework.id, control: found.control.id } };
  },
  remedy: 'GET /api/compliance lists the controls of the frameworks that apply; PUT /api/compliance/frameworks/{framework} has one apply.',
};

const list = operationIn<ComplianceServices>()({
  id: 'compliance.list',
  summary: 'List the controls',
  description: 'The controls of the frameworks that apply to the account, in catalogue order, each with its assessment. Progress and score: GET /api/compliance/frameworks. Incidents: GET /api/compliance/incidents.',
  method: 'GET',
  path: '/api/compliance',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({
    framework: several(FrameworkId).optional().describe('Only controls of these frameworks'),
    status: several(z.enum(statuses)).optional(),
    family: z.string().max(100).optional().describe('Only controls of this family, by its whole name'),
    owner: z.string().max(200).optional().describe('Only controls that this person answers for; `none` for those of nobody'),
    overdue: z.stringbool().optional().describe('Only open controls that were due before today'),
    search: z.string().max(100).optional().describe('Words in number or title'),
    ...pageInput,
  }),
  output: pageOf(ControlRecord),
  examples: [{ input: {}, says: 'All of them' }, { input: { framework: 'cmmc-l2', status: ['notMet', 'partial'] }, says: 'What is open in CMMC Level 2' }],
  run: async ({ caller, now }, { db }, { limit, cursor, ...filter }) => {
    const accountId = known(caller).account.id;
    const chosen = (await chosenBy(db, accountId)).map(({ framework }) => framework).filter(({ id }) => filter.framework === undefined || filter.framework.includes(id));
    const rows = await rowsOf(db, accountId, chosen.map(({ id }) => id));
    const records = chosen.flatMap(framework => framework.controls.filter(({ heading }) => !heading).map(control => presentControl({ framework, control }, rows.get(`${framework.id}:${control.id}`), now)));
    const matching = records.filter(record => matches(record, filter)).map((record, at) => ({ record, at }));
    const after = decodeCursor(LIST, cursor)?.at ?? -1;
    return cutPage(LIST, matching.filter(({ at }) => at > after).slice(0, limit + 1), limit, ({ at }) => ({ at, id: 'ctl_0' }), ({ record }) => record);
  },
});

function matches(record: ControlRecord, { status, family, owner, overdue, search }: { status?: string[] | undefined; family?: string | undefined; owner?: string | undefined; overdue?: boolean | undefined; search?: string | undefined }): boolean {
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  return (status === undefined || status.includes(record.status))
    && (family === undefined || record.family === family)
    && (owner === undefined || (owner === 'none' ? record.owner === null : record.owner === owner))
    && (!overdue || record.overdue)
    && words.every(word => `${record.control} ${record.title}`.toLowerCase().includes(word));
}

const show = operationIn<ComplianceServices>()({
  id: 'compliance.get',
  summary: 'Show a control',
  description: 'One control with its text where that is public, its assessment, and its history.',
  method: 'GET',
  path: '/api/compliance/{id}',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: chosenControl },
  input: z.strictObject({ id: ControlId }),
  output: z.object({ success: z.literal(true), data: ControlDetails }),
  examples: [{ input: { id: EXAMPLE }, says: 'By its id, as the list shows it' }],
  run: async ({ owned: { id: { key, ...of } }, now }, { db }) => ({
    success: true as const, data: { ...presentControl(of, await findRow(db, key), now), history: (await changesOf(db, key, SHOWN_CHANGES)).map(presentChange) },
  }),
});

const update = operationIn<ComplianceServices>()({
  id: 'compliance.update',
  summary: 'Assess a control',
  description: 'Changes the fields that are given; the change is kept in the history. Give the version that was read: if the control has changed since, nothing is written and the reply shows its current state.',
  method: 'PUT',
  path: '/api/compliance/{id}',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  owns: { id: chosenControl },
  input: z.strictObject({ id: ControlId, version: z.int().min(0).describe('The version that was read; 0 before the first change'), ...controlFields }),
  output: z.object({ success: z.literal(true), data: ControlRecord }),
  examples: [
    { input: { id: EXAMPLE, version: 0, status: 'met', owner: 'Ada', note: 'Single sign-on for all systems since May' }, says: 'It is met' },
    { input: { id: EXAMPLE, version: 0, status: 'notMet', dueOn: '2027-03-31', planOfAction: 'Move the file server behind single sign-on' }, says: 'It stands on the plan of action' },
  ],
  audit: ({ input: { id, status }, output }) => ({ action: 'compliance.control_changed', resource: { type: 'compliance_control', id }, details: { status: status ?? output.data.status, version: output.data.version } }),
  run: async ({ caller, owned: { id: of }, now }, services, { version, note, ...given }) => {
    await lockAccount(services.db, of.key.accountId);
    const row = await findRow(services.db, of.key);
    if ((row?.version ?? 0) !== version) throw conflict(of, row, now);
    const written = await writeControl(services.db, services, of.key, row, changed(row ?? nothingSaid, given, of.control), { note: note ?? null, by: byOf(caller), now });
    return { success: true as const, data: presentControl(of, written, now) };
  },
});

const { note, ...fields } = controlFields;

const updateMany = operationIn<ComplianceServices>()({
  id: 'compliance.update_many',
  summary: 'Assess several controls',
  description: `Changes the same fields of up to ${MOST_AT_ONCE} controls, all or none, whatever their versions are.`,
  method: 'POST',
  path: '/api/compliance/bulk',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  owns: { ids: chosenControl },
  input: z.strictObject({ ids: z.array(ControlId).min(1).max(MOST_AT_ONCE), ...fields, note }),
  output: z.object({ success: z.literal(true), data: z.array(ControlRecord) }),
  examples: [{ input: { ids: [EXAMPLE], status: 'met', owner: 'Ada' }, says: 'They are met' }],
  audit: ({ input: { ids, status } }) => ({ action: 'compliance.controls_changed', resource: { type: 'compliance_control', id: ids[0]! }, details: { controls: ids.length, status: status ?? null } }),
  run: async ({ caller, owned, now }, services, { note: why, ...given }) => {
    await lockAccount(services.db, known(caller).account.id);
    const data = [];
    for (const of of owned.ids as unknown as Chosen[]) {
      const row = await findRow(services.db, of.key);
      const written = await writeControl(services.db, services, of.key, row, changed(row ?? nothingSaid, given, of.control), { note: why ?? null, by: byOf(caller), now });
      data.push(presentControl(of, written, now));
    }
    return { success: true as const, data };
  },
});

function conflict(of: Chosen, row: ControlRow | undefined, now: number): Problem {
  return new Problem('version_conflict', `The control has the version ${row?.version ?? 0} now. Read it, then change it again with that version.`, { current: presentControl(of, row, now) });
}

export const controlOperations = [list, show, update, updateMany] as const;
