import { planCovers, planNames, planWithWrite, roleCovers, type Caller, type Scope } from './access.ts';
import { roleOf, writes, type AnyOperation } from './operation.ts';
import { Problem } from './problem.ts';

/** What a judgement of the caller goes by: it needs neither the input nor the database. */
interface Judged {
  operation: AnyOperation;
  caller: Caller;
}

/** Why the caller may not use the operation, whatever the input; null where it may. */
export function refusalOf(operation: AnyOperation, caller: Caller): Problem | null {
  if (operation.access === 'public') return null;
  const judged = { operation, caller };
  return secondFactor(judged) ?? sessionOnly(judged) ?? roleAndScope(judged) ?? write(judged) ?? planOfOperation(judged);
}

/** 403 for a person whose account requires a second factor that is not set up, but for what it takes to do so. */
export function secondFactor({ operation, caller }: Judged): Problem | null {
  if (caller.kind !== 'session' || !caller.lacksSecondFactor || operation.beforeSecondFactor) return null;
  return new Problem('second_factor_required', 'This account requires a second factor. Set it up first: /second-factor in the dashboard, or POST /api/auth/two-factor/enable.');
}

/** 403 where only people may. */
export function sessionOnly({ operation, caller }: Judged): Problem | null {
  if (operation.access !== 'session' || caller.kind === 'session') return null;
  return new Problem('session_required', 'API keys cannot do this. Sign in and do it as a person.');
}

/** The refusal of a key without the scope. */
export function scopeMissing(scope: Scope): Problem {
  return new Problem('scope_missing', `This needs a key with the scope ${scope}. Create one that has it.`, { requiredScope: scope });
}

/** 403 where the key lacks the scope, or the person the role. */
export function roleAndScope({ operation, caller }: Judged): Problem | null {
  const { access, operator = false } = operation;
  if (caller.kind === 'key') {
    if (typeof access === 'object' && !caller.scopes.includes(access.scope)) {
      return scopeMissing(access.scope);
    }
  } else if (caller.kind === 'session') {
    const forOperators = operator || (typeof access === 'object' && access.scope === 'admin');
    if (forOperators && !(caller.account.operator && roleCovers(caller.role, 'admin'))) {
      return new Problem('forbidden', 'Only the administrators of this service may do this.');
    }
    const needed = roleOf(operation);
    if (!roleCovers(caller.role, needed)) return new Problem('forbidden', `This needs the role ${needed} or above; yours is ${caller.role}. Ask an owner of the account.`);
  }
  return null;
}

/** 403 where a key may not change anything. */
export function write({ operation, caller }: Judged): Problem | null {
  if (caller.kind !== 'key' || !writes(operation)) return null;
  const { plan } = caller.account;
  const onPlan = planCovers(plan, planWithWrite);
  if (caller.scopes.includes('write') && onPlan) return null;
  const remedy = onPlan ? 'Create a key that has it.' : `The ${planNames[plan]} plan has no keys that write; the ${planNames[planWithWrite]} plan does.`;
  return new Problem('write_scope_missing', `Changes by key need the scope write. ${remedy}`, { requiredScope: 'write', ...(onPlan ? {} : { required_plan: planWithWrite }) });
}

/** 402 where the plan does not have it. */
export function planOfOperation({ operation, caller }: Judged): Problem | null {
  if (caller.kind === 'anonymous' || operation.plan === undefined || planCovers(caller.account.plan, operation.plan)) return null;
  return new Problem('plan_upgrade_required', `The ${planNames[caller.account.plan]} plan does not include this; the ${planNames[operation.plan]} plan does.`, { required_plan: operation.plan });
}
