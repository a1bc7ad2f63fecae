import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { LAST_VERSION } from '../../../../core/inputs.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { evidenceCounts, evidenceOfControl } from '../evidence/for-controls.ts';
import { settleContradictions } from '../evidence/alerts.ts';
import { chosenBy, type ChosenFramework } from '../frameworks/store.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { changed } from './change.ts';
import { chosenControl, type ChosenControl } from './chosen.ts';
import { ControlId } from './control-id.ts';
import { ControlDetails, controlFields, ControlRecord, presentChange, presentControl } from './shapes.ts';
import { listRecords } from './list.ts';
import { changesOf, findRow, nothingSaid, writeControl, type ControlRow } from './store.ts';

const SHOWN_CHANGES = 100;
const MOST_AT_ONCE = 200;
const EXAMPLE = 'cmmc-l2:AC.L2-3.1.1';

const show = operationIn<ComplianceServices>()({
  id: 'compliance.get',
  summary: 'Show a control',
  description: 'One control with its text where that is public, its assessment, its evidence, which is what the service has seen by itself and what people gave, and its history.',
  method: 'GET',
  path: '/api/compliance/{id}',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: chosenControl },
  input: z.strictObject({ id: ControlId }),
  output: z.object({ success: z.literal(true), data: ControlDetails }),
  examples: [{ input: { id: EXAMPLE }, says: 'By its id, as the list shows it' }],
  run: async ({ caller, owned: { id: of }, now }, services) => {
    const chosen = await chosenOf(services, of);
    return {
      success: true as const,
      data: {
        ...await presented(services, of, await findRow(services.db, of.key), now), ...await evidenceOfControl(services, known(caller), chosen, of.control.id, now),
        history: (await changesOf(services.db, of.key, SHOWN_CHANGES)).map(presentChange),
      },
    };
  },
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
  input: z.strictObject({ id: ControlId, version: z.int().min(0).max(LAST_VERSION).describe('The version that was read; 0 before the first change'), ...controlFields }),
  output: z.object({ success: z.literal(true), data: ControlRecord }),
  examples: [
    { input: { id: EXAMPLE, version: 0, status: 'met', owner: 'Ada', note: 'Single sign-on for all systems since May' }, says: 'It is met' },
    { input: { id: EXAMPLE, version: 0, status: 'notMet', dueOn: '2027-03-31', planOfAction: 'Move the file server behind single sign-on' }, says: 'It stands on the plan of action' },
  ],
  audit: ({ input: { id, status }, output }) => ({ action: 'compliance.control_changed', resource: { type: 'compliance_control', id }, details: { status: status ?? output.data.status, version: output.data.version } }),
  run: async ({ caller, owned: { id: of }, now }, services, { version, note, ...given }) => {
    await lockAccount(services.db, of.key.accountId);
    const row = await findRow(services.db, of.key);
    if ((row?.version ?? 0) !== version) throw await conflict(services, of, row, now);
    const written = await writeControl(services.db, services, of.key, row, changed(row ?? nothingSaid, given, of.control), { note: note ?? null, by: byOf(caller), now });
    await settleContradictions(services.db, services, of.key.accountId, now);
    return { success: true as const, data: await presented(services, of, written, now) };
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
    const accountId = known(caller).account.id;
    await lockAccount(services.db, accountId);
    const countsOf = await evidenceCounts(services, accountId, await chosenBy(services.db, accountId), now);
    const data = [];
    for (const of of owned.ids as unknown as ChosenControl[]) {
      const row = await findRow(services.db, of.key);
      const written = await writeControl(services.db, services, of.key, row, changed(row ?? nothingSaid, given, of.control), { note: why ?? null, by: byOf(caller), now });
      data.push(presentControl(of, written, countsOf, now));
    }
    await settleContradictions(services.db, services, accountId, now);
    return { success: true as const, data };
  },
});

async function conflict(services: ComplianceServices, of: ChosenControl, row: ControlRow | undefined, now: number): Promise<Problem> {
  return new Problem('version_conflict', `The control has the version ${row?.version ?? 0} now. Read it, then change it again with that version.`, { current: await presented(services, of, row, now) });
}

async function chosenOf({ db }: ComplianceServices, { key, framework }: ChosenControl): Promise<ChosenFramework> {
  return (await chosenBy(db, key.accountId)).find(one => one.framework.id === framework.id)!;
}

async function presented(services: ComplianceServices, of: ChosenControl, row: ControlRow | undefined, now: number): Promise<ControlRecord> {
  return presentControl(of, row, await evidenceCounts(services, of.key.accountId, [await chosenOf(services, of)], now), now);
}

export const controlOperations = [listRecords, show, update, updateMany] as const;
