import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before, suite } from 'node:test';
import { z } from 'zod';
import { operationIn, type AnyOperation } from '../src/core/operation.ts';
import { startSample, stopSamples } from '../src/surfaces/http/testing.ts';
import { openapiOf } from '../src/surfaces/openapi/index.ts';
import { startContractProxy, type ContractProxy } from './contract-proxy.ts';

after(stopSamples);

const about = { version: '1.2.3', baseUrl: 'https://dss.test', cookieName: 'session' };
const run = () => Promise.reject(new Error('never asked'));
const read: AnyOperation = operationIn<object>()({
  id: 'domains.read', summary: 'Read', description: 'Read.', method: 'GET', path: '/api/domains/{id}', access: { scope: 'domains' }, allowance: 'none', run,
  input: z.strictObject({ id: z.string().startsWith('dom_'), limit: z.coerce.number().int().max(9).optional() }),
  output: z.object({ success: z.literal(true), at: z.iso.datetime() }), examples: [],
});
const make: AnyOperation = operationIn<object>()({
  id: 'domains.make', summary: 'Make', description: 'Make.', method: 'POST', path: '/api/domains', access: { scope: 'domains' }, allowance: 'none', status: 201, run,
  audit: { none: 'a test' }, input: z.strictObject({ name: z.string() }), output: z.object({ success: z.literal(true) }), examples: [],
});
const file: AnyOperation = { ...read, id: 'domains.file', path: '/api/file', kind: 'file', contentTypes: ['application/json', 'text/csv'], input: z.strictObject({}) };

interface Wrong {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}
const good = { success: true, at: '2026-11-21T10:00:00.000Z' };
const problem = { success: false, status: 404, code: 'not_found', title: 'Not found', detail: 'None.', requestId: 'req_1' };
let next: Wrong = {};
let proxy: ContractProxy;
const service = createServer((request, reply) => {
  const { status = 200, headers = { 'X-Request-Id': 'req_1', 'Content-Type': 'application/json; charset=utf-8' }, body = good } = next;
  request.resume();
  reply.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
});
before(async () => {
  await new Promise<void>(listening => service.listen(0, '127.0.0.1', listening));
  proxy = await startContractProxy(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, openapiOf([read, make, file], about));
});
after(async () => {
  await proxy.close();
  service.close();
  service.closeAllConnections();
});

const made = { 'X-Request-Id': 'req_1', 'Content-Type': 'application/json', Location: '/api/domains/dom_1' };
const asProblem = { 'X-Request-Id': 'req_1', 'Content-Type': 'application/problem+json' };
suite('a reply or a request that is not as the document says is found', () => {
  const cases: [says: string, reply: Wrong, expected: RegExp | null, path?: string, init?: RequestInit][] = [
    ['a good reply', {}, null],
    ['a good refusal', { status: 404, headers: asProblem, body: problem }, null],
    ['a good list of parameters', {}, null, '/api/domains/dom_1?limit=9'],
    ['a file, also one of JSON', { body: { any: 1 } }, null, '/api/file'],
    ['a file of another type', { headers: { 'X-Request-Id': 'req_1', 'Content-Type': 'image/png' } }, /content type "image\/png"/, '/api/file'],
    ['an undeclared status', { status: 418 }, /418: the status is not declared/],
    ['a status of success that is another one', { status: 202 }, /202: the status is not declared/],
    ['no request id', { headers: { 'Content-Type': 'application/json' } }, /X-Request-Id is missing/],
    ['another content type', { headers: { 'X-Request-Id': 'r', 'Content-Type': 'text/html' } }, /content type "text\/html"/],
    ['a refusal as plain JSON', { status: 404, body: problem }, /content type "application\/json"/],
    ['a missing member', { body: { success: true } }, /must have required property 'at'/],
    ['an undeclared member', { body: { ...good, more: 1 } }, /must NOT have additional properties/],
    ['another type', { body: { ...good, success: 'true' } }, /body\/success/],
    ['no date', { body: { ...good, at: 'yesterday' } }, /must match format "date-time"/],
    ['no such date', { body: { ...good, at: '2026-02-30T10:00:00.000Z' } }, /must match format "date-time"/],
    ['no JSON', { body: 'oops' }, /body/],
    ['a code of another status', { status: 404, headers: asProblem, body: { ...problem, code: 'rate_limited' } }, /body\/code/],
    ['another status inside', { status: 404, headers: asProblem, body: { ...problem, status: 400 } }, /body\/status/],
    ['401 without WWW-Authenticate', { status: 401, headers: asProblem, body: { ...problem, status: 401, code: 'invalid_key' } }, /WWW-Authenticate is missing/],
    ['a parameter that is taken, but not declared', {}, /query parameter more was taken/, '/api/domains/dom_1?more=1'],
    ['a parameter beyond its bounds', {}, /query parameter limit was taken/, '/api/domains/dom_1?limit=10'],
    ['a path beyond its pattern', {}, /path parameter id was taken/, '/api/domains/other'],
    ['a good body', { status: 201, headers: made, body: { success: true } }, null, '/api/domains', { method: 'POST', body: '{"name":"x"}' }],
    ['something made, and not where', { status: 201, body: { success: true } }, /Location is missing/, '/api/domains', { method: 'POST', body: '{"name":"x"}' }],
    ['a limit that is reached, and not which', { status: 429, headers: { ...asProblem, 'Retry-After': '1' }, body: { ...problem, status: 429, code: 'rate_limited' } }, /must have required property 'limit'/],
    ['a body with an undeclared member', { status: 201, headers: made, body: { success: true } }, /the body was taken, but/, '/api/domains', { method: 'POST', body: '{"name":"x","more":1}' }],
    ['no body where one is required', { status: 201, headers: made, body: { success: true } }, /a body is required/, '/api/domains', { method: 'POST' }],
  ];
  for (const [says, reply, expected, path = '/api/domains/dom_1', init = {}] of cases) {
    test(says, async () => {
      next = reply;
      const [before, judged] = [proxy.violations.length, proxy.judged()];
      await (await fetch(proxy.url + path, init)).text();
      const found = proxy.violations.slice(before).join('; ');
      assert.equal(proxy.judged(), judged + 1);
      if (expected) assert.match(found, expected);
      else assert.equal(found, '');
    });
  }
});

test('the real surface keeps to its own document, streams and files included', async () => {
  const { url, operations } = await startSample();
  const held = await startContractProxy(url, openapiOf(operations, about));
  const calls: [path: string, init: RequestInit][] = [
    ['/api/?tag=1&tag=2', { headers: { Authorization: 'Bearer good' } }],
    ['/api/?kinds=1', { headers: { Authorization: 'Bearer good' } }],
    ['/api/', {}],
    ['/api/', { headers: { Authorization: 'Bearer full' } }],
    ['/api/things', { method: 'POST', headers: { Authorization: 'Bearer good', 'Content-Type': 'application/json' }, body: '{"name":"x","request_key":"k"}' }],
    ['/api/things', { method: 'POST', headers: { Authorization: 'Bearer good', 'Content-Type': 'application/json' }, body: '{"name":"x","request_key":"k"}' }],
    ['/api/things', { method: 'POST', headers: { Authorization: 'Bearer good', 'Content-Type': 'text/plain' }, body: '{' }],
    ['/api/things/1', { headers: { Authorization: 'Bearer good' } }],
    ['/api/words', { headers: { Accept: 'text/event-stream' } }],
    ['/api/words?fail=before', { headers: { Accept: 'text/event-stream' } }],
    ['/api/words/file', {}],
    ['/api/auth/lead?to=/', { redirect: 'manual' }],
    ['/api/auth/enter', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }],
    ['/things.html', { redirect: 'manual' }],
    ['/api/', { method: 'HEAD', headers: { Authorization: 'Bearer good' } }],
  ];
  for (const [path, init] of calls) await (await fetch(held.url + path, init)).text();
  await held.close();
  assert.deepEqual(held.violations, ['events.hear 404: the status is not declared']);
  assert.equal(held.judged(), calls.length);
});
