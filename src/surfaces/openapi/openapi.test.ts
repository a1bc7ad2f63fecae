import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { z } from 'zod';
import { checkDomain } from '../../areas/domains/check/index.ts';
import { operationIn, type AnyOperation } from '../../core/operation.ts';
import { sampleOperations } from '../http/testing.ts';
import { openapiOf } from './index.ts';

const about = { version: '1.2.3', baseUrl: 'https://dss.test', cookieName: 'session' };
const one = (over: Partial<AnyOperation>): AnyOperation => ({
  ...operationIn<object>()({
    id: 'domains.one', summary: 'One', description: 'One.', method: 'GET', path: '/api/one', access: { scope: 'domains' }, allowance: 'none',
    input: z.strictObject({}), output: z.object({ success: z.literal(true) }), examples: [], run: () => Promise.resolve({ success: true as const }),
  }),
  ...over,
});
const described = (over: Partial<AnyOperation>) => {
  const operation = one(over);
  return openapiOf([operation], about).paths[operation.path]![operation.method.toLowerCase()]!;
};

suite('x-access says who may call', () => {
  const cases: [says: string, over: Partial<AnyOperation>, expected: unknown][] = [
    ['public', { access: 'public' }, 'public'],
    ['session', { access: 'session' }, 'session'],
    ['key', { access: 'key' }, 'key'],
    ['scope, reading', {}, { scope: 'domains', write: false }],
    ['scope, writing', { method: 'DELETE' }, { scope: 'domains', write: true }],
    ['plan and allowance', { plan: 'pro', allowance: 'manualScans' }, { scope: 'domains', write: false, plan: 'pro', allowance: 'manualScans' }],
  ];
  for (const [says, over, expected] of cases) test(says, () => assert.deepEqual(described(over)['x-access'], expected));
  test('public operations ask for no credentials, people-only ones for a session', () => {
    assert.deepEqual([described({ access: 'public' })['security'], described({ access: 'session' })['security']], [[], [{ session: [] }]]);
  });
});

suite('the input stands where it is read', () => {
  const input = z.strictObject({ id: z.string(), at: z.iso.datetime().optional(), tags: z.array(z.string()).describe('Any of them') });
  test('path and query', () => {
    const { parameters, requestBody } = described({ path: '/api/one/{id}', input });
    assert.deepEqual(parameters.map(({ name, in: where, required }) => [name, where, required]), [['id', 'path', true], ['at', 'query', false], ['tags', 'query', true]]);
    assert.deepEqual([parameters[1]!.schema, parameters[2]!.description, requestBody], [{ type: 'string', format: 'date-time' }, 'Any of them', undefined]);
  });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    test(`path and body: ${method}`, () => {
      const { parameters, requestBody } = described({ method, path: '/api/one/{id}', input, idempotent: true });
      assert.deepEqual(parameters.map(({ name, in: where }) => [name, where]), [['id', 'path'], ['Idempotency-Key', 'header']]);
      const { schema } = requestBody!.content['application/json']!;
      assert.deepEqual(Object.keys(schema.properties!), ['at', 'tags', 'request_key']);
      assert.deepEqual([schema.required, schema.additionalProperties], [['tags'], false]);
    });
  }
  test('nothing to say, no body', () => assert.equal(described({ method: 'POST' }).requestBody, undefined));
});

suite('the responses', () => {
  const statuses = (over: Partial<AnyOperation>) => Object.keys(described(over).responses).join(' ');
  const cases: [says: string, over: Partial<AnyOperation>, expected: string][] = [
    ['a public read', { access: 'public' }, '200 304 400 414 429 431 500 503'],
    ['a read of one thing', { path: '/api/one/{id}', input: z.strictObject({ id: z.string() }) }, '200 304 400 401 403 404 414 429 431 500 503'],
    ['a read on a plan', { plan: 'pro' }, '200 304 400 401 402 403 414 429 431 500 503'],
    ['a change', { method: 'POST', status: 202 }, '202 400 401 402 403 404 409 413 414 415 429 431 500 503'],
  ];
  for (const [says, over, expected] of cases) test(says, () => assert.equal(statuses(over), expected));
  test('what is read has a tag, and 304 says that it is still the same; what changes something and what streams has none', () => {
    const tagged = (responses: Record<string, { headers?: object }>) => [Object.hasOwn(responses['200']!.headers!, 'ETag'), Object.hasOwn(responses, '304')];
    const of = (over: Partial<AnyOperation>) => tagged(described(over).responses);
    assert.deepEqual([of({}), of({ method: 'POST' }), of({ kind: 'file', contentTypes: ['text/csv'] })], [[true, true], [false, false], [false, false]]);
    const streaming = openapiOf([one({ streams: true })], about).paths['/api/one/stream']!['get']!;
    assert.deepEqual(tagged(streaming.responses as never), [false, false]);
  });
  test('a secret is null in a replay', () => {
    const { responses } = described({ method: 'POST', idempotent: true, secrets: ['key'], output: z.object({ key: z.string() }) });
    const { content } = responses['200'] as { content: Record<string, { schema: { properties: object } }> };
    assert.deepEqual(content['application/json']!.schema.properties, { key: { anyOf: [{ type: 'string' }, { type: 'null' }] } });
  });
});

suite('the whole document', () => {
  const document = openapiOf([checkDomain, ...sampleOperations().operations.filter(({ path }) => path !== '/api/')], about);
  const all = Object.values(document.paths).flatMap(methods => Object.values(methods));
  test('ids are unique, older addresses included', () => {
    assert.equal(new Set(all.map(({ operationId }) => operationId)).size, all.length);
    assert.equal(document.paths['/api/domain-check.js']!['get']!['deprecated'], true);
    assert.ok('text/html' in (document.paths['/domain-checkup.html']!['get']!.responses['200'] as { content: object }).content);
  });
  test('every reference leads somewhere', () => {
    const text = JSON.stringify(document);
    assert.doesNotMatch(text, /\$defs/);
    for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      assert.ok(path!.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document), path);
    }
  });
});
