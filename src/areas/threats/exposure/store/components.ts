import type { Selectable } from 'kysely';
import type { NewId } from '../../../../core/ids.ts';
import type { Db } from '../../../../store/index.ts';
import type { ComponentSeen } from '../components/component.ts';
import { tables, type ExposureTables } from '../tables.ts';

export type ComponentRow = Selectable<ExposureTables['exposure_component']>;

const ROWS_A_PAGE = 500;

/** Which components that a scan did not see are gone; of the others it could not say. */
export type IsGone = (component: Pick<ComponentRow, 'address' | 'kind'>) => boolean;

/** Makes what a scan has seen the components of its domain. */
export async function keepComponents(
  tx: Db, { newId }: { newId: NewId }, scan: { id: string; accountId: string; domainId: string }, seen: readonly ComponentSeen[], isGone: IsGone, now: number,
): Promise<void> {
  const rows = await componentsOfDomain(tx, scan.domainId);
  const known = new Map(rows.map(row => [row.fingerprint, row.id]));
  const present = new Map(seen.map(component => [fingerprintOf(component), component]));
  for (const [fingerprint, { distribution, cpe23, ...component }] of present) {
    const is = { ...component, distribution: distribution === null ? null : JSON.stringify(distribution), cpe23: JSON.stringify(cpe23), scan_id: scan.id, last_seen_at: now };
    const id = known.get(fingerprint);
    if (id !== undefined) await tables(tx).updateTable('exposure_component').set(is).where('id', '=', id).execute();
    else await tables(tx).insertInto('exposure_component').values({ ...is, id: newId('xpc'), account_id: scan.accountId, domain_id: scan.domainId, fingerprint, first_seen_at: now }).execute();
  }
  const gone = rows.filter(row => !present.has(row.fingerprint) && isGone(row)).map(({ id }) => id);
  for (let from = 0; from < gone.length; from += ROWS_A_PAGE) await tables(tx).deleteFrom('exposure_component').where('id', 'in', gone.slice(from, from + ROWS_A_PAGE)).execute();
}

/** The same for the same version of the same thing at the same place. */
function fingerprintOf({ address, port, location, kind, vendor, product, version }: ComponentSeen): string {
  return JSON.stringify([address, port, location, kind, vendor, product, version]);
}

async function componentsOfDomain(db: Db, domainId: string): Promise<ComponentRow[]> {
  return tables(db).selectFrom('exposure_component').selectAll().where('domain_id', '=', domainId).orderBy('id').execute();
}

/** Every component of the account, for the export of everything that it holds. */
export async function* allComponentsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: ComponentRow[]; (rows = await tables(db).selectFrom('exposure_component').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, fingerprint: _fingerprint, distribution, cpe23, ...row } of rows) {
      yield { ...row, distribution: distribution === null ? null : JSON.parse(distribution) as unknown, cpe23: JSON.parse(cpe23) as unknown };
    }
  }
}
