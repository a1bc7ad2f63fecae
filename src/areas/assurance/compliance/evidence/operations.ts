import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { DomainReference, howToAdd } from '../../../../core/domain-reference.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import { evidenceKinds } from '../../../evidence-source.ts';
import { subjectResource } from '../../../subject.ts';
import { evidenceFor } from '../catalogue/evidence-map.ts';
import { chosenControl, type ChosenControl } from '../controls/chosen.ts';
import type { ComplianceServices } from '../services.ts';
import { collectJob } from './collect.ts';
import { ObservationRecord, presentObservation } from './shapes.ts';
import { collectedAt, earlierObservations } from './store.ts';

const LIST = 'compliance.observations';
const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;
const CollectedAt = z.iso.datetime().nullable().describe('When evidence was last collected; null before the first time');

const list = operationIn<ComplianceServices>()({
  id: 'compliance.observations.list',
  summary: 'List what was seen as evidence',
  description: 'Everything that the service has seen by itself as evidence for controls, newest first, also what holds no more: when it was first and last seen so, whether it supports or contradicts, and by which findings. Kept for six years.',
  method: 'GET',
  path: '/api/compliance/observations',
  ...access,
  owns: { domain: subjectResource('domain', howToAdd), control: chosenControl },
  input: z.strictObject({
    kind: several(z.enum(evidenceKinds)).optional().describe('Only of these kinds'),
    control: several(z.string().max(200)).optional().describe('Only what is evidence for these controls, such as pci-dss:5.4'),
    domain: several(DomainReference).optional().describe('Only of these domains, by name or id'),
    ...pageInput,
  }),
  output: pageOf(ObservationRecord).extend({ collectedAt: CollectedAt }),
  examples: [{ input: {}, says: 'All of it' }, { input: { control: 'pci-dss:5.4' }, says: 'Of one control' }],
  run: async ({ caller, now, owned }, { db, evidenceSources }, { kind, control, domain, limit, cursor }) => {
    const controls = control === undefined ? undefined : owned.control as unknown as ChosenControl[];
    const who = known(caller);
    const rows = await earlierObservations(db, who.account.id, { kinds: kindsOf(kind, controls), domainIds: domain }, decodeCursor(LIST, cursor), limit + 1);
    const at = await collectedAt(db, who.account.id);
    return { ...cutPage(LIST, rows, limit, row => ({ at: row.first_at, id: row.id }), row => presentObservation(row, who, evidenceSources, now)), collectedAt: at === null ? null : new Date(at).toISOString() };
  },
});

/** The kinds that both filters let through; undefined for all. */
function kindsOf(kinds: readonly string[] | undefined, controls: readonly ChosenControl[] | undefined): readonly string[] | undefined {
  if (controls === undefined) return kinds;
  const own = [...new Set(controls.flatMap(({ key }) => evidenceFor(key.framework, key.control).map(({ kind }) => kind as string)))];
  return kinds === undefined ? own : own.filter(kind => kinds.includes(kind));
}

const collect = operationIn<ComplianceServices>()({
  id: 'compliance.observations.collect',
  summary: 'Collect evidence now',
  description: 'Has evidence collected from what all areas know now, which otherwise happens every hour. It starts no scans.',
  method: 'POST',
  path: '/api/compliance/observations/collect',
  ...access,
  status: 202,
  location: '/api/compliance/observations',
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: z.object({ collectedAt: CollectedAt }) }),
  examples: [{ input: {}, says: 'For all frameworks that apply' }],
  audit: ({ caller }) => ({ action: 'compliance.evidence_collected', resource: { type: 'account', id: known(caller).account.id } }),
  run: async ({ caller }, { db, queue }) => {
    const accountId = known(caller).account.id;
    await queue.add(db, accountId, [collectJob({}, { dedupeKey: accountId })]);
    const at = await collectedAt(db, accountId);
    return { success: true as const, data: { collectedAt: at === null ? null : new Date(at).toISOString() } };
  },
});

export const observationOperations = [list, collect] as const;
