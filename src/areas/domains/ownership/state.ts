import type { Selectable } from 'kysely';
import type { OwnershipTables } from './tables.ts';

export type OwnershipRow = Selectable<OwnershipTables['ownership']>;

export const ownershipStates = ['none', 'pending', 'proven', 'grace', 'lost'] as const;
/** `none`: nobody tried yet; `pending`: not shown so far; `grace`: proven, and it could not be shown again since. */
export type OwnershipState = (typeof ownershipStates)[number];

export type ProofMethod = 'dns' | 'file';

/** What one check for the token came to: `absent` is a statement of the domain, `unknown` one about the check. */
export type Proof = { outcome: 'shown' } | { outcome: 'absent' | 'unknown'; cause: string };
export type Proofs = Readonly<Record<ProofMethod, Proof>>;

const DAY_MS = 86_400_000;
/** How long ownership holds when it cannot be shown any more. */
export const GRACE_MS = 7 * DAY_MS;

/** How ownership stands at `now`. */
export function stateOf(row: OwnershipRow, now: number): OwnershipState {
  if (row.proven_at === null) return row.checked_at === null ? 'none' : 'pending';
  if (row.failing_since === null) return 'proven';
  return now >= row.failing_since + GRACE_MS ? 'lost' : 'grace';
}

/** Whether what needs ownership may be done. */
export function isOwned(row: OwnershipRow, now: number): boolean {
  const state = stateOf(row, now);
  return state === 'proven' || state === 'grace';
}

/** What is to be reported of a change. */
export type OwnershipNews = 'failing' | 'lost';

/**
 * The row after a check at `now`, and what is to be reported. A proof that is plainly gone begins the days of grace at once;
 * one that could not be checked does once it has not been seen for as long as they last.
 */
export function afterCheck(row: OwnershipRow, proofs: Proofs, now: number): { row: OwnershipRow; news: OwnershipNews | null } {
  const method = shownBy(proofs, row.method);
  if (method !== null) {
    const provenAt = isOwned(row, now) ? row.proven_at : now;
    return { row: { ...row, method, proven_at: provenAt, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null }, news: null };
  }
  const checked = { ...row, checked_at: now, cause: causeOf(proofs, row.method) };
  if (row.proven_at === null || row.lost_at !== null) return { row: checked, news: null };
  if (row.failing_since === null) {
    const plain = proofs[row.method as ProofMethod].outcome === 'absent' || now - row.confirmed_at! >= GRACE_MS;
    return plain ? { row: { ...checked, failing_since: now }, news: 'failing' } : { row: checked, news: null };
  }
  return now >= row.failing_since + GRACE_MS ? { row: { ...checked, lost_at: now }, news: 'lost' } : { row: checked, news: null };
}

/** The way that it was shown, the one of last time first. */
function shownBy(proofs: Proofs, last: string | null): ProofMethod | null {
  const ways: ProofMethod[] = last === 'file' ? ['file', 'dns'] : ['dns', 'file'];
  return ways.find(way => proofs[way].outcome === 'shown') ?? null;
}

/** Why it was not shown: by the way of last time, by both where there was none. */
function causeOf(proofs: Proofs, last: string | null): string {
  const causes = Object.entries(proofs).flatMap(([way, proof]) => (proof.outcome !== 'shown' && (last === null || last === way) ? [proof.cause] : []));
  return causes.join(' ');
}
