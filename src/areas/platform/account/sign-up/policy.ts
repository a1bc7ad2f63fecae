import type { SignUpMode } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';

/** The operator's decision on who may sign up. */
export interface SignUpPolicy {
  mode: SignUpMode;
  /** Mail domains of those who sign up by themselves or are invited into an account, A-labels in lower case; null for any. */
  domains: readonly string[] | null;
}

/** Why nobody may sign up with `email` by themselves; null where one may. */
export function refusalOfSignUp({ mode, domains }: SignUpPolicy, email: string): Problem | null {
  if (mode === 'closed') return new Problem('forbidden', 'Sign-up is closed on this service. Ask its operator for an account.');
  if (mode === 'invited') return new Problem('forbidden', 'Sign-up is by invitation only. Ask the operator of this service, or an admin of an existing account, for an invitation.');
  return refusalOfDomain(domains, email);
}

/** Why the people of an account may not invite `email` into it; null where they may. */
export function refusalOfInvitation(policy: SignUpPolicy, email: string): Problem | null {
  return refusalOfJoining(policy) ?? refusalOfDomain(policy.domains, email);
}

/** Why no invitation can be sent or accepted; null where they can. */
export function refusalOfJoining({ mode }: SignUpPolicy): Problem | null {
  return mode === 'closed' ? new Problem('forbidden', 'Sign-up is closed on this service: invitations are neither sent nor accepted. Ask its operator.') : null;
}

function refusalOfDomain(domains: readonly string[] | null, email: string): Problem | null {
  if (domains === null || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())) return null;
  return new Problem('forbidden', `This service takes e-mail addresses at ${domains.join(', ')} only. Use one of these, or ask the operator for an invitation.`);
}
