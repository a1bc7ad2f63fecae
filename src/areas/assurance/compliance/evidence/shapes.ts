import { z } from 'zod';
import type { KnownCaller } from '../../../../core/access.ts';
import { severities } from '../../../../core/finding.ts';
import { evidenceKinds, type EvidenceKindName, type EvidenceSources } from '../../../evidence-source.ts';
import { isFresh, type EvidenceKind } from '../catalogue/evidence-map.ts';
import { findingsIn, type KindCounts, type ObservationRow } from './store.ts';

const verdicts = ['supports', 'contradicts', 'stale'] as const;
const Verdict = z.enum(verdicts).describe('`stale`: too old to say anything');

export const ObservationRecord = z.object({
  id: z.string(),
  kind: z.enum(evidenceKinds),
  verdict: Verdict,
  observedAt: z.iso.datetime().describe('When it was last seen so'),
  since: z.iso.datetime().describe('When it was first seen so'),
  endedAt: z.iso.datetime().nullable().describe('When something else was seen, or its domain was deleted; null while it holds'),
  details: z.object({
    domainId: z.string().nullable(), domain: z.string().nullable().describe('Null for the account as a whole'),
    findings: z.array(z.object({ id: z.string(), severity: z.enum(severities), title: z.string() })).describe('What contradicts, most severe first'),
    path: z.string().describe('The page that shows it'),
  }).nullable().describe('Null for keys without the scope of its source'),
}).meta({ id: 'ComplianceObservation' });

export const EvidenceCounts = z.object({
  supports: z.int(), contradicts: z.int(), stale: z.int(), documents: z.int().describe('Files and links that count today'), expired: z.int().describe('Files and links that count no more'),
}).meta({ id: 'ComplianceEvidenceCounts' });

export const AutomaticEvidence = z.object({
  kind: z.enum(evidenceKinds),
  title: z.string(),
  strength: z.enum(['partial', 'supporting', 'record']).describe('How far it goes: it shows a part of what is asked, supports it, or is the record that is asked for'),
  limits: z.string().nullable(),
  freshDays: z.int().describe('For how many days what was seen counts'),
  verdict: z.enum([...verdicts, 'none']).describe('Over all domains of the framework: `contradicts` where one does, `none` where nothing was seen yet'),
  supports: z.int(), contradicts: z.int(), stale: z.int(),
  observations: z.array(ObservationRecord).describe('At most 25, those that contradict first'),
});

export function presentObservation(row: ObservationRow, caller: KnownCaller, sources: EvidenceSources, now: number): z.output<typeof ObservationRecord> {
  const scope = sources.get(row.area)?.scope ?? 'compliance';
  const mayRead = caller.kind === 'session' || caller.scopes.includes(scope);
  const iso = (at: number) => new Date(at).toISOString();
  const kind = row.kind as EvidenceKindName;
  return {
    id: row.id, kind, verdict: row.ended_at === null && !isFresh(kind, row.last_at, now) ? 'stale' : row.verdict as 'supports' | 'contradicts',
    observedAt: iso(row.last_at), since: iso(row.first_at), endedAt: row.ended_at === null ? null : iso(row.ended_at),
    details: mayRead ? { domainId: row.domain_id || null, domain: row.domain_name, findings: findingsIn(row), path: row.path } : null,
  };
}

/** What observations of one kind come to. */
export function verdictOf({ supports, contradicts, stale }: KindCounts): z.output<typeof AutomaticEvidence>['verdict'] {
  return contradicts > 0 ? 'contradicts' : supports > 0 ? 'supports' : stale > 0 ? 'stale' : 'none';
}

export const nothingSeen: KindCounts = { supports: 0, contradicts: 0, stale: 0 };

/** What is seen of all these kinds together. */
export function sumOf(kinds: readonly EvidenceKind[], counts: ReadonlyMap<string, KindCounts>): KindCounts {
  return kinds.map(({ kind }) => counts.get(kind) ?? nothingSeen).reduce((sum, one) => ({ supports: sum.supports + one.supports, contradicts: sum.contradicts + one.contradicts, stale: sum.stale + one.stale }), nothingSeen);
}
