import type { Selectable } from 'kysely';
import { isWithin } from '../../../../core/domain-name.ts';
import { inCidr, parseCidr, parseIp } from '../../../../core/ip.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type ExposureTables } from '../tables.ts';

/** The operator's list of those who want to be left alone, as it stands now. */
export interface OptOuts {
  /** The entry by which neither the address nor a host of these names is scanned; null for none. */
  find(address: string, names: readonly string[]): string | null;
}

export async function readOptOuts(db: Db): Promise<OptOuts> {
  const rows = await tables(db).selectFrom('exposure_opt_out').select('target').execute();
  const entries = rows.map(({ target }) => ({ target, cidr: parseCidr(target) }));
  return {
    find(address, names) {
      const bytes = parseIp(address);
      const entry = entries.find(({ target, cidr }) => (cidr ? bytes !== null && inCidr(bytes, cidr) : names.some(name => isWithin(name, target))));
      return entry?.target ?? null;
    },
  };
}

export type OptOutRow = Selectable<ExposureTables['exposure_opt_out']>;
export const MAX_OPT_OUTS = 5000;

/** The entries behind the one with the id `after`, oldest first. */
export async function listOptOuts(db: Db, after: string | null, limit: number): Promise<OptOutRow[]> {
  return tables(db).selectFrom('exposure_opt_out').selectAll().$if(after !== null, query => query.where('id', '>', after!)).orderBy('id').limit(limit).execute();
}

export async function countOptOuts(db: Db): Promise<number> {
  const { count } = await tables(db).selectFrom('exposure_opt_out').select(eb => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds an entry, and gives the id of the one that has its target: another one where that is on the list. */
export async function addOptOut(tx: Db, row: OptOutRow): Promise<string> {
  await tables(tx).insertInto('exposure_opt_out').values(row).onConflict(conflict => conflict.column('target').doNothing()).execute();
  return (await tables(tx).selectFrom('exposure_opt_out').select('id').where('target', '=', row.target).executeTakeFirstOrThrow()).id;
}

/** Takes an entry off; false where there is none. */
export async function removeOptOut(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('exposure_opt_out').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
