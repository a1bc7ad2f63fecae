import type { z } from 'zod';
import type { KnownCaller } from '../../../../core/access.ts';
import { evidenceFor } from '../catalogue/evidence-map.ts';
import { controlsOfDocuments, countDocuments, newestDocuments } from '../documents/store.ts';
import { presentDocument, type DocumentRecord } from '../documents/shapes.ts';
import { scopeOf, type ChosenFramework } from '../frameworks/store.ts';
import type { ComplianceServices } from '../services.ts';
import { nothingSeen, presentObservation, sumOf, verdictOf, type AutomaticEvidence, type EvidenceCounts } from './shapes.ts';
import { countsByKind, observationsOf } from './store.ts';

const SHOWN_OBSERVATIONS = 25;
const SHOWN_DOCUMENTS = 100;

/** The evidence of any control of these frameworks, counted. */
export type CountsOf = (framework: string, control: string) => z.output<typeof EvidenceCounts>;

export async function evidenceCounts({ db }: Pick<ComplianceServices, 'db'>, accountId: string, chosen: readonly ChosenFramework[], now: number): Promise<CountsOf> {
  const seen = new Map();
  for (const { framework, row } of chosen) seen.set(framework.id, await countsByKind(db, accountId, scopeOf(row), now));
  const documents = await countDocuments(db, accountId, chosen.map(({ framework }) => framework.id), new Date(now).toISOString().slice(0, 10));
  return (framework, control) => {
    const { valid = 0, expired = 0 } = documents.get(`${framework}:${control}`) ?? {};
    return { ...sumOf(evidenceFor(framework, control), seen.get(framework) ?? new Map()), documents: valid, expired };
  };
}

/** Everything that is evidence for one control. */
export async function evidenceOfControl(
  { db, evidenceSources }: Pick<ComplianceServices, 'db' | 'evidenceSources'>, caller: KnownCaller, { framework, row }: ChosenFramework, control: string, now: number,
): Promise<{ automatic: z.output<typeof AutomaticEvidence>[]; documents: DocumentRecord[] }> {
  const accountId = caller.account.id;
  const counts = await countsByKind(db, accountId, scopeOf(row), now);
  const automatic = [];
  for (const { kind, title, strength, limits, freshDays } of evidenceFor(framework.id, control)) {
    const rows = await observationsOf(db, accountId, [kind], scopeOf(row), SHOWN_OBSERVATIONS);
    const of = counts.get(kind) ?? nothingSeen;
    automatic.push({ kind, title, strength, limits, freshDays, verdict: verdictOf(of), ...of, observations: rows.map(one => presentObservation(one, caller, evidenceSources, now)) });
  }
  const documents = await newestDocuments(db, accountId, { control: [{ framework: framework.id, control }], withdrawn: undefined }, null, SHOWN_DOCUMENTS);
  const controls = await controlsOfDocuments(db, documents.map(({ id }) => id));
  return { automatic, documents: documents.map(one => presentDocument(one, controls(one.id), now)) };
}
