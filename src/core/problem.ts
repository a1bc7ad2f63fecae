/** Everything that a refused request says, after RFC 9457; `code` is stable, `detail` says what to do. */
export interface ProblemBody {
  success: false;
  status: number;
  code: string;
  title: string;
  detail: string;
  [member: string]: unknown;
}

/** The codes in use, with the status and title of each; `docs/reference/errors.md` is made from it. */
export const problemCodes = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_domain: { status: 400, title: 'This is not a bare domain name' },
  missing_credentials: { status: 401, title: 'No credentials were given' },
  invalid_key: { status: 401, title: 'The API key is not valid' },
  key_expired: { status: 401, title: 'The API key has expired' },
  key_revoked: { status: 401, title: 'The API key was revoked' },
  plan_lapsed: { status: 401, title: 'The plan of the account has no API keys' },
  session_expired: { status: 401, title: 'The session is not valid any more' },
  invalid_credentials: { status: 401, title: 'The sign-in was refused' },
  plan_upgrade_required: { status: 402, title: 'Not included in the plan' },
  scope_missing: { status: 403, title: 'The API key lacks the scope' },
  write_scope_missing: { status: 403, title: 'The API key may not write' },
  session_required: { status: 403, title: 'Only a signed-in person may do this' },
  second_factor_required: { status: 403, title: 'The account requires a second factor' },
  ownership_required: { status: 403, title: 'Ownership of the domain is not proven' },
  target_not_allowed: { status: 403, title: 'This target is not allowed' },
  forbidden: { status: 403, title: 'This is not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not offered here' },
  idempotency_mismatch: { status: 409, title: 'The request key belongs to another request' },
  key_limit_reached: { status: 409, title: 'The account has as many active keys as it may' },
  limit_reached: { status: 409, title: 'The account has as many as it may' },
  invalid_state: { status: 409, title: 'The current state does not allow this' },
  version_conflict: { status: 409, title: 'Somebody else has changed this in the meantime' },
  already_exists: { status: 409, title: 'This exists already' },
  content_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not accepted here' },
  rate_limited: { status: 429, title: 'A limit is reached' },
  internal_error: { status: 500, title: 'Something went wrong here' },
  resolver_unavailable: { status: 503, title: 'No DNS resolver answers' },
  overloaded: { status: 503, title: 'The service cannot take this request now' },
  dependency_unavailable: { status: 503, title: 'Something that the service needs does not answer' },
} as const;
export type ProblemCode = keyof typeof problemCodes;

/** A refusal; thrown only at the edge, by operations and what calls them. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly members: Record<string, unknown>;
  /** For the reply's header `Retry-After`; null where waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ProblemCode, detail: string, members: Record<string, unknown> = {}, retryAfterSeconds: number | null = null) {
    super(detail);
    this.code = code;
    this.members = members;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }

  body(): ProblemBody {
    return { success: false, ...problemCodes[this.code], code: this.code, detail: this.message, ...this.members };
  }
}
