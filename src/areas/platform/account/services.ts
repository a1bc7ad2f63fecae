import type { Plan } from '../../../core/access.ts';
import type { Mailer } from '../../../core/outside/mail.ts';
import type { AuditNote } from '../../../core/operation.ts';
import type { AreaServices } from '../../services.ts';
import type { Counters, Db } from '../../../store/index.ts';
import type { Passwords } from './passwords.ts';
import type { Plans } from './plans.ts';
import type { AccountReads } from './reads.ts';
import type { SignIn } from './sign-in/sign-in.ts';

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

/** What the operations of this area work with. */
export interface AccountServices extends AreaServices {
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
  plans: Plans;
  /** Of accounts that people make for themselves. */
  defaultPlan: Plan;
  mailer: Mailer;
  counters: Counters;
  passwords: Passwords;
  signIn: SignIn;
  reads: AccountReads;
  audit: AuditPort;
}
