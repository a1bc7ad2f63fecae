import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** A breach as the catalogue has it. */
export interface CatalogueBreach {
  name: string;
  title: string;
  breachedOn: string | null;
  /** Epoch milliseconds. */
  addedAt: number | null;
  fields: readonly string[];
  isVerified: boolean;
  isSensitive: boolean;
  isStealer: boolean;
}

const ROWS_AT_ONCE = 100;

/** Takes the catalogue over; what it had before and has no longer stays, because addresses refer to it. */
export async function keepCatalogue(tx: Db, breaches: readonly CatalogueBreach[]): Promise<void> {
  const rows = [...new Map(breaches.map(breach => [breach.name, breach])).values()].map(({ name, title, breachedOn, addedAt, fields, isVerified, isSensitive, isStealer }) => ({
    name, title, breached_on: breachedOn, added_at: addedAt, fields: JSON.stringify(fields), verified: flag(isVerified), sensitive: flag(isSensitive), stealer: flag(isStealer),
  }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tables(tx).insertInto('darkweb_breach').values(rows.slice(at, at + ROWS_AT_ONCE)).onConflict(conflict => conflict.column('name').doUpdateSet(eb => ({
      title: eb.ref('excluded.title'), breached_on: eb.ref('excluded.breached_on'), added_at: eb.ref('excluded.added_at'), fields: eb.ref('excluded.fields'),
      verified: eb.ref('excluded.verified'), sensitive: eb.ref('excluded.sensitive'), stealer: eb.ref('excluded.stealer'),
    }))).execute();
  }
}

/** The breaches of these names that the catalogue has. */
export async function breachesNamed(db: Db, names: readonly string[]): Promise<Map<string, CatalogueBreach>> {
  const found = new Map<string, CatalogueBreach>();
  for (let at = 0; at < names.length; at += ROWS_AT_ONCE) {
    const rows = await tables(db).selectFrom('darkweb_breach').selectAll().where('name', 'in', names.slice(at, at + ROWS_AT_ONCE)).execute();
    for (const row of rows) {
      found.set(row.name, {
        name: row.name, title: row.title, breachedOn: row.breached_on, addedAt: row.added_at, fields: JSON.parse(row.fields) as string[],
        isVerified: row.verified === 1, isSensitive: row.sensitive === 1, isStealer: row.stealer === 1,
      });
    }
  }
  return found;
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
