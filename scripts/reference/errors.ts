import { problemCodes, type ProblemCode } from '../../src/core/problem.ts';
import { page, table } from './markdown.ts';

/** What to do about each refusal. */
const remedies: Record<ProblemCode, string> = {
  invalid_request: 'Correct the fields that `errors` names: `[{path, message}]`.',
  invalid_domain: 'Give the bare name, such as `example.org`. `suggestion` has the name that was probably meant.',
  missing_credentials: 'Send `Authorization: Bearer svc_…`, or sign in.',
  invalid_key: 'Check that the key was copied whole: `svc_` and 64 hexadecimal characters. If it was, create another one.',
  key_expired: 'Create another key.',
  key_revoked: 'Create another key.',
  plan_lapsed: 'Put the account on the Pro plan or above; the key then works again.',
  session_expired: 'Sign in again.',
  invalid_credentials: 'See `detail`: a wrong address, password, code or link. Try again, or reset the password.',
  plan_upgrade_required: 'Put the account on the plan that `required_plan` names, the cheapest that has it.',
  scope_missing: 'Use a key with the scope that `requiredScope` names.',
  write_scope_missing: 'Use a key with `write`. If `required_plan` is there, the plan is the reason.',
  second_factor_required: 'Set up a second factor on the page /second-factor of the dashboard; API keys go on meanwhile.',
  session_required: 'Sign in and do it as a person: keys cannot.',
  ownership_required: 'Prove that the domain is yours, in the way that `detail` says.',
  target_not_allowed: 'Choose a public target, or ask the operator.',
  forbidden: 'Ask somebody with the role that `detail` names. For changes by cookie, send the `Origin` of the service.',
  not_found: 'Take the id from the list. A thing of another account answers in the same way.',
  method_not_allowed: 'Use a method that the header `Allow` names.',
  idempotency_mismatch: 'Use a fresh `request_key` for a new request.',
  key_limit_reached: 'Revoke a key that is not used.',
  limit_reached: 'Remove something that is not used; `limit` says how many there may be.',
  invalid_state: 'Read the current state first; `detail` says what prevents it.',
  version_conflict: 'Read it again, and change it with the version in `current`.',
  already_exists: 'Use what is there, or choose another name.',
  content_too_large: 'Send less at once.',
  unsupported_media_type: 'Send JSON with `Content-Type: application/json`, not compressed.',
  rate_limited: 'Wait for the seconds in `Retry-After`. `limit` says which limit it is and when it resets.',
  internal_error: 'Try again. If it stays, tell the operator the `requestId`.',
  resolver_unavailable: 'Try again after `Retry-After`. The operator checks `DSS_DNS_SERVERS`.',
  overloaded: 'Send the request again after `Retry-After`.',
  dependency_unavailable: 'Send the request again after `Retry-After`.',
};

/** Every code with which a call can be refused. */
export function errorsPage(): string {
  return page(
    '# Errors',
    '',
    'A refusal is `application/problem+json` (RFC 9457) and always has `success: false`, `status`, `code`, `title`, `detail` and',
    '`requestId`. `code` is stable: programs decide by it. `detail` is for people: it says what went wrong and what to do.',
    '',
    '```json',
    JSON.stringify({
      success: false, status: 403, code: 'scope_missing', title: problemCodes.scope_missing.title,
      detail: 'This needs a key with the scope scans. Create one that has it.', requiredScope: 'scans', requestId: 'req_01m806e49wgejg77nk1qcp9qr7',
    }, null, 2),
    '```',
    '',
    'A call is judged in one order, and the first refusal is the answer: address and method (404, 405), who calls (401), origin of',
    'a change by cookie (403), hourly limit (429), people only (403), role and scope (403), writing (403), plan (402), size, type',
    'and input (413, 415, 400), a capability asked for in the input (402), what the input names (404), `request_key` (409),',
    'daily allowance (429), then the work.',
    '',
    table(['Status', 'Code', 'Means', 'What to do'], Object.entries(problemCodes).map(([code, { status, title }]) => [String(status), `\`${code}\``, title, remedies[code as ProblemCode]])),
  );
}
