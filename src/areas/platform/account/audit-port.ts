import type { AuditNote } from '../../../core/operation.ts';
import type { Db } from '../../../store/index.ts';

/** A change of accounts or people as the audit log gets it. */
export interface AccountChange extends AuditNote {
  accountId: string;
  actor: { type: 'person' | 'program' | 'visitor'; id: string | null };
  requestId: string | null;
  /** Client address. */
  address: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** Writes the entry with the transaction of the change; what it throws undoes the change. */
export type AuditPort = (tx: Db, change: AccountChange) => Promise<void>;
