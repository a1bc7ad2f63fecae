import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { known, type Caller } from '../../../core/access.ts';
import type { AuditNote } from '../../../core/operation.ts';
import type { AuditRecord } from './shapes.ts';
import type { AuditTables } from './tables.ts';

/** Who changed something; `id` is null for a visitor, and the command for the program itself. */
export interface Actor {
  type: 'key' | 'person' | 'program' | 'visitor';
  id: string | null;
  /** How a key begins. */
  prefix?: string;
}

/** A change as it is handed over; an e-mail address goes into `details.email` and is kept only as a keyed hash. */
export interface AuditEntry extends AuditNote {
  accountId: string;
  actor: Actor;
  requestId: string | null;
  /** Client address, kept only as a keyed hash. */
  address: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** The entry for a change that a call made; a visitor's note must name the account. */
export function entryOf(caller: Caller, call: { requestId: string; address: string; now: number }, note: AuditNote): AuditEntry {
  const { requestId, address, now } = call;
  return { ...note, accountId: note.accountId ?? known(caller).account.id, actor: actorOf(caller), requestId, address, now };
}

/** The caller as the audit log names it. */
function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'key': return { type: 'key', id: caller.keyId, prefix: caller.prefix };
    case 'session': return { type: 'person', id: caller.userId };
    case 'anonymous': return { type: 'visitor', id: null };
  }
}

export type EntryRow = Selectable<AuditTables['audit_entry']>;

/** What stands before the first entry of a chain. */
export const NO_HASH = '0'.repeat(64);

/**
 * SHA-256 over the entry as it is shown, without `hash`, as RFC 8785 text. `actor` and `details` are stored as such text
 * and go in byte for byte, so that a change of any stored byte is seen.
 */
export function hashOf(row: Omit<EntryRow, 'hash'>): string {
  const text = JSON.stringify;
  return hash('sha256', `{"accountId":${text(row.account_id)},"action":${text(row.action)},"actor":${row.actor},"at":${text(isoOf(row.at))}`
    + `,"details":${row.details},"id":${text(row.id)},"previousHash":${text(row.previous_hash)},"requestId":${text(row.request_id)}`
    + `,"resource":{"id":${text(row.resource_id)},"type":${text(row.resource_type)}},"seq":${row.seq}}`);
}

/** The entry as replies and exports show it; throws when the row was damaged beyond reading. */
export function present(row: EntryRow): AuditRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    seq: row.seq,
    at: isoOf(row.at),
    actor: JSON.parse(row.actor) as AuditRecord['actor'],
    action: row.action,
    resource: { type: row.resource_type, id: row.resource_id },
    details: JSON.parse(row.details) as AuditRecord['details'],
    requestId: row.request_id,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

function isoOf(at: number): string {
  if (!Number.isInteger(at)) throw new TypeError('A time of an audit entry is whole milliseconds.');
  return new Date(at).toISOString();
}
