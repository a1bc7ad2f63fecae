import type { AnyOperation } from '../../core/operation.ts';
import { writes } from '../../core/operation.ts';
import { plans, scopes } from '../../core/access.ts';
import { problemCodes, type ProblemCode } from '../../core/problem.ts';
import { pascalCase, type Components, type JsonSchema } from './schemas.ts';

const WHAT_IT_MEANS: Readonly<Record<number, string>> = {
  400: 'The input is not valid; `errors` names each field.',
  401: 'Nobody, or nobody valid, is calling.',
  402: 'Not included in the plan; `required_plan` is the cheapest that includes it.',
  403: 'The caller may not do this.',
  404: 'There is no such thing on this account.',
  409: 'The present state does not allow this, or the request key belongs to another request.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The body is not JSON.',
  429: 'A limit is reached; `limit` says which one and when it resets.',
  431: 'The header is too large.',
  500: 'A fault of the service.',
  503: 'The service, or something that it needs, cannot answer now.',
};

/** The statuses, of 400 and above, with which `operation` can refuse a call. */
export function problemStatuses(operation: AnyOperation): number[] {
  const { access, beforeSecondFactor = false, plan, judge, owns, maybeNotFound = false, path } = operation;
  const change = writes(operation);
  const found = {
    400: true, 429: true, 500: true, 503: true,
    401: access !== 'public' || change,
    402: change || plan !== undefined || judge !== undefined,
    403: change || (access !== 'public' && !(access === 'key' && beforeSecondFactor)),
    404: change || maybeNotFound || owns !== undefined || path.includes('{'),
    409: change,
    413: change,
    414: true,
    415: change,
    431: true,
  };
  return Object.entries(found).filter(([, can]) => can).map(([status]) => Number(status)).toSorted((a, b) => a - b);
}

const text: JsonSchema = { type: 'string' };
const howMany: JsonSchema = { type: 'integer', description: 'How many there may be' };

/** What problems say besides what all say, by their codes; all of it is always there but for what stands in `optional`. */
const members: Readonly<Partial<Record<ProblemCode, { properties: Record<string, JsonSchema>; optional?: readonly string[] }>>> = {
  invalid_request: {
    properties: {
      errors: {
        type: 'array', description: 'Each thing that is wrong, with the path of the field, empty for the whole',
        items: { type: 'object', properties: { path: text, message: text }, required: ['path', 'message'] },
      },
    },
  },
  invalid_domain: { properties: { suggestion: { ...text, description: 'The domain that was probably meant' } }, optional: ['suggestion'] },
  plan_upgrade_required: { properties: { required_plan: { ...text, enum: plans.slice(1), description: 'The cheapest plan that includes it' } } },
  scope_missing: { properties: { requiredScope: { ...text, enum: [...scopes] } } },
  write_scope_missing: {
    properties: { requiredScope: { ...text, const: 'write' }, required_plan: { ...text, enum: plans.slice(1), description: 'Where the plan is the reason' } }, optional: ['required_plan'],
  },
  ownership_required: {
    properties: { domain: text, ownership: { ...text, description: 'Where to prove it' }, record: {}, file: {} }, optional: ['domain', 'ownership', 'record', 'file'],
  },
  key_limit_reached: { properties: { limit: howMany, active: {} }, optional: ['active'] },
  limit_reached: { properties: { limit: howMany }, optional: ['limit'] },
  invalid_state: {
    properties: { state: text, role: text, kind: text, ids: { type: 'array', items: text }, current: { description: 'The thing as it is now' }, askAgainAt: { ...text, format: 'date-time' } },
    optional: ['state', 'role', 'kind', 'ids', 'current', 'askAgainAt'],
  },
  version_conflict: { properties: { current: { description: 'The thing as it is now' } }, optional: ['current'] },
  already_exists: { properties: { id: { ...text, description: 'That of what is there' } }, optional: ['id'] },
  rate_limited: {
    properties: {
      limit: {
        type: 'object', description: 'The counter that is full',
        properties: {
          name: text, max: { type: 'integer' }, used: { type: 'integer' }, windowSeconds: { type: 'integer' }, resetsAt: { ...text, format: 'date-time' },
        },
        required: ['name', 'max', 'used', 'windowSeconds', 'resetsAt'],
      },
    },
  },
};

/** The statuses under which a code comes: HTTP has nearer ones where what is too large is the address or the header. */
function statusesOf(code: ProblemCode): number[] {
  return [problemCodes[code].status, ...(code === 'content_too_large' ? [414, 431] : [])];
}

/** The schemas of all refusals by operations (RFC 9457): what every one says, and one for each code. */
export function problemSchemas(): Components {
  const codes = (Object.entries(problemCodes) as [ProblemCode, { title: string }][]).filter(([code]) => statusesOf(code).some(status => status in WHAT_IT_MEANS));
  return {
    Problem: {
      type: 'object',
      description: 'A refusal, after RFC 9457. `code` is stable; `detail` says what to do.',
      properties: {
        success: { type: 'boolean', const: false },
        status: { type: 'integer', minimum: 400, maximum: 599 },
        code: { type: 'string', enum: codes.map(([code]) => code) },
        title: text, detail: text, requestId: text,
      },
      required: ['success', 'status', 'code', 'title', 'detail', 'requestId'],
    },
    ...Object.fromEntries(codes.map(([code, { title }]) => {
      const { properties = {}, optional = [] } = members[code] ?? {};
      const own = { status: { type: 'integer', enum: statusesOf(code) }, code: { type: 'string', const: code }, ...properties };
      const required = ['status', 'code', ...Object.keys(properties).filter(name => !optional.includes(name))];
      return [schemaName(code), { description: title, allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: own, required }] }];
    })),
  };
}

/** `InvalidRequestProblem` for `invalid_request`. */
function schemaName(code: string): string {
  return `${pascalCase(code)}Problem`;
}

const example: Readonly<Record<number, object>> = {
  400: { errors: [{ path: 'domain', message: 'This field is required.' }] },
  402: { required_plan: 'pro' },
  403: { requiredScope: 'scans' },
  429: { limit: { name: 'key_hourly', max: 1000, used: 1000, windowSeconds: 3600, resetsAt: '2026-11-22T09:00:00.000Z' } },
};

const retryAfter = { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } };
const wwwAuthenticate = { description: '`Bearer`', required: true, schema: { type: 'string' } };

/** The name of the shared response of one status. */
export function problemResponseName(status: number): string {
  return `Problem${status}`;
}

/** The shared responses, one a status, each with the codes that it can carry. */
export function problemResponses(requestIdHeader: object): Record<string, object> {
  return Object.fromEntries(Object.entries(WHAT_IT_MEANS).map(([text, description]) => {
    const status = Number(text);
    const codes = (Object.entries(problemCodes) as [ProblemCode, { title: string }][]).filter(([name]) => statusesOf(name).includes(status));
    const [code, { title }] = codes[0]!;
    return [problemResponseName(status), {
      description,
      headers: {
        'X-Request-Id': requestIdHeader,
        ...(status === 429 || status === 503 ? { 'Retry-After': retryAfter } : {}),
        ...(status === 401 ? { 'WWW-Authenticate': wwwAuthenticate } : {}),
      },
      content: {
        'application/problem+json': {
          schema: oneOf(codes.map(([name]) => name)),
          example: { success: false, status, code, title, detail: description, requestId: 'req_01k9m2p8x0v7c3f6h5q4n2t8wz', ...example[status] },
        },
      },
    }];
  }));
}

/** The schema of a refusal with one of `codes`, which `code` tells apart. */
function oneOf(codes: readonly string[]): JsonSchema {
  const refs = codes.map(code => ({ $ref: `#/components/schemas/${schemaName(code)}` }));
  if (refs.length === 1) return refs[0]!;
  return { oneOf: refs, discriminator: { propertyName: 'code', mapping: Object.fromEntries(codes.map((code, at) => [code, refs[at]!.$ref])) } };
}
