import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** A claim of a ransomware group. */
export interface Claim {
  id: string;
  /** The registrable domain of the alleged victim. */
  domain: string;
  actor: string;
  /** Epoch milliseconds. */
  discoveredAt: number;
}

const ROWS_AT_ONCE = 100;
const MAX_CLAIMS_OF_DOMAIN = 100;

/** Keeps the claims of a list that was just read. */
export async function keepClaims(tx: Db, claims: readonly Claim[], now: number): Promise<void> {
  const rows = [...new Map(claims.map(claim => [claim.id, claim])).values()].map(({ id, domain, actor, discoveredAt }) => ({ id, domain, actor, discovered_at: discoveredAt, seen_at: now }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tables(tx).insertInto('darkweb_claim').values(rows.slice(at, at + ROWS_AT_ONCE)).onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: now })).execute();
  }
}

/** The claims on a registrable domain, newest first. */
export async function claimsOn(db: Db, registrable: string): Promise<Claim[]> {
  const rows = await tables(db).selectFrom('darkweb_claim').selectAll().where('domain', '=', registrable).orderBy('discovered_at', 'desc').orderBy('id').limit(MAX_CLAIMS_OF_DOMAIN).execute();
  return rows.map(({ id, domain, actor, discovered_at: discoveredAt }) => ({ id, domain, actor, discoveredAt }));
}
