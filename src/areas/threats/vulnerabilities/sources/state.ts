import { z } from 'zod';
import { vulnerabilitySources, type VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import { isoOf } from '../../../domains/inventory/index.ts';
import { numberIn, objectIn, textIn } from '../records/reading.ts';
import { entriesOf, type SourceRow } from '../store/sources.ts';

const HOUR_MS = 3_600_000;
const STALE_MS = 72 * HOUR_MS;

/** `unknown`: the last reading failed; `never`: nothing was read yet. */
export const sourceStates = ['current', 'old', 'unknown', 'never'] as const;

/** How far the data of a source can be relied on. */
export function stateOfSource(row: SourceRow | undefined, now: number): (typeof sourceStates)[number] {
  if (!row || row.data_as_of === null) return row?.failure ? 'unknown' : 'never';
  if (row.failure !== null) return 'unknown';
  return now - row.data_as_of > STALE_MS ? 'old' : 'current';
}

export const SourceState = z.object({
  source: z.enum(vulnerabilitySources),
  isRead: z.boolean().describe('False where the operator has it switched off, or it lacks the key it needs'),
  state: z.enum(sourceStates).describe('`unknown`: the last reading failed; nothing that is newer than `dataAsOf` is known'),
  dataAsOf: z.string().nullable(),
  ageHours: z.number().nullable(),
  failure: z.string().nullable(),
  triedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  version: z.string().nullable().describe('Of the catalogue, or of the model that made scores'),
  scoredOn: z.string().nullable().describe('The day that scores are of'),
  likelyExploitedFrom: z.number().nullable().describe('From which score on a vulnerability counts as likely exploited, by the scores of that day'),
  entries: z.number().int().nullable().describe('How many entries a source that is read whole has'),
  isSeed: z.boolean().describe('Its data came with the program; nothing was read since'),
  missing: z.object({ from: z.string(), to: z.string() }).nullable().describe('Changes of this time could not be read any more'),
}).meta({ id: 'VulnerabilitySource' });

export function presentSource(source: VulnerabilitySource, row: SourceRow | undefined, isRead: boolean, now: number): z.output<typeof SourceState> {
  const asOf = row?.data_as_of ?? null;
  const facts = objectIn(JSON.parse(row?.facts ?? '{}'));
  const [from, to] = ['from', 'to'].map(end => numberIn(objectIn(facts['missing'])[end], 0, Number.MAX_SAFE_INTEGER));
  return {
    source, isRead, state: stateOfSource(row, now), dataAsOf: isoOf(asOf), ageHours: asOf === null ? null : Math.max(0, Math.round((now - asOf) / HOUR_MS)), failure: row?.failure ?? null,
    triedAt: isoOf(row?.tried_at ?? null), nextAt: isRead && row ? isoOf(row.due_at) : null,
    version: textIn(facts['version']), scoredOn: textIn(facts['scoredOn']), likelyExploitedFrom: numberIn(facts['likelyFrom'], 0, 1), entries: row ? entriesOf(row) : null,
    isSeed: facts['isSeed'] === true,
    missing: typeof from === 'number' && typeof to === 'number' ? { from: isoOf(from)!, to: isoOf(to)! } : null,
  };
}
