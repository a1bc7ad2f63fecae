// Requests for an operation: its input with something changed, and put on the wire in an odd way.
import fc from 'fast-check';
import { z } from 'zod';
import type { AnyOperation } from '../src/core/operation.ts';
import type { JsonSchema } from '../src/surfaces/openapi/index.ts';
import { junk, nested, objectsOf } from './properties-values.ts';
import type { RequestOptions } from './service.ts';

type Input = Record<string, unknown>;

/** What a request is made of. */
export interface Shot {
  /** Null is replaced by an input with which the operation succeeds. */
  base: Input | null;
  changes: readonly Change[];
  wire: Wire;
  /** What the base names of the account is there: a thing that was made for the request. */
  real: boolean;
  /** Whether somebody is signed in where nobody has to be. */
  signedIn: boolean;
}

/** One thing changed in the input; `member` counts the members of the schema. */
type Change =
  | { kind: 'set'; member: number; value: unknown }
  | { kind: 'drop'; member: number }
  | { kind: 'length'; member: number; at: 'below' | 'least' | 'most' | 'above' }
  | { kind: 'extra'; name: string; value: unknown };

/** How the input is written. */
type Wire =
  | { kind: 'plain' }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'query'; more: string }
  | { kind: 'path'; segment: string }
  | { kind: 'type'; type: string }
  | { kind: 'body'; write(json: string): string | Buffer };

/** A request that is ready to go out. */
export interface Written {
  path: string;
  options: Pick<RequestOptions, 'headers' | 'body' | 'direct'>;
}

/** All shots at `operation`: inputs that it allows, some with one or two changes, some written in an odd way. */
export function shotsAt(operation: AnyOperation): fc.Arbitrary<Shot> {
  const schema = schemaOf(operation);
  const base = fc.oneof(
    { weight: 9, arbitrary: objectsOf(schema) },
    { weight: 9, arbitrary: fc.constantFrom(...operation.examples.map(({ input }) => input as Input)) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const changes = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(changesOf(Object.keys(schema.properties ?? {}).length), { minLength: 1, maxLength: 2 }) },
  );
  return fc.record({ base, changes, wire: wiresOf(operation), real: fc.constantFrom(true, true, false), signedIn: fc.boolean() });
}

/** An input with which the operation succeeds, then the same with each member in turn of another type. */
export function firstShotsAt(operation: AnyOperation): [success: Shot, ...Shot[]] {
  const success: Shot = { base: null, changes: [], wire: { kind: 'plain' }, real: true, signedIn: true };
  const members = Object.keys(schemaOf(operation).properties ?? {});
  const others = members.flatMap((_, member) => [{}, [], null, 0, '\0'].map((value): Shot => ({ ...success, changes: [{ kind: 'set', member, value }] })));
  return [success, ...others];
}

function changesOf(members: number): fc.Arbitrary<Change> {
  const extra = fc.record({ kind: fc.constant('extra' as const), name: fc.constantFrom(...oddMembers), value: junk });
  if (members === 0) return extra;
  const member = fc.nat({ max: members - 1 });
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), member, value: junk }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), member }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('length' as const), member, at: fc.constantFrom('below', 'least', 'most', 'above') }) },
    { weight: 1, arbitrary: extra },
  );
}

const oddMembers = ['extra', 'id', 'accountId', 'role', 'toString', 'request_key', 'constructor', 'format', ''];

const oddHeaders: [name: string, values: string[]][] = [
  ['idempotency-key', ['', 'again', 'é', 'a'.repeat(129), '\t']],
  ['accept', ['text/event-stream', 'text/html', '*/*;q=0', 'x'.repeat(500)]],
  ['x-http-method-override', ['DELETE']],
  ['user-agent', ['', 'x'.repeat(5000), 'ÿ', '\' or 1=1']],
  ['content-encoding', ['gzip', 'identity', 'br']],
  ['if-none-match', ['*', '"x"']],
  ['host', ['elsewhere.example', '']],
  ['x-forwarded-host', ['elsewhere.example']],
  ['range', ['bytes=0-0']],
];
const oddQueries = [
  'a=1', 'domain=a&domain=b', 'limit=1&limit=2', 'limit=1&limit=1', 'limit[]=1', 'limit[$gt]=1', '%', '%zz=1', 'domain=%ff',
  'cursor=%c0%af', 'cursor=%00', 'cursor=%0d%0aX-Injected:%201', 'cursor=MTox', 'limit=1;cursor=2', 'limit',
  'limit=', '=', '&&&', '__proto__=1', 'constructor=1', 'action=%27', 'from=1970-01-01T00:00:00Z', 'from=+275760-09-13T00:00:00.001Z',
  `x=${'a'.repeat(4000)}`, `x=${'a'.repeat(9000)}`, Array.from({ length: 300 }, (_, at) => `p${at}=1`).join('&'),
  'callbackURL=//elsewhere.example',
];
const oddSegments = [
  '%00', '%2e%2e%2f', '..%2f..%2f', '%252e%252e%252f', '%c0%ae%c0%ae', '%ff', '%', '%zz', '%u002e', ';a=b', '%0d%0aX-Injected:%201',
  '%5c..%5c', '%20', '%F0%9F%91%80', '+', '@', ':', '__proto__', 'constructor', '%ed%a0%80', 'a'.repeat(9000),
];
const oddTypes = [
  '', 'text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded',
  'application/json; charset=latin1', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/jsonp',
  'application/json, text/plain',
];
const oddBodies: ((json: string) => string | Buffer)[] = [
  () => '', json => json.slice(0, -1), json => `${json}}`, json => (json === '{}' ? json : `  ${json}\n`), json => `[${json}]`,
  () => 'null', () => '0', () => '"text"', () => '{"a":1e999}', () => '{"__proto__":{"role":"owner"}}',
  () => '{"constructor":{"prototype":{"role":"owner"}}}',
  json => `${json.slice(0, -1)}${json === '{}' ? '' : ','}"role":"owner","role":"viewer"}`,
  json => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.of(0xff, 0xfe, 0x7d)]), json => Buffer.from(json, 'utf16le'),
  () => '['.repeat(10_000), () => JSON.stringify(nested(31)), () => JSON.stringify({ a: nested(40) }),
  () => `{"a":"${'x'.repeat(1_100_000)}"}`, json => `/* */${json}`, () => 'a=1&b=2', () => Buffer.alloc(100),
];

function wiresOf({ method, path }: AnyOperation): fc.Arbitrary<Wire> {
  const named = path.includes('{');
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant<Wire>({ kind: 'plain' }) },
    { weight: 2, arbitrary: fc.constantFrom(...oddHeaders.flatMap(([name, values]) => values.map((value): Wire => ({ kind: 'header', name, value })))) },
    { weight: method === 'GET' ? 5 : 1, arbitrary: fc.constantFrom(...oddQueries).map((more): Wire => ({ kind: 'query', more })) },
    { weight: named ? 4 : 0, arbitrary: fc.constantFrom(...oddSegments).map((segment): Wire => ({ kind: 'path', segment })) },
    { weight: method === 'GET' ? 0 : 2, arbitrary: fc.constantFrom(...oddTypes).map((type): Wire => ({ kind: 'type', type })) },
    { weight: method === 'GET' ? 0 : 4, arbitrary: fc.constantFrom(...oddBodies).map((write): Wire => ({ kind: 'body', write })) },
  );
}

/** The request of a shot; `input`, with which the operation succeeds, stands where the shot has no base of its own, and names what is there. */
export function write(operation: AnyOperation, { base, changes, wire, real }: Shot, input: Input): Written {
  const { properties = {} } = schemaOf(operation);
  const named = real ? Object.fromEntries(Object.keys((operation.owns ?? {}) as object).filter(name => input[name] !== undefined).map(name => [name, input[name]])) : {};
  const changed = changes.reduce((before, change) => apply(before, change, properties), base ? { ...base, ...named } : input);
  const inPath = new Set(operation.path.matchAll(/\{(\w+)\}/g).map(([, name]) => name!));
  const rest = Object.fromEntries(Object.entries(changed).filter(([name]) => !inPath.has(name)));
  const segment = (name: string) => (wire.kind === 'path' ? wire.segment : encodeURIComponent(textOf(changed[name], MOST_IN_PATH)));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name));
  const query = [operation.method === 'GET' ? queryOf(rest) : '', wire.kind === 'query' ? wire.more : ''].filter(part => part !== '').join('&');
  const json = JSON.stringify(rest);
  const body = wire.kind === 'body' ? wire.write(json) : json;
  const headers = wire.kind === 'header' ? { [wire.name]: wire.value } : wire.kind === 'type' ? { 'content-type': wire.type } : {};
  const target = query === '' ? path : `${path}?${query}`;
  return { path: target, options: { headers, ...(operation.method === 'GET' ? {} : { body }), direct: wire.kind === 'path' || target.length > MOST_IN_QUERY } };
}

function apply(input: Input, change: Change, properties: Record<string, JsonSchema>): Input {
  if (change.kind === 'extra') return { ...input, [change.name]: change.value };
  const name = Object.keys(properties)[change.member]!;
  switch (change.kind) {
    case 'set': return { ...input, [name]: change.value };
    case 'drop': return Object.fromEntries(Object.entries(input).filter(([one]) => one !== name));
    case 'length': {
      const { minLength = 0, maxLength = 1000 } = properties[name] as { minLength?: number; maxLength?: number };
      const length = { below: Math.max(0, minLength - 1), least: minLength, most: maxLength, above: maxLength + 1 }[change.at];
      return { ...input, [name]: 'a'.repeat(length) };
    }
  }
}

/** With more, the proxy that holds replies against the document refuses the header itself. */
const MOST_IN_QUERY = 8000;
const MOST_IN_PATH = 1000;

function queryOf(input: Input): string {
  const pairs = Object.entries(input).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map(one => [name.toWellFormed(), textOf(one)] as const));
  return pairs.map(pair => pair.map(encodeURIComponent).join('=')).join('&').slice(0, MOST_IN_QUERY);
}

function textOf(value: unknown, most = Infinity): string {
  return (typeof value === 'string' ? value : JSON.stringify(value) ?? '').slice(0, most).toWellFormed();
}

const schemas = new WeakMap<AnyOperation, JsonSchema>();
function schemaOf(operation: AnyOperation): JsonSchema {
  const schema = schemas.get(operation) ?? z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  schemas.set(operation, schema);
  return schema;
}
