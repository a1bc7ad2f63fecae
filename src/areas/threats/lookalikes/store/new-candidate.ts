import type { NewId } from '../../../../core/ids.ts';
import type { LookalikeRow } from '../shapes.ts';

/** A candidate of which nothing is known yet, and which no job checks by itself. */
export function newCandidate(newId: NewId, { accountId, domainId }: { accountId: string; domainId: string }, named: { name: string; kind: string; sources: number }, now: number): LookalikeRow {
  return {
    id: newId('lka'), account_id: accountId, domain_id: domainId, ...named, state: 'unknown', review: 'new', note: null, reviewed_by: null, reviewed_at: null,
    facts: '{}', pending: null, details: '{}', registration: null, registry_asked_at: null, similarity: null, certified_at: null, taken_down_at: null, reemerged_at: null,
    risk: 0, threat: 0, rank: 0, reasons: '[]', probe_at: null, version: 0, first_seen_at: now, changed_at: now,
  };
}
