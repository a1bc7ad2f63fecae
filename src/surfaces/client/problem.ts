import type { Plan, Scope } from '../../core/access.ts';
import type { ProblemCode } from '../../core/problem.ts';

/** What can go wrong on the way: no answer, a call that was given up, an answer that is not one of this service. */
type WayCode = 'network' | 'aborted' | 'unreadable';

/** A counter that is full. */
interface FullLimit {
  name: string;
  max: number;
  used: number;
  windowSeconds: number;
  /** ISO 8601. */
  resetsAt: string;
}

/** What a problem of that code always says besides the members that all have. */
interface Said {
  invalid_request: { errors: readonly { path: string; message: string }[] };
  plan_upgrade_required: { required_plan: Plan };
  scope_missing: { requiredScope: Scope };
  write_scope_missing: { requiredScope: 'write' };
  rate_limited: { limit: FullLimit };
}

interface ProblemMembers<Code> {
  code: Code;
  title: string;
  /** What went wrong and what to do. */
  detail: string;
  /** For the operator, who finds the call by it; null where no answer came. */
  requestId: string | null;
  errors?: readonly { path: string; message: string }[];
  /** The domain that was probably meant. */
  suggestion?: string;
  /** The cheapest plan that has it. */
  required_plan?: Plan;
  requiredScope?: Scope;
  /** The counter that is full, or how many there may be. */
  limit?: FullLimit | number;
  [member: string]: unknown;
}

/** Why a call failed (RFC 9457); comparing `code` tells which further members there are. */
export type Problem = {
  [Code in ProblemCode | WayCode]: ProblemMembers<Code> & (Code extends keyof Said ? Said[Code] : unknown);
}[ProblemCode | WayCode];

/** A call that failed. */
export interface Failure {
  ok: false;
  /** Of HTTP; 0 where no answer came. */
  status: number;
  headers: Headers;
  problem: Problem;
}

/** A call that succeeded, with the reply as the operation declares it. */
export interface Success<Data> {
  ok: true;
  status: number;
  headers: Headers;
  data: Data;
}

export type Result<Data> = Success<Data> | Failure;

/** A failure where a value has no place: in a loop over pages. */
export class ClientProblem extends Error {
  override name = 'ClientProblem';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.problem.detail);
    this.failure = failure;
  }

  get problem(): Problem {
    return this.failure.problem;
  }
}

const titles: Record<WayCode | 'invalid_request', string> = {
  network: 'The service did not answer',
  aborted: 'The call was given up',
  unreadable: 'The answer is not one of this service',
  invalid_request: 'The request is not valid',
};

/** A failure that is found on this side; `response` is the answer, where there was one. */
export function failure(code: WayCode, detail: string, response?: Pick<Response, 'status' | 'headers'>): Failure {
  const headers = response?.headers ?? new Headers();
  const problem = { code, title: titles[code], detail, requestId: headers.get('x-request-id') };
  return { ok: false, status: response?.status ?? 0, headers, problem };
}

/** A member of the path that would lead to another address. */
export function badPathMember(path: string): Failure {
  const message = 'Give the id as the list shows it.';
  const problem = { code: 'invalid_request', title: titles.invalid_request, detail: `${path}: ${message}`, requestId: null, errors: [{ path, message }] } as const;
  return { ok: false, status: 0, headers: new Headers(), problem };
}

/** What the service says of a call that it refused; null where it is no problem of its kind. */
export function problemIn(body: unknown): Problem | null {
  const { code, title, detail } = (body ?? {}) as Partial<Record<string, unknown>>;
  return [code, title, detail].every(member => typeof member === 'string') ? body as Problem : null;
}
