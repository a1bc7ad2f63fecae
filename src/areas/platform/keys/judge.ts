import { planCovers, planNames, planWithKeys, planWithWrite, resourceScopes, type Account, type Scope } from '../../../core/access.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';

const RESOURCE_SCOPES: ReadonlySet<Scope> = new Set(resourceScopes);

/** Why a key with these scopes cannot be made on the account, or null; `administrator` says that the caller is the operator of this service. */
export function judgeScopes(account: Account, administrator: boolean, scopes: readonly Scope[]): Problem | null {
  const admin = scopes.includes('admin');
  if (admin && !administrator) return new Problem('forbidden', 'Only the administrators of this service may create a key with the scope admin.');
  if (admin && scopes.length > 1) return refuse('The scope admin cannot be combined with others: create another key for the rest.');
  if (!admin && !scopes.some(scope => RESOURCE_SCOPES.has(scope))) return refuse(`Give at least one resource scope besides write: ${resourceScopes.join(', ')}.`);
  const writes = scopes.includes('write');
  const needed = writes ? planWithWrite : planWithKeys;
  if (planCovers(account.plan, needed)) return null;
  const lacking = writes ? 'keys that write' : 'API keys';
  return new Problem('plan_upgrade_required', `The ${planNames[account.plan]} plan does not include ${lacking}; the ${planNames[needed]} plan does.`, { required_plan: needed });
}

function refuse(message: string): Problem {
  return invalid([{ path: ['scopes'], message }]);
}
