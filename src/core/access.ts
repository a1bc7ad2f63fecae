/** What an account pays for, cheapest first. */
export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** What people read; the ids are for programs. */
export const planNames: Readonly<Record<Plan, string>> = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' };

/** The cheapest plan that has API keys, and the cheapest whose keys may write. */
export const planWithKeys: Plan = 'pro';
export const planWithWrite: Plan = 'enterprise';

/** What a person may do within the plan, least first. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may sign up. `open`: anybody. `invited`: those whom the operator invites, and those whom the people of an account
 * invite into it. `closed`: nobody; accounts are created on the command line.
 */
export const signUpModes = ['open', 'invited', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** The parts of the product that a key can be given; every key has at least one of them, or is an administrator's. */
export const resourceScopes = ['domains', 'scans', 'seo', 'accessibility', 'vulnscan', 'compliance', 'status'] as const;
/** Everything that a key can be given. `write` comes on top of a resource scope, `admin` stands alone. */
export const scopes = [...resourceScopes, 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Whether `plan` has what `needed` has. */
export function planCovers(plan: Plan, needed: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf(needed);
}

/** Whether `role` may do what `needed` may. */
export function roleCovers(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The tenant: nothing of one account ever meets another. */
export interface Account {
  id: string;
  name: string;
  plan: Plan;
  /** The account of the people who run this service. */
  operator: boolean;
  /** Whether the operator has marked it as trusted; left out, it is not. */
  trusted?: boolean;
}

/** Whether scans of the account may reach what the operator opened beyond the public Internet. */
export function reachesAllowed({ operator, trusted = false }: Pick<Account, 'operator' | 'trusted'>): boolean {
  return operator || trusted;
}

/** Who calls. `anonymous` only where the operation is public; a session lacks the second factor where its account requires one that the person has not set up. */
export type Caller =
  | { kind: 'key'; account: Account; keyId: string; prefix: string; scopes: readonly Scope[]; rateLimit: number }
  | { kind: 'session'; account: Account; userId: string; sessionId: string; role: Role; lacksSecondFactor?: boolean }
  | { kind: 'anonymous'; address: string };

/** A caller that has an account. */
export type KnownCaller = Exclude<Caller, { kind: 'anonymous' }>;

/** The caller of an operation that is not public; the pipeline lets nobody else come that far. */
export function known(caller: Caller): KnownCaller {
  if (caller.kind === 'anonymous') throw new TypeError('This operation must not be public.');
  return caller;
}

/** What a request brought to say who calls; an `Authorization` header always wins over a cookie. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  /** The value of the session cookie; `sameOrigin` says whether the request came from the service's own pages. */
  | { kind: 'cookie'; value: string; sameOrigin: boolean };

/** How a counter stands after a call was counted; `used` above `max` means refused. */
export interface Count {
  /** As replies give it, such as `key_hourly`; a name that clients rely on. */
  name: string;
  max: number;
  used: number;
  windowSeconds: number;
  /** Epoch milliseconds. */
  resetsAt: number;
}
