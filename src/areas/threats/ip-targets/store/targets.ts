import type { Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import type { AddressFacts } from '../facts/facts.ts';
import type { AddressProof, TargetState } from '../proof/proof.ts';
import { gapsOf, isListed, statusOf, type TargetStatus } from '../status.ts';
import { tables, type IpTargetsTables } from '../tables.ts';
import { openByTarget } from './events.ts';
import type { AddressScan } from '../../exposure/index.ts';

export type TargetRow = Selectable<IpTargetsTables['ip_target']>;
export type AddressRow = Selectable<IpTargetsTables['ip_address']>;

/** Proofs are sought again every day. */
const PROOF_HOLDS_MS = 3 * 86_400_000;

/** The target, or null where the account has none of that id. */
export async function findTarget(db: Db, accountId: string, id: string): Promise<TargetRow | null> {
  return await tables(db).selectFrom('ip_target').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** The id of the account's target for this address or range. */
export async function idOfTarget(db: Db, accountId: string, target: string): Promise<string> {
  return (await tables(db).selectFrom('ip_target').select('id').where('account_id', '=', accountId).where('target', '=', target).executeTakeFirstOrThrow()).id;
}

/** Targets of the account, newest first: at most `limit`, after `position`. */
export async function targetsFrom(db: Db, accountId: string, position: Cursor | null, limit: number): Promise<TargetRow[]> {
  return tables(db).selectFrom('ip_target').selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

/** How many targets of the account stand how. */
export async function countStatuses(db: Db, accountId: string): Promise<Map<TargetStatus, number>> {
  const open = await openByTarget(db, accountId);
  const rows = await tables(db).selectFrom('ip_target').leftJoin('ip_address', 'ip_address.target_id', 'ip_target.id').where('ip_target.account_id', '=', accountId)
    .select(eb => ['ip_target.id', 'ip_target.state', 'ip_target.scanned_at', eb.fn.sum<number | string | null>('ip_address.listed').as('listed'), eb.fn.sum<number | string | null>('ip_address.incomplete').as('unknown')] as const)
    .groupBy(['ip_target.id', 'ip_target.state', 'ip_target.scanned_at']).execute();
  const counts = new Map<TargetStatus, number>();
  for (const { id, state, scanned_at, listed, unknown } of rows) {
    const status = statusOf({ state: state as TargetState, scannedAt: scanned_at, openEvents: open.get(id) ?? 0, listed: Number(listed), unknown: Number(unknown) });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

export async function countTargets(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('ip_target').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a target with its addresses; null where the account has the very same. */
export async function addTarget(tx: Db, row: TargetRow, proofs: ReadonlyMap<string, AddressProof>): Promise<TargetRow | null> {
  const added = await tables(tx).insertInto('ip_target').values(row).onConflict(conflict => conflict.columns(['account_id', 'target']).doNothing()).returningAll().executeTakeFirst();
  if (!added) return null;
  await tables(tx).insertInto('ip_address').values([...proofs].map(([address, proof]) => ({
    target_id: row.id, address, proof: JSON.stringify(proof), facts: null, facts_at: null, ports: null, ports_at: null, ...judged({ address, proof, facts: null, ports: null }),
  }))).execute();
  return added;
}

export async function changeTarget(tx: Db, id: string, change: Partial<TargetRow>): Promise<TargetRow> {
  return tables(tx).updateTable('ip_target').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function removeTarget(tx: Db, accountId: string, id: string): Promise<void> {
  await tables(tx).deleteFrom('ip_target').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Makes scans and decisions about a target follow one another until `tx` ends; false where it is gone. */
export async function lockTarget(tx: Db, id: string): Promise<boolean> {
  // A change that changes nothing holds the row, on both databases.
  const { numUpdatedRows } = await tables(tx).updateTable('ip_target').set(eb => ({ target: eb.ref('target') })).where('id', '=', id).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The addresses of these targets, in the order of their bytes within each. */
export async function addressesOfTargets(db: Db, ids: readonly string[]): Promise<Map<string, AddressRow[]>> {
  const rows = ids.length === 0 ? [] : await tables(db).selectFrom('ip_address').selectAll().where('target_id', 'in', ids).execute();
  return Map.groupBy(rows, ({ target_id }) => target_id);
}

export async function addressRow(db: Db, targetId: string, address: string): Promise<AddressRow | null> {
  return await tables(db).selectFrom('ip_address').selectAll().where('target_id', '=', targetId).where('address', '=', address).executeTakeFirst() ?? null;
}

/** Whether an IP target of the account has the address, it was shown to be the account's own within three days, and a person has confirmed that, or the contact of its network has agreed. */
export async function isProvenTarget(db: Db, accountId: string, address: string, now: number): Promise<boolean> {
  const rows = await tables(db).selectFrom('ip_address').innerJoin('ip_target', 'ip_target.id', 'ip_address.target_id').selectAll('ip_address').select('confirmed_at')
    .where('ip_target.account_id', '=', accountId).where('ip_address.address', '=', address).execute();
  return rows.some(row => {
    const { state, method, at } = proofOf(row);
    return state === 'proven' && at > now - PROOF_HOLDS_MS && (row.confirmed_at !== null || method === 'email');
  });
}

/** Keeps what was learnt of an address; what is left out stays. */
export async function saveAddress(tx: Db, targetId: string, address: string, seen: { proof?: AddressProof; facts?: AddressFacts; ports?: AddressScan }, now: number): Promise<void> {
  const row = await addressRow(tx, targetId, address);
  if (!row) return;
  await tables(tx).updateTable('ip_address').set({
    ...judged({ address, proof: proofOf(row), facts: factsOf(row), ports: portsOf(row), ...seen }),
    ...(seen.proof && { proof: JSON.stringify(seen.proof) }),
    ...(seen.facts && { facts: JSON.stringify(seen.facts), facts_at: now }),
    ...(seen.ports && { ports: JSON.stringify(seen.ports), ports_at: now }),
  }).where('target_id', '=', targetId).where('address', '=', address).execute();
}

function judged(known: Parameters<typeof gapsOf>[0]): Pick<AddressRow, 'listed' | 'incomplete'> {
  return { listed: isListed(known.facts) ? 1 : 0, incomplete: gapsOf(known).length > 0 ? 1 : 0 };
}

export const proofOf = ({ proof }: AddressRow): AddressProof => JSON.parse(proof) as AddressProof;
export const factsOf = ({ facts }: AddressRow): AddressFacts | null => (facts === null ? null : JSON.parse(facts) as AddressFacts);
/** Scans of earlier versions had none but where a delivery network was. */
const noLimit = { limited: null };

export const portsOf = ({ ports }: AddressRow): AddressScan | null => (ports === null ? null : { ...noLimit, ...JSON.parse(ports) as AddressScan });

const ROWS_A_PAGE = 200;

/** Every target of the account with what is known of its addresses, for the export of everything that it holds. */
export async function* allTargetsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let position: Cursor | null = null; ;) {
    const rows: TargetRow[] = await targetsFrom(db, accountId, position, ROWS_A_PAGE);
    const addresses = await addressesOfTargets(db, rows.map(({ id }) => id));
    for (const { account_id: _, contact: _contact, ...row } of rows) {
      yield { ...row, addresses: (addresses.get(row.id) ?? []).map(one => ({ address: one.address, proof: proofOf(one), facts: factsOf(one), ports: portsOf(one), facts_at: one.facts_at, ports_at: one.ports_at })) };
    }
    const last = rows.at(-1);
    if (!last) return;
    position = { at: last.created_at, id: last.id };
  }
}
