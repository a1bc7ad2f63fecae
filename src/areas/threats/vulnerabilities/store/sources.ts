import type { Selectable } from 'kysely';
import type { Json } from '../../../../core/canonical-json.ts';
import { vulnerabilitySources, type VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import type { Db } from '../../../../store/index.ts';
import { numberIn, objectIn } from '../records/reading.ts';
import { tables, type VulnerabilityTables } from '../tables.ts';

export type SourceRow = Selectable<VulnerabilityTables['vuln_source']>;

/** Adds the sources that are not known yet; gives these. */
export async function addSources(tx: Db, now: number): Promise<VulnerabilitySource[]> {
  const added = await tables(tx).insertInto('vuln_source').values(vulnerabilitySources.map(id => ({ id, due_at: now, tried_at: null, read_at: null, data_as_of: null, failure: null, position: null, revision: 0, facts: '{}' })))
    .onConflict(conflict => conflict.column('id').doNothing()).returning('id').execute();
  return vulnerabilitySources.filter(source => added.some(({ id }) => id === source));
}

/** Says that the index has what came with the program of a source. */
export async function keepSeeded(tx: Db, source: VulnerabilitySource, dataAsOf: number, facts: Json): Promise<void> {
  await tables(tx).updateTable('vuln_source').set(eb => ({ data_as_of: dataAsOf, facts: JSON.stringify(facts), revision: eb('revision', '+', 1) })).where('id', '=', source).execute();
}

/** Every source by its id. */
export async function sourcesOf(db: Db): Promise<Map<string, SourceRow>> {
  return new Map((await tables(db).selectFrom('vuln_source').selectAll().execute()).map(row => [row.id, row]));
}

/** How many entries a source that is read whole had last; null for others. */
export function entriesOf({ facts }: Pick<SourceRow, 'facts'>): number | null {
  return numberIn(objectIn(JSON.parse(facts))['entries'], 0, Number.MAX_SAFE_INTEGER);
}

/** The sources that are due, those that have waited longest first. */
export async function dueSources(db: Db, now: number): Promise<SourceRow[]> {
  return tables(db).selectFrom('vuln_source').selectAll().where('due_at', '<=', now).orderBy('due_at').orderBy('id').execute();
}

/** Makes sources due at once. */
export async function makeDue(tx: Db, sources: readonly VulnerabilitySource[], now: number): Promise<void> {
  if (sources.length > 0) await tables(tx).updateTable('vuln_source').set({ due_at: now }).where('id', 'in', sources).execute();
}

/** Changes with everything that the index of vulnerabilities takes in. */
export async function indexRevision(db: Db): Promise<number> {
  const { revision } = await tables(db).selectFrom('vuln_source').select(eb => eb.fn.sum<number | string | null>('revision').as('revision')).executeTakeFirstOrThrow();
  return Number(revision ?? 0);
}

/** Says that what the index has of a source has changed. */
export async function reviseIndex(tx: Db, source: VulnerabilitySource): Promise<void> {
  await tables(tx).updateTable('vuln_source').set(eb => ({ revision: eb('revision', '+', 1) })).where('id', '=', source).execute();
}

/** Keeps how far the reading of a source has come; with `end` it has come to its end. */
export async function keepPosition(tx: Db, source: VulnerabilitySource, triedAt: number, { position, facts }: { position: Json; facts?: Json }, end: { dataAsOf: number; dueAt: number } | null): Promise<void> {
  const ended = end && { read_at: triedAt, data_as_of: end.dataAsOf, failure: null, due_at: end.dueAt };
  await tables(tx).updateTable('vuln_source').set({ tried_at: triedAt, position: position === null ? null : JSON.stringify(position), ...(facts === undefined ? {} : { facts: JSON.stringify(facts) }), ...ended }).where('id', '=', source).execute();
}

/** Keeps why a source gave nothing, and when it is tried again. */
export async function keepFailure(tx: Db, source: VulnerabilitySource, triedAt: number, failure: string, dueAt: number): Promise<void> {
  await tables(tx).updateTable('vuln_source').set({ tried_at: triedAt, failure: failure.slice(0, 300), due_at: dueAt }).where('id', '=', source).execute();
}

/** From which score on a vulnerability is likely exploited, by the model in use; null without scores. */
export async function likelyExploitedFrom(db: Db): Promise<number | null> {
  const row = await tables(db).selectFrom('vuln_source').select('facts').where('id', '=', 'epss').executeTakeFirst();
  return row ? numberIn(objectIn(JSON.parse(row.facts))['likelyFrom'], 0, 1) : null;
}
