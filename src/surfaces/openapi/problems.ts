import type { AnyOperation } from '../../core/operation.ts';
import { writes } from '../../core/operation.ts';
import { problemCodes } from '../../core/problem.ts';
import type { JsonSchema } from './schemas.ts';

const WHAT_IT_MEANS: Readonly<Record<number, string>> = {
  400: 'The input is not valid; `errors` names each field.',
  401: 'Nobody, or nobody valid, is calling.',
  402: 'Not included in the plan; `required_plan` is the cheapest that includes it.',
  403: 'The caller may not do this.',
  404: 'There is no such thing on this account.',
  409: 'The present state does not allow this, or the request key belongs to another request.',
  413: 'The request is too large.',
  415: 'The body is not JSON.',
  429: 'A limit is reached; `limit` says which one and when it resets.',
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
    415: change,
  };
  return Object.entries(found).filter(([, can]) => can).map(([status]) => Number(status)).toSorted((a, b) => a - b);
}

/** The schema of every refusal (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A refusal, after RFC 9457. `code` is stable; `detail` says what to do.',
  properties: {
    success: { type: 'boolean', const: false },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: { type: 'string' },
    title: { type: 'string' },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } }, required: ['path', 'message'] },
    },
    suggestion: { type: 'string', description: 'The domain that was probably meant' },
    required_plan: { type: 'string', enum: ['pro', 'enterprise'] },
    requiredScope: { type: 'string' },
    limit: {
      description: 'The counter that is full, or how many there may be',
      anyOf: [
        { type: 'integer' },
        {
          type: 'object',
          properties: {
            name: { type: 'string' }, max: { type: 'integer' }, used: { type: 'integer' },
            windowSeconds: { type: 'integer' }, resetsAt: { type: 'string', format: 'date-time' },
          },
          required: ['name', 'max', 'used', 'windowSeconds', 'resetsAt'],
        },
      ],
    },
  },
  required: ['success', 'status', 'code', 'title', 'detail', 'requestId'],
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
    const codes = Object.entries(problemCodes).filter(([, of]) => of.status === status);
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
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Problem' },
              {
                type: 'object',
                properties: { status: { type: 'integer', const: status }, code: { type: 'string', enum: codes.map(([name]) => name) } },
              },
            ],
          },
          example: { success: false, status, code, title, detail: description, requestId: 'req_01k9m2p8x0v7c3f6h5q4n2t8wz' },
        },
      },
    }];
  }));
}
