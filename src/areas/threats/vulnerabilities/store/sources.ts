import type { Selectable } from 'kysely';
import type { Json } from '../../../../core/canonical-json.ts';
import { vulnerabilitySources, type VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import type { Db } from '../../../../store/index.ts';
import { numberIn, objectIn } from '../records/reading.ts';
import { tables, type VulnerabilityTables } from '../tables.ts';

export type SourceRow = Selectable<VulnerabilityTables['vuln_source']>;

/** Adds the sources that are not known yet. */
export async function listSources(tx: Db, now: number): Promise<void> {
  await tables(tx).insertInto('vuln_source').values(vulnerabilitySources.map(id => ({ id, due_at: now, tried_at: null, read_at: null, data_as_of: null, failure: null, position: null, facts: '{}' })))
    .onConflict(conflict => conflict.column('id').doNothing()).execute();
}

/** Every source by its id. */
export async function sourcesOf(db: Db): Promise<Map<string, SourceRow>> {
  return new Map((await tables(db).selectFrom('vuln_source').selectAll().execute()).map(row => [row.id, row]));
}

/** The sources that are due, those that have waited longest first. */
export async function dueSources(db: Db, now: number): Promise<SourceRow[]> {
  return tables(db).selectFrom('vuln_source').selectAll().where('due_at', '<=', now).orderBy('due_at').orderBy('id').execute();
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
