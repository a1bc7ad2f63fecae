import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { NewId } from '../../../../core/ids.ts';
import type { Db } from '../../../../store/index.ts';
import type { Sealer } from '../../../platform/notifications/index.ts';
import { tables, type DarkwebTables } from '../tables.ts';

export type AddressRow = Selectable<DarkwebTables['darkweb_address']>;

const ROWS_AT_ONCE = 100;
/** Past the end of the calendar of JavaScript (8.64e15 ms), addresses without infection follow those with one. */
const MOMENTS = 10 ** 13;

/** `j***n@example.com`; of short names less. */
export function maskOf(localPart: string, domain: string): string {
  const letters = Array.from(localPart);
  const shown = letters.length > 3 ? `${letters[0]}***${letters.at(-1)}` : `${letters.length > 1 ? letters[0] : ''}***`;
  return `${shown}@${domain}`;
}

/** Hashes addresses with the key of the account, by which they are compared; null where the account is being deleted. */
export async function hashingOf(db: Db, accountId: string): Promise<((address: string) => string) | null> {
  const row = await tables(db).selectFrom('account_hashing_key').select('key').where('account_id', '=', accountId).executeTakeFirst();
  return row ? address => createHmac('sha256', Buffer.from(row.key, 'hex')).update(`dark web ${address}`).digest('hex') : null;
}

interface Keeping {
  services: { newId: NewId; sealer: Sealer };
  accountId: string;
  domain: { id: string; name: string };
  hash(address: string): string;
  now: number;
  forgetAt: number;
}

/** Keeps that these local parts were reported; gives the ids of their addresses, in the same order. */
export async function keepAddresses(tx: Db, keeping: Keeping, localParts: readonly string[], isStealer: boolean): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < localParts.length; at += ROWS_AT_ONCE) ids.push(...await keepPortion(tx, keeping, localParts.slice(at, at + ROWS_AT_ONCE), isStealer));
  return ids;
}

async function keepPortion(tx: Db, { services, accountId, domain, hash, now, forgetAt }: Keeping, localParts: readonly string[], isStealer: boolean): Promise<string[]> {
  const wanted = localParts.map(localPart => ({ localPart, address: `${localPart}@${domain.name}`, hash: hash(`${localPart}@${domain.name}`) }));
  const before = await tables(tx).selectFrom('darkweb_address').select(['id', 'hash', 'stealer', 'first_seen_at']).where('domain_id', '=', domain.id).where('hash', 'in', wanted.map(one => one.hash)).execute();
  const known = new Map(before.map(row => [row.hash, row.id]));
  const fresh = wanted.filter(one => !known.has(one.hash)).map(({ localPart, address, hash }) => {
    const id = services.newId('dwa');
    known.set(hash, id);
    return {
      id, account_id: accountId, domain_id: domain.id, hash, sealed: services.sealer.seal(address, id), masked: maskOf(localPart, domain.name), stealer: isStealer ? 1 as const : 0 as const,
      position: positionOf(isStealer, now), muted_until: null, first_seen_at: now, last_seen_at: now, forget_at: forgetAt,
    };
  });
  if (fresh.length > 0) await tables(tx).insertInto('darkweb_address').values(fresh).execute();
  if (before.length > 0) await tables(tx).updateTable('darkweb_address').set({ last_seen_at: now, forget_at: forgetAt }).where('id', 'in', before.map(({ id }) => id)).execute();
  const infected = isStealer ? before.filter(({ stealer }) => stealer === 0) : [];
  for (const { id, first_seen_at } of infected) await tables(tx).updateTable('darkweb_address').set({ stealer: 1, position: positionOf(true, first_seen_at) }).where('id', '=', id).execute();
  return wanted.map(one => known.get(one.hash)!);
}

/** Sorts those of infected computers first, then newest first. */
function positionOf(isStealer: boolean, firstSeenAt: number): number {
  return (isStealer ? 0 : MOMENTS) + (MOMENTS - 1 - firstSeenAt);
}

/** Keeps in which incident the addresses appear; gives how many were not there before. */
export async function keepAppearances(tx: Db, incidentId: string, appearances: readonly { addressId: string; sites: readonly string[] }[], now: number): Promise<number> {
  let added = 0;
  for (let at = 0; at < appearances.length; at += ROWS_AT_ONCE) {
    const rows = appearances.slice(at, at + ROWS_AT_ONCE).map(({ addressId, sites }) => ({ incident_id: incidentId, address_id: addressId, sites: JSON.stringify(sites), first_seen_at: now }));
    const before = await tables(tx).selectFrom('darkweb_appearance').select('address_id').where('incident_id', '=', incidentId).where('address_id', 'in', rows.map(row => row.address_id)).execute();
    added += rows.length - before.length;
    await tables(tx).insertInto('darkweb_appearance').values(rows).onConflict(conflict => conflict.columns(['incident_id', 'address_id']).doUpdateSet(eb => ({ sites: eb.ref('excluded.sites') }))).execute();
  }
  return added;
}
