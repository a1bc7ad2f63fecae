import type { Plan } from '../../../core/access.ts';
import type { Mailer } from '../../../core/outside/mail.ts';
import type { AreaServices } from '../../services.ts';
import type { Counters } from '../../../store/index.ts';
import type { Passwords } from './passwords.ts';
import type { Plans } from './plans.ts';
import type { AccountReads } from './reads.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import type { SignUpPolicy } from './sign-up/policy.ts';
import type { AuditPort } from './audit-port.ts';

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
  signUp: SignUpPolicy;
  reads: AccountReads;
  audit: AuditPort;
}
