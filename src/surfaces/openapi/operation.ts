import type { z } from 'zod';
import type { AnyOperation } from '../../core/operation.ts';
import { pathMembers, writes } from '../../core/operation.ts';
import { problemResponseName, problemStatuses } from './problems.ts';
import { addComponent, pascalCase, schemaOf, type Components, type JsonSchema } from './schemas.ts';
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

/** The name of the shared reply without a body. */
export const notModified = 'NotModified';

const REQUEST_KEY = 'Names this request for 24 hours: the same key with the same request gives the first reply again.';
const formatParameter: Parameter = {
  name: 'format', in: 'query', required: false, schema: { type: 'string' }, description: '`json` answers; anything else leads to the page',
};
const requestKeySchema: JsonSchema = { type: 'string', minLength: 1, maxLength: 128, pattern: '^[^\\p{C}\\p{Zl}\\p{Zp}]+$', description: REQUEST_KEY };

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
    ...(operation.streams ? { 'x-event-stream': streamPathOf(operation) } : {}),
    security: access === 'public' ? [] : access === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    ...inputOf(operation, components, alias?.path),
    responses: responsesOf(operation, components, alias?.path),
  };
}

/** Who may call, for programs: contract of `x-access`. */
function accessOf(operation: AnyOperation): unknown {
  const { access, plan, allowance } = operation;
  if (typeof access === 'string') return access;
  return { scope: access.scope, write: writes(operation), ...(plan ? { plan } : {}), ...(allowance === 'none' ? {} : { allowance }) };
}

function inputOf(operation: AnyOperation, components: Components, aliasPath: string | undefined): Pick<Described, 'parameters' | 'requestBody'> {
  const whole = schemaOf(operation.input, 'input', operation.id, components);
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

function responsesOf(operation: AnyOperation, components: Components, aliasPath: string | undefined): Record<string, object> {
  const { status = 200, kind = 'json', idempotent } = operation;
  const json = kind === 'file' ? {} : { 'application/json': { schema: replyOf(operation, components) } };
  const content = kind === 'file' ? filesOf(operation) : isPageAlias(aliasPath) ? { ...json, 'text/html': text } : json;
  const requestId = ref('headers', 'RequestId');
  const headers: Record<string, object> = {
    'X-Request-Id': requestId, RateLimit: ref('headers', 'RateLimit'), 'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  };
  if (idempotent) headers['Idempotent-Replayed'] = { description: '`true` where this is the first reply again', schema: { type: 'string' } };
  if (status === 201 || status === 202) headers['Location'] = { description: status === 201 ? 'Where it is found' : 'Where to follow it', required: true, schema: { type: 'string' } };
  const tagged = isTagged(operation);
  if (tagged) headers['ETag'] = ref('headers', 'ETag');
  const location = { description: 'Where to go', required: true, schema: { type: 'string' } };
  const moved = { description: 'Leads to a page', headers: { 'X-Request-Id': requestId, Location: location } };
  return {
    [status]: {
      description: kind === 'file' ? 'The file' : 'Done',
      headers,
      content,
    },
    ...(kind === 'native' && operation.method === 'GET' ? { 302: moved } : {}),
    ...(tagged ? { 304: ref('responses', notModified) } : {}),
    ...Object.fromEntries(problemStatuses(operation).map(problem => [problem, ref('responses', problemResponseName(problem))])),
  };
}

/** Whether what is read has a tag, with which a client asks for what is new. */
function isTagged({ method, kind = 'json', status = 200 }: AnyOperation): boolean {
  return method === 'GET' && kind === 'json' && status === 200;
}

/** The files that an operation gives, by their types; some of them are read as text. */
function filesOf({ contentTypes }: AnyOperation): Record<string, { schema: JsonSchema }> {
  return Object.fromEntries((contentTypes ?? []).map(type => [type, { schema: /^text\/|ndjson$/.test(type) ? { type: 'string' } : type.endsWith('json') ? { type: 'object' } : {} }]));
}

/** The schema of success; where a reply can be remembered its secrets may be null, because they are not. What it shows has a name in any case. */
function replyOf({ id, output, idempotent, secrets = [] }: AnyOperation, components: Components): JsonSchema {
  const schema = schemaOf(output as z.ZodType, 'output', id, components);
  for (const name of idempotent ? secrets : []) {
    const member = schema.properties?.[name];
    if (member) schema.properties![name] = { anyOf: [member, { type: 'null' }] };
  }
  const { data } = schema.properties ?? {};
  const name = `${pascalCase(id)}Data`;
  if (data?.properties) schema.properties!['data'] = addComponent(components, name, data);
  else if (data?.items?.properties) data.items = addComponent(components, name, data.items);
  return schema;
}

const text = { schema: { type: 'string' } };

/** The address at which an operation streams whatever is accepted; null where it does not. */
export function streamPathOf({ streams, path }: Pick<AnyOperation, 'streams' | 'path'>): string | null {
  return streams ? `${path.replace(/\/$/, '')}/stream` : null;
}

/** Describes the operation at the address where it streams: apart from its JSON, so that each address has one type of reply. */
export function describeStream(operation: AnyOperation, components: Components, path: string): Described {
  const { responses, ...described } = describeOperation(operation, components);
  // A stream has no tag: it is never the same.
  const { 200: done, 304: _same, ...refusals } = responses as { 200: { headers: Record<string, object> } } & Record<string, object>;
  const { ETag: _tag, ...headers } = done.headers;
  const lastEventId: Parameter = { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' }, description: 'The last event that was seen; the stream goes on after it' };
  return {
    ...described,
    operationId: `${operation.id}.stream`,
    summary: `${operation.summary}, as it happens`,
    description: `${operation.description} This address answers with Server-Sent Events: parts as they land, then \`result\` with what \`${operation.path}\` replies, or \`problem\`.`,
    parameters: [...described.parameters, ...(path.includes('{') ? [lastEventId] : [])],
    responses: { 200: { description: 'The events', headers, content: { 'text/event-stream': text } }, ...refusals },
  };
}

function ref(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
