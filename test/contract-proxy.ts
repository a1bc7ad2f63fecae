import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Described, OpenApi } from '../src/surfaces/openapi/index.ts';

/** A proxy that holds a service to its OpenAPI document. */
export interface ContractProxy {
  url: string;
  /** What did not keep to the document: operation, status and cause. */
  violations: string[];
  /** How many replies of operations were held against the document. */
  judged(): number;
  close(): Promise<void>;
}

/** What comes before any operation is asked, or in the place of its reply, and so stands in no operation: framing, method, size of the header, nothing new. */
const EDGE_STATUSES = new Set([304, 405, 414, 431]);

/** By their documents: what they compile serves every service of a process. */
const judges = new WeakMap<OpenApi, Judge>();

/** Forwards everything to `targetUrl`; each reply, and each request that succeeded, must be as `openapi` says. */
export async function startContractProxy(targetUrl: string, openapi: OpenApi): Promise<ContractProxy> {
  const violations: string[] = [];
  const judge = judges.get(openapi) ?? createJudge(openapi);
  judges.set(openapi, judge);
  let judged = 0;
  const server = createServer((request, reply) => {
    forward(targetUrl, request, reply, exchange => {
      const found = judge(exchange);
      if (!found) return;
      judged++;
      violations.push(...found);
    });
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    violations,
    judged: () => judged,
    close: () => new Promise(closed => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
  };
}

interface Exchange {
  method: string;
  url: URL;
  requestHeaders: IncomingMessage['headers'];
  requestBody: string;
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

function forward(targetUrl: string, request: IncomingMessage, reply: ServerResponse, done: (exchange: Exchange) => void): void {
  const [asked, answered]: [Buffer[], Buffer[]] = [[], []];
  const onward = send(new URL(request.url!, targetUrl), { method: request.method!, headers: request.headers }, back => {
    reply.writeHead(back.statusCode!, back.rawHeaders);
    back.on('data', (chunk: Buffer) => answered.push(chunk));
    back.pipe(reply);
    back.on('end', () => done({
      method: request.method!, url: new URL(request.url!, targetUrl), requestHeaders: request.headers, requestBody: Buffer.concat(asked).toString('utf8'),
      status: back.statusCode!, headers: back.headers, body: unpacked(Buffer.concat(answered), back.headers['content-encoding']).toString('utf8'),
    }));
  });
  onward.on('error', () => reply.destroy());
  reply.on('close', () => onward.destroy());
  request.on('data', (chunk: Buffer) => asked.push(chunk));
  request.pipe(onward);
}

function unpacked(body: Buffer, coding: string | undefined): Buffer {
  if (body.length === 0) return body;
  return coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
}

/** Gives what is wrong with an exchange; null where it concerns no operation. */
type Judge = (exchange: Exchange) => string[] | null;

interface Response {
  headers?: Record<string, { required?: boolean; $ref?: string }>;
  content?: Record<string, { schema: object }>;
}

function createJudge(openapi: OpenApi): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  formats.default(ajv);
  ajv.addSchema(openapi, 'openapi');
  // Values of a query are text: there the types are read into it, and nowhere else.
  const coercing = new Ajv2020({ strict: false, allErrors: true, coerceTypes: 'array' });
  formats.default(coercing);
  coercing.addSchema(openapi, 'openapi');
  const compiled = new Map<object, ValidateFunction>();
  const validate = (schema: object, value: unknown, by = ajv): string | null => {
    const check = compiled.get(schema) ?? by.compile(absolute(schema));
    compiled.set(schema, check);
    return check(value) ? null : by.errorsText(check.errors, { dataVar: 'body' });
  };
  const find = createFinder(openapi);
  return exchange => {
    const found = find(exchange);
    if (!found) return null;
    const { operation, pathValues } = found;
    const wrong = [
      ...judgeReply(openapi, operation, exchange, validate),
      ...(exchange.status < 300 ? judgeRequest(operation, pathValues, exchange, (schema, value) => validate(schema, value, coercing), validate) : []),
    ];
    return wrong.map(cause => `${operation.operationId} ${exchange.status}: ${cause}`);
  };
}

function judgeReply(openapi: OpenApi, operation: Described, { method, status, headers, body }: Exchange, validate: (schema: object, value: unknown) => string | null): string[] {
  const wrong: string[] = [];
  if (headers['x-request-id'] === undefined) wrong.push('the header X-Request-Id is missing');
  if (EDGE_STATUSES.has(status)) return wrong;
  const declared = operation.responses[status];
  if (!declared) return [...wrong, 'the status is not declared'];
  const { headers: declaredHeaders = {}, content } = deref(openapi, declared) as Response;
  for (const [name, header] of Object.entries(declaredHeaders)) {
    if ((deref(openapi, header) as { required?: boolean }).required && headers[name.toLowerCase()] === undefined) wrong.push(`the header ${name} is missing`);
  }
  if (!content || method === 'HEAD') return wrong;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim();
  const media = content[type];
  if (!media && type === 'text/event-stream' && operation['x-event-stream'] !== undefined) return wrong;
  if (!media) return [...wrong, `the content type "${type}" is not declared`];
  if (type.endsWith('ndjson') || !type.endsWith('json')) return wrong;
  const cause = validate(media.schema, parse(body));
  return cause ? [...wrong, cause] : wrong;
}

function judgeRequest(
  { parameters, requestBody }: Described, pathValues: Record<string, string>, { url, requestHeaders, requestBody: text }: Exchange,
  validateText: (schema: object, value: unknown) => string | null, validate: (schema: object, value: unknown) => string | null,
): string[] {
  const wrong: string[] = [];
  const known = new Set(parameters.filter(one => one.in === 'query').map(({ name }) => name));
  for (const name of url.searchParams.keys()) if (!known.has(name)) wrong.push(`the query parameter ${name} was taken, but is not declared`);
  for (const { name, in: where, required, schema } of parameters) {
    const many = url.searchParams.getAll(name).flatMap(one => (schema.type === 'array' ? one.split(',') : [one]));
    const value = where === 'path' ? pathValues[name] : where === 'header' ? requestHeaders[name.toLowerCase()] : many.length > 1 ? many : many[0];
    if (value === undefined && required) wrong.push(`the ${where} parameter ${name} is required, but was not asked for`);
    // Checked inside an object, because only there a value can be replaced by what it reads as.
    const cause = value === undefined ? null : validateText(boxed(schema), { value });
    if (cause) wrong.push(`the ${where} parameter ${name} was taken, but ${cause}`);
  }
  if (text === '') return requestBody?.required ? [...wrong, 'a body is required, but was not asked for'] : wrong;
  const media = requestBody?.content['application/json'];
  const cause = media ? validate(media.schema, parse(text)) : null;
  if (!media && text !== '{}') wrong.push('a body was taken, but none is declared');
  return cause ? [...wrong, `the body was taken, but ${cause}`] : wrong;
}

const boxes = new WeakMap<object, object>();
function boxed(schema: object): object {
  const box = boxes.get(schema) ?? { type: 'object', properties: { value: schema } };
  boxes.set(schema, box);
  return box;
}

/** Finds the operation that is asked, and what stands in its path; a path without parameters goes before one with them (OpenAPI 3.1 §4.8.8). */
function createFinder({ paths }: OpenApi): (exchange: Exchange) => { operation: Described; pathValues: Record<string, string> } | null {
  const templates = Object.entries(paths).map(([template, methods]) => ({
    methods,
    names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    pattern: new RegExp(`^${template.split(/\{\w+\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('([^/]+)')}$`),
  })).toSorted((a, b) => a.names.length - b.names.length);
  return ({ method, url }) => {
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    const path = url.pathname === '/api' ? '/api/' : url.pathname;
    for (const { methods, names, pattern } of templates) {
      const operation = methods[asked];
      const match = operation ? pattern.exec(path) : null;
      if (match) return { operation: operation!, pathValues: Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1]!)])) };
    }
    return null;
  };
}

/** References of the document as references into it from outside. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/')) as object;
}

function deref(openapi: OpenApi, one: object): object {
  const { $ref } = one as { $ref?: string };
  return $ref ? $ref.slice(2).split('/').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], openapi) as object : one;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the path says, or the text as it stands where its encoding is broken. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
