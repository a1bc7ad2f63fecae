import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { isSettled } from '../assessment.ts';
import type { Framework } from '../catalogue/index.ts';
import { evidenceFor, type EvidenceKind } from '../catalogue/evidence-map.ts';
import type { ControlRecord } from '../controls/shapes.ts';
import type { DocumentRecord } from '../documents/shapes.ts';
import type { ObservationRecord } from '../evidence/shapes.ts';

/** The version of the models that the documents follow. */
const OSCAL_VERSION = '1.2.1';
const NS = 'urn:domain-security-service:oscal';
const DAY_MS = 86_400_000;

/** What a document is made of. */
export interface Assessed {
  accountId: string;
  framework: Framework;
  controls: readonly ControlRecord[];
  observations: readonly z.output<typeof ObservationRecord>[];
  documents: readonly DocumentRecord[];
  /** Epoch milliseconds. */
  now: number;
}

const implementation: Readonly<Record<ControlRecord['status'], string>> = { notAssessed: 'planned', met: 'implemented', partial: 'partial', notMet: 'planned', notApplicable: 'not-applicable' };

/** The assessment as OSCAL assessment results. Pure; the same assessment has the same identifiers. */
export function assessmentResults(of: Assessed): object {
  const { framework, controls, now } = of;
  const assessed = controls.filter(({ status }) => status !== 'notAssessed');
  const plan = uuidOf(of.accountId, framework.id, 'plan');
  const observations = observationsOf(of);
  return {
    'assessment-results': {
      uuid: uuidOf(of.accountId, framework.id, 'results'),
      metadata: metadataOf(of, `Assessment of ${framework.title}`),
      'import-ap': { href: `#${plan}` },
      results: [{
        uuid: uuidOf(of.accountId, framework.id, 'result'), title: `Assessment of ${framework.title}`, description: framework.rule, start: startOf(controls, now), end: iso(now),
        'reviewed-controls': { 'control-selections': [{ 'include-controls': controls.map(({ control }) => ({ 'control-id': tokenOf(control) })) }] },
        ...filled('observations', observations.map(({ body }) => body)),
        ...filled('findings', assessed.map(record => findingOf(of, record, observations))),
      }],
      'back-matter': { resources: [{ uuid: plan, title: 'Assessment plan', description: 'A continuous self-assessment: people assess each control, and the service collects evidence every hour.' }] },
    },
  };
}

/** What is open as OSCAL plan of action and milestones; null where nothing is. Pure. */
export function planOfAction(of: Assessed): object | null {
  const open = of.controls.filter(({ status, planOfAction: plan }) => !isSettled(status) && (status !== 'notAssessed' || plan !== null));
  if (open.length === 0) return null;
  const observations = observationsOf(of);
  return {
    'plan-of-action-and-milestones': {
      uuid: uuidOf(of.accountId, of.framework.id, 'poam'),
      metadata: metadataOf(of, `Plan of action for ${of.framework.title}`),
      'system-id': { 'identifier-type': 'urn:domain-security-service:account', id: of.accountId },
      ...filled('observations', observations.map(({ body }) => body)),
      risks: open.map(record => riskOf(of, record)),
      findings: open.map(record => findingOf(of, record, observations)),
      'poam-items': open.map(record => ({
        uuid: uuidOf(of.accountId, record.id, 'item'), title: titleOf(record), description: record.planOfAction ?? 'No plan of action was written yet.',
        ...filled('props', record.weight === null ? [] : [{ name: 'sprs-weight', ns: NS, value: String(record.weight) }, { name: 'may-be-on-plan-of-action', ns: NS, value: String(record.onPlanOfAction) }]),
        'related-findings': [{ 'finding-uuid': uuidOf(of.accountId, record.id, 'finding') }], 'related-risks': [{ 'risk-uuid': uuidOf(of.accountId, record.id, 'risk') }],
      })),
    },
  };
}

function metadataOf({ framework, controls, now }: Assessed, title: string): object {
  const changed = controls.flatMap(({ changedAt }) => changedAt ?? []).toSorted().at(-1);
  return {
    title, 'last-modified': iso(now), version: changed ?? '0', 'oscal-version': OSCAL_VERSION,
    props: [{ name: 'framework', ns: NS, value: framework.id }, { name: 'framework-version', ns: NS, value: framework.version }],
    ...(framework.attribution === null ? {} : { remarks: framework.attribution }),
  };
}

function findingOf({ accountId, framework, documents }: Assessed, record: ControlRecord, observations: readonly Observed[]): object {
  const kinds = new Set<string>(evidenceFor(framework.id, record.control).map(({ kind }: EvidenceKind) => kind));
  const mine = new Set(documents.filter(({ controls }) => controls.includes(record.id)).map(({ id }) => id));
  const related = observations.filter(({ kind, document }) => (kind !== null && kinds.has(kind)) || (document !== null && mine.has(document)));
  return {
    uuid: uuidOf(accountId, record.id, 'finding'), title: titleOf(record), description: record.justification ?? record.text ?? record.summary ?? record.title,
    props: [{ name: 'label', value: record.control }, { name: 'status', ns: NS, value: record.status }, ...(record.approach === null ? [] : [{ name: 'approach', ns: NS, value: record.approach }])],
    target: {
      type: 'objective-id', 'target-id': tokenOf(record.control),
      status: { state: isSettled(record.status) ? 'satisfied' : 'not-satisfied' },
      'implementation-status': { state: record.approach === 'alternative' && record.status === 'met' ? 'alternative' : implementation[record.status] },
    },
    ...filled('related-observations', related.map(({ body }) => ({ 'observation-uuid': (body as { uuid: string }).uuid }))),
    ...(record.owner === null ? {} : { remarks: `Owner: ${record.owner}` }),
  };
}

function riskOf({ accountId }: Assessed, record: ControlRecord): object {
  return {
    uuid: uuidOf(accountId, record.id, 'risk'), title: titleOf(record), description: record.text ?? record.summary ?? record.title, statement: 'The control is not met, or met in part.', status: 'open',
    ...(record.dueOn === null ? {} : { deadline: `${record.dueOn}T23:59:59Z` }),
    ...(record.planOfAction === null ? {} : { remediations: [{ uuid: uuidOf(accountId, record.id, 'response'), lifecycle: 'planned', title: titleOf(record), description: record.planOfAction }] }),
  };
}

/** An observation with what it is evidence by: a kind of the map, or a document. */
interface Observed {
  kind: string | null;
  document: string | null;
  body: object;
}

function observationsOf({ accountId, framework, observations, documents }: Assessed): Observed[] {
  const kinds = new Map(framework.controls.flatMap(({ id }) => evidenceFor(framework.id, id)).map(one => [one.kind, one]));
  return [
    ...observations.filter(({ kind }) => kinds.has(kind)).map(({ id, kind, verdict, observedAt, details }): Observed => ({
      kind, document: null,
      body: {
        uuid: uuidOf(accountId, id), title: kinds.get(kind)!.title,
        description: [`${details?.domain ?? 'The account'}: ${verdict}.`, ...details?.findings.map(({ id: finding, severity, title }) => `${title} (${severity}, ${finding})`) ?? []].join('\n\n'),
        props: [{ name: 'verdict', ns: NS, value: verdict }, { name: 'kind', ns: NS, value: kind }], methods: ['TEST'], types: ['control-objective'], collected: observedAt,
        expires: iso(Date.parse(observedAt) + kinds.get(kind)!.freshDays * DAY_MS),
      },
    })),
    ...documents.filter(({ state }) => state !== 'withdrawn').map(({ id, title, note, url, file, addedAt, validUntil }): Observed => ({
      kind: null, document: id,
      body: {
        uuid: uuidOf(accountId, id), title, description: note ?? title, methods: ['EXAMINE'], types: ['control-objective'], collected: addedAt,
        ...(validUntil === null ? {} : { expires: `${validUntil}T23:59:59Z` }),
        'relevant-evidence': [{
          href: url ?? `#${id}`, description: file ? `${file.name}, ${file.size} bytes` : title,
          ...(file ? { props: [{ name: 'sha-256', ns: NS, value: file.sha256 }] } : {}),
        }],
      },
    })),
  ];
}

function titleOf({ control, title }: ControlRecord): string {
  return `${control} ${title}`;
}

function startOf(controls: readonly ControlRecord[], now: number): string {
  return controls.flatMap(({ changedAt }) => changedAt ?? []).toSorted()[0] ?? iso(now);
}

/** A control's number as OSCAL can have it: beginning with a letter, and without brackets. */
export function tokenOf(control: string): string {
  const token = control.replaceAll(/[^\p{L}\p{N}.\-_]/gu, '_');
  return /^[\p{L}_]/u.test(token) ? token : `_${token}`;
}

/** A UUID that is the same whenever it is made of the same (RFC 9562 §5.5, by SHA-256). */
function uuidOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A list where it has items: OSCAL has no empty ones. */
function filled(name: string, items: readonly object[]): object {
  return items.length === 0 ? {} : { [name]: items };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
