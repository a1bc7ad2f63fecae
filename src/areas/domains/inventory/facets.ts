import { sql } from 'kysely';
import type { Db } from '../../../store/index.ts';
import type { AreaMeasures, Facets, Fed, Measure, Measures } from '../../measure.ts';
import { tables } from './tables.ts';

const MAX_COUNT = 2 ** 31 - 1;

/**
 * Keeps what the area of `measures` knows of the domain, of which it names what is new: null is known no longer, and what is left out stays.
 * Nothing is kept of a domain that is gone. Throws `TypeError` for a measure that is not declared, and for a value that it cannot have.
 */
export async function setFacets<Of extends Measures>(tx: Db, measures: AreaMeasures<Of>, domainId: string, fed: Fed<Of>, now: number): Promise<void> {
  const given = Object.entries(fed).filter(([, value]) => value !== undefined) as [string, number | string | null][];
  for (const [name, value] of given) judge(name, measures.of[name], value);
  const domain = await tables(tx).selectFrom('domain').select('account_id').where('id', '=', domainId).executeTakeFirst();
  if (!domain) return;
  const lost = given.filter(([, value]) => value === null).map(([name]) => name);
  if (lost.length > 0) await tables(tx).deleteFrom('domain_facet').where('domain_id', '=', domainId).where('measure', 'in', lost).execute();
  const rows = given.filter(([, value]) => value !== null).map(([measure, value]) => ({
    domain_id: domainId, account_id: domain.account_id, area: measures.area, measure, updated_at: now,
    value: typeof value === 'number' ? value : null, word: typeof value === 'string' ? value : null,
  }));
  if (rows.length > 0) await upsert(tx, rows);
}

/** What is as it was is not written. */
async function upsert(tx: Db, rows: Parameters<ReturnType<ReturnType<typeof tables>['insertInto']>['values']>[0]): Promise<void> {
  await tables(tx).insertInto('domain_facet').values(rows as never).onConflict(conflict => conflict.columns(['domain_id', 'measure'])
    .doUpdateSet(eb => ({ value: eb.ref('excluded.value'), word: eb.ref('excluded.word'), updated_at: eb.ref('excluded.updated_at') }))
    .where(eb => eb.or([
      eb('domain_facet.value', 'is distinct from', eb.ref('excluded.value')),
      eb('domain_facet.word', 'is distinct from', eb.ref('excluded.word')),
    ]))).execute();
}

function judge(name: string, measure: Measure | undefined, value: number | string | null): void {
  if (measure === undefined) throw new TypeError(`The measure ${name} is not declared.`);
  if (value !== null && !fits(measure, value)) throw new TypeError(`The measure ${name} cannot be ${value}.`);
}

function fits(measure: Measure, value: number | string): boolean {
  if (measure.kind === 'word') return measure.words.includes(value as string) || (measure.none === true && value === 'none');
  return Number.isSafeInteger(value) && (measure.kind === 'time' || (value as number >= 0 && value as number <= MAX_COUNT));
}

/** What is known of each of these domains by these measures. */
export async function facetsOf<Of extends Measures>(db: Db, measures: Of, domainIds: readonly string[]): Promise<(domainId: string) => Facets<Of>> {
  // One row a domain: a row for each facet would take most of the time of a list.
  const rows = domainIds.length === 0 ? [] : await tables(db).selectFrom('domain_facet').where('domain_id', 'in', domainIds).groupBy('domain_id')
    .select(['domain_id', sql<string>`string_agg(measure || '=' || coalesce(word, cast(value as text)), ';')`.as('facets')]).execute();
  const unknown = Object.fromEntries(Object.entries(measures).map(([name, measure]) => [name, measure.kind === 'word' ? null : measure.standard ?? null]));
  const known = new Map(rows.map(({ domain_id, facets }) => [domain_id, read(measures, unknown, facets)]));
  return domainId => (known.get(domainId) ?? unknown) as Facets<Of>;
}

function read(measures: Measures, unknown: object, facets: string): object {
  const found: Record<string, number | string | null> = { ...unknown };
  for (const facet of facets.split(';')) {
    const end = facet.indexOf('=');
    const name = facet.slice(0, end);
    const measure = measures[name];
    if (measure) found[name] = measure.kind === 'word' ? facet.slice(end + 1) : Number(facet.slice(end + 1));
  }
  return found;
}
