import type { z } from 'zod';
import type { AnyOperation } from '../../core/operation.ts';
import { pathMembers, writes } from '../../core/operation.ts';
import { problemResponseName, problemStatuses } from './problems.ts';
import { schemaOf, type Components, type JsonSchema } from './schemas.ts';
import { topicOf } from '../../core/operation.ts';

/** One operation of the document. */
export interface Described {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, object>;
  [member: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

const REQUEST_KEY = 'Names this request for 24 hours: the same key with the same request gives the first reply again.';
const formatParameter: Parameter = {
  name: 'format', in: 'query', required: false, schema: { type: 'string' }, description: '`json` answers; anything else leads to the page',
};
const requestKeySchema: JsonSchema = { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x20-\\x7e]+$', description: REQUEST_KEY };

/** Whether an older address was a page: then `format=json` chooses the answer of the operation. */
export function isPageAlias(path: string | undefined): boolean {
  return path !== undefined && !path.startsWith('/api/');
}

/** Describes `operation`, or its older address; named schemas are added to `components`. */
export function describeOperation(operation: AnyOperation, components: Components, alias?: { path: string; number: number }): Described {
  const { id, summary, description, access } = operation;
  const operationId = alias ? `${id}.alias${alias.number}` : id;
  return {
    operationId,
    summary,
    description: alias ? `${description} This is an older address of \`${operation.path}\`.` : description,
    tags: [topicOf(id)],
    ...(alias ? { deprecated: true } : {}),
    'x-access': accessOf(operation),
    security: access === 'public' ? [] : access === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    ...inputOf(operation, operationId, components, alias?.path),
    responses: responsesOf(operation, operationId, components, alias?.path),
  };
}

/** Who may call, for programs: contract of `x-access`. */
function accessOf(operation: AnyOperation): unknown {
  const { access, plan, allowance } = operation;
  if (typeof access === 'string') return access;
  return { scope: access.scope, write: writes(operation), ...(plan ? { plan } : {}), ...(allowance === 'none' ? {} : { allowance }) };
}

function inputOf(
  operation: AnyOperation, owner: string, components: Components, aliasPath: string | undefined,
): Pick<Described, 'parameters' | 'requestBody'> {
  const whole = schemaOf(operation.input, 'input', owner, components);
  const { properties = {}, required = [] } = whole;
  const inPath = pathMembers(operation.path);
  const rest = Object.keys(properties).filter(name => !inPath.includes(name));
  const parameter = (name: string, where: 'path' | 'query'): Parameter => {
    const { description, ...schema } = properties[name] ?? { type: 'string' };
    return { name, in: where, required: where === 'path' || required.includes(name), schema, ...(description ? { description } : {}) };
  };
  const parameters = inPath.map(name => parameter(name, 'path'));
  if (operation.method === 'GET') {
    parameters.push(...rest.map(name => parameter(name, 'query')));
    return { parameters: isPageAlias(aliasPath) ? [...parameters, formatParameter] : parameters };
  }
  if (operation.idempotent) {
    rest.push('request_key');
    properties['request_key'] = requestKeySchema;
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema: requestKeySchema, description: REQUEST_KEY });
  }
  if (rest.length === 0 && whole.additionalProperties === false) return { parameters };
  const needed = required.filter(name => rest.includes(name));
  const schema: JsonSchema = { ...whole, properties: Object.fromEntries(rest.map(name => [name, properties[name]!])), required: needed };
  return { parameters, requestBody: { required: needed.length > 0, content: { 'application/json': { schema, ...exampleOf(operation, inPath) } } } };
}

function exampleOf(operation: AnyOperation, inPath: readonly string[]): { example?: unknown } {
  const first = operation.examples[0]?.input as Record<string, unknown> | undefined;
  return first ? { example: Object.fromEntries(Object.entries(first).filter(([name]) => !inPath.includes(name))) } : {};
}

function responsesOf(operation: AnyOperation, owner: string, components: Components, aliasPath: string | undefined): Record<string, object> {
  const { status = 200, kind = 'json', streams, idempotent } = operation;
  const json = { 'application/json': { schema: replyOf(operation, owner, components) } };
  const text = { schema: { type: 'string' } };
  const content = kind === 'file' ? { '*/*': text } : isPageAlias(aliasPath) ? { ...json, 'text/html': text } : json;
  const requestId = ref('headers', 'RequestId');
  const headers: Record<string, object> = {
    'X-Request-Id': requestId, RateLimit: ref('headers', 'RateLimit'), 'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  };
  if (idempotent) headers['Idempotent-Replayed'] = { description: '`true` where this is the first reply again', schema: { type: 'string' } };
  if (status === 202) headers['Location'] = { description: 'Where to follow the run', schema: { type: 'string' } };
  const location = { description: 'Where to go', required: true, schema: { type: 'string' } };
  const moved = { description: 'Leads to a page', headers: { 'X-Request-Id': requestId, Location: location } };
  return {
    [status]: {
      description: kind === 'file' ? 'The file' : 'Done',
      headers,
      content: streams ? { ...content, 'text/event-stream': text } : content,
    },
    ...(kind === 'native' && operation.method === 'GET' ? { 302: moved } : {}),
    ...Object.fromEntries(problemStatuses(operation).map(problem => [problem, ref('responses', problemResponseName(problem))])),
  };
}

/** The schema of success; where a reply can be remembered its secrets may be null, because they are not. */
function replyOf({ output, idempotent, secrets = [] }: AnyOperation, owner: string, components: Components): JsonSchema {
  const schema = schemaOf(output as z.ZodType, 'output', owner, components);
  for (const name of idempotent ? secrets : []) {
    const member = schema.properties?.[name];
    if (member) schema.properties![name] = { anyOf: [member, { type: 'null' }] };
  }
  return schema;
}

function ref(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
