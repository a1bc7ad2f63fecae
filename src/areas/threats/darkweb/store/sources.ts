import type { Selectable } from 'kysely';
import { darkwebSources, type DarkwebSource } from '../../../../core/outside/darkweb.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type DarkwebTables } from '../tables.ts';
import { sourceWords, type SourceState } from '../words.ts';

export type SourceRow = Selectable<DarkwebTables['darkweb_source']>;

/** Every source by its id; those of which nothing is known yet are not among them. */
export async function sourcesOf(db: Db): Promise<Map<string, SourceRow>> {
  return new Map((await tables(db).selectFrom('darkweb_source').selectAll().execute()).map(row => [row.id, row]));
}

/** Whether the operator has accepted the terms of the source as they are now. */
export function isAccepted(source: DarkwebSource, row: SourceRow | undefined): boolean {
  return row !== undefined && row.accepted_at !== null && row.accepted_terms === sourceWords[source].terms.version;
}

/** The sources that may be asked: configured, with accepted terms. */
export async function usableSources(db: Db, isConfigured: (source: DarkwebSource) => boolean): Promise<DarkwebSource[]> {
  const rows = await sourcesOf(db);
  return darkwebSources.filter(source => isConfigured(source) && isAccepted(source, rows.get(source)));
}

/** How a source stands that is `usable`. */
export function stateOfSource(row: SourceRow | undefined, isUsable: boolean, now: number): SourceState {
  if (!isUsable) return 'notConfigured';
  if (row!.limited_until !== null && row!.limited_until > now) return 'limited';
  if (row!.failure !== null) return 'failing';
  return row!.answered_at === null ? 'notAsked' : 'ok';
}

/** Accepts the terms of a source, or takes that back. */
export async function acceptTerms(tx: Db, source: DarkwebSource, at: number | null): Promise<void> {
  const accepted = { accepted_at: at, accepted_terms: at === null ? null : sourceWords[source].terms.version };
  await tables(tx).insertInto('darkweb_source').values({ id: source, ...accepted, tried_at: null, answered_at: null, failure: null, limited_until: null, next_at: 0, facts: '{}' })
    .onConflict(conflict => conflict.column('id').doUpdateSet(accepted)).execute();
}

/** Takes the next turn to ask a source, `pauseMs` after the one before, over all processes; gives when that is, null where it would be after `until`: then none is taken. */
export async function takeTurn(tx: Db, source: DarkwebSource, { now, pauseMs, until }: { now: number; pauseMs: number; until: number }): Promise<number | null> {
  const row = await tables(tx).updateTable('darkweb_source').set(eb => ({ next_at: eb.case().when('next_at', '>', now).then(eb('next_at', '+', pauseMs)).else(now + pauseMs).end(), tried_at: now }))
    .where('id', '=', source).where('next_at', '<=', until).returning('next_at').executeTakeFirst();
  return row ? row.next_at - pauseMs : null;
}

/** Until when a source asks to be left alone; null where it does not. */
export async function limitOfSource(db: Db, source: DarkwebSource, now: number): Promise<number | null> {
  const until = (await tables(db).selectFrom('darkweb_source').select('limited_until').where('id', '=', source).executeTakeFirst())?.limited_until ?? null;
  return until !== null && until > now ? until : null;
}

/** Keeps how the last question went. */
export async function keepOutcome(tx: Db, source: DarkwebSource, now: number, outcome: { failure: string | null; limitedUntil: number | null }): Promise<void> {
  const { failure, limitedUntil } = outcome;
  await tables(tx).updateTable('darkweb_source').set({ failure, limited_until: limitedUntil, ...(failure === null ? { answered_at: now } : {}) }).where('id', '=', source).execute();
}

export async function factsOfSource(db: Db, source: DarkwebSource): Promise<unknown> {
  const row = await tables(db).selectFrom('darkweb_source').select('facts').where('id', '=', source).executeTakeFirst();
  return JSON.parse(row?.facts ?? '{}') as unknown;
}

export async function keepFactsOfSource(tx: Db, source: DarkwebSource, facts: object): Promise<void> {
  await tables(tx).updateTable('darkweb_source').set({ facts: JSON.stringify(facts) }).where('id', '=', source).execute();
}
