import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Account, Count, KnownCaller } from '../../core/access.ts';
import { systemClock } from '../../core/clock.ts';
import { operationIn, type AnyOperation } from '../../core/operation.ts';
import type { Ports, RememberedReply } from '../../core/pipeline.ts';
import { Problem } from '../../core/problem.ts';
import { createHttpServer, type HttpOptions, type HttpService } from './index.ts';

/** Operations of every kind that the surface knows, and what they leave for a test to check. */
export function sampleOperations() {
  const seen = { aborted: 0, fileClosed: 0 };
  const operation = operationIn<object>();
  const Done = z.object({ success: z.literal(true), data: z.looseObject({}) });
  const done = (data: object) => ({ success: true as const, data: { ...data } });
  const base = { description: 'For tests.', allowance: 'none' as const, examples: [], output: Done };
  const none = { audit: { none: 'a test' } };
  const operations: AnyOperation[] = [
    operation({
      ...base, id: 'domains.list', summary: 'List', method: 'GET', path: '/api/', aliases: ['/api/things.js', '/things.html'], access: { scope: 'domains' },
      input: z.strictObject({ kind: z.string().optional(), tag: z.array(z.string()).optional() }), run: (_call, _services, input) => Promise.resolve(done(input)),
    }),
    operation({
      ...base, ...none, id: 'domains.make', summary: 'Make', method: 'POST', path: '/api/things', access: { scope: 'domains' }, status: 201, idempotent: true, secrets: ['secret'],
      input: z.strictObject({ name: z.string().max(20), of: z.unknown().optional() }), output: Done.extend({ secret: z.string() }),
      examples: [{ input: { name: 'one' }, says: 'A name is enough' }],
      run: (call, _services, { name }) => {
        call.respond.headers['location'] = '/api/things/1';
        return Promise.resolve({ ...done({ name }), secret: 's3' });
      },
    }),
    operation({
      ...base, id: 'domains.read', summary: 'Read', method: 'GET', path: '/api/things/{id}', access: 'key',
      input: z.strictObject({ id: z.string() }), run: (_call, _services, input) => Promise.resolve(done(input)),
    }),
    operation({
      ...base, ...none, id: 'domains.drop', summary: 'Drop', method: 'DELETE', path: '/api/things/{id}', access: 'session',
      input: z.strictObject({ id: z.string(), password: z.string().optional() }), run: (_call, _services, input) => Promise.resolve(done(input)),
    }),
    operation({ ...base, id: 'domains.count', summary: 'Count', method: 'GET', path: '/api/things/all', access: 'key', input: z.strictObject({}), run: (_call, _services, input) => Promise.resolve(done(input)) }),
    operation({ ...base, ...none, id: 'events.say', summary: 'Say', method: 'POST', path: '/api/words', access: 'public', input: z.strictObject({ word: z.string() }), run: (_call, _services, input) => Promise.resolve(done(input)) }),
    operation({
      ...base, id: 'events.hear', summary: 'Hear', method: 'GET', path: '/api/words', access: 'public', streams: true, input: z.strictObject({ fail: z.enum(['before', 'after']).optional() }),
      run: ({ emit }, _services, { fail }) => {
        if (fail === 'before') throw new Problem('not_found', 'Nothing to hear.');
        emit?.('part', { word: 'one\ntwo' });
        if (fail === 'after') throw new Problem('resolver_unavailable', 'No more.');
        return Promise.resolve(done({}));
      },
    }),
    operation({
      ...base, id: 'events.wait', summary: 'Wait', method: 'GET', path: '/api/words/wait', access: 'public', streams: true, input: z.strictObject({ ms: z.coerce.number() }),
      run: async ({ emit, signal }, _services, { ms }) => {
        emit?.('part', {});
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms);
          signal.addEventListener('abort', () => { seen.aborted++; clearTimeout(timer); resolve(); });
        });
        return done({});
      },
    }),
    operation({
      ...base, id: 'events.file', summary: 'File', method: 'GET', path: '/api/words/file', access: 'public', kind: 'file', contentTypes: ['application/x-ndjson'], input: z.strictObject({ broken: z.string().optional() }),
      run: (_call, _services, { broken }) => Promise.resolve({ contentType: 'application/x-ndjson', fileName: 'wörds "1".ndjson', body: lines(broken !== undefined, () => { seen.fileClosed++; }) } as never),
    }),
    operation({
      ...base, id: 'auth.enter', summary: 'Enter', method: 'POST', path: '/api/auth/enter', access: 'public', kind: 'native', limit: 'sign_in', input: z.strictObject({}), output: z.unknown(),
      run: call => {
        call.respond.headers['set-cookie'] = ['a=1; HttpOnly', 'b=2'];
        return Promise.resolve({ browser: call.browser, address: call.address });
      },
    }),
    operation({
      ...base, id: 'auth.lead', summary: 'Lead', method: 'GET', path: '/api/auth/lead', access: 'public', kind: 'native', input: z.strictObject({ to: z.string() }), output: z.unknown(),
      run: (call, _services, { to }) => {
        Object.assign(call.respond, { status: 302, headers: { location: to } });
        return Promise.resolve(null);
      },
    }),
  ];
  return { operations, seen };
}

async function* lines(broken: boolean, closed: () => void): AsyncGenerator<string> {
  try {
    for (let line = 0; line < 3; line++) {
      yield `{"line":${line}}\n`;
      await Promise.resolve();
      if (broken) throw new Error('the source broke');
    }
  } finally {
    closed();
  }
}

/** Ports that know two bearers (`good`, `full`) and the cookie `person`; the address of each call is noted. */
export function samplePorts() {
  const seen = { reported: [] as unknown[], addresses: [] as string[], counted: 0 };
  const account: Account = { id: 'acc_1', name: 'Ours', plan: 'enterprise', operator: false };
  const kept = new Map<string, RememberedReply | null>();
  const ports: Ports<object> = {
    now: () => 0,
    services: {},
    servicesOf: same => same,
    authenticate: (credential): KnownCaller => {
      if (credential.kind === 'none') throw new Problem('missing_credentials', 'Send a key.');
      if (credential.kind === 'cookie' && credential.value === 'person') return { kind: 'session', account, userId: 'usr_1', sessionId: 'ses_1', role: 'owner' };
      if (credential.kind === 'bearer' && ['good', 'full'].includes(credential.token)) {
        return { kind: 'key', account, keyId: `key_${credential.token}`, prefix: 'svc_', scopes: ['domains', 'write'], rateLimit: 5 };
      }
      throw new Problem('invalid_key', 'The key is not known.');
    },
    count: (_, caller): Count => {
      seen.counted++;
      if (caller.kind === 'anonymous') seen.addresses.push(caller.address);
      const used = caller.kind === 'key' && caller.keyId === 'key_full' ? 6 : 2;
      return { name: 'key_hourly', max: 5, used, windowSeconds: 3600, resetsAt: Date.now() + 60_000 };
    },
    spend: () => Promise.resolve({ name: 'website_scans', max: 5, used: 1, windowSeconds: 86_400, resetsAt: 86_400_000 }),
    refund: () => Promise.resolve(),
    keep: (owner, requestKey) => {
      const known = kept.get(requestKey);
      if (!known) kept.set(requestKey, null);
      return Promise.resolve(known ?? { owner, requestKey, token: 't' });
    },
    giveUp: () => Promise.resolve(),
    transaction: work => work({ services: {}, audit: () => Promise.resolve(), remember: ({ requestKey }, reply) => { kept.set(requestKey, reply); return Promise.resolve(); } }),
    finished: () => undefined,
    explain: () => null,
    report: error => { seen.reported.push(error); },
  };
  return { ports, seen };
}

const started: HttpService[] = [];
const sampleDashboard = buildSample();
process.once('exit', () => rmSync(sampleDashboard, { recursive: true }));

/** Ends what `startSample` has started: for the end of each file that starts some. */
export async function stopSamples(): Promise<void> {
  await Promise.all(started.splice(0).map(service => service.drain()));
}

/** A build of a dashboard as small as can be. */
function buildSample(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dss-dashboard-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en" data-visitor="__VISITOR__"><meta property="csp-nonce" nonce="__NONCE__"><title>Sample</title>');
  for (const [name, content] of [['main-a1b2c3d4.js', 'let a;'], ['main-a1b2c3d4.js.br', 'brotli'], ['main-a1b2c3d4.js.gz', 'gzip'], ['icon-192.png', 'png'], ['notes.txt', 'no']]) {
    writeFileSync(join(folder, 'assets', name!), content!);
  }
  return folder;
}

/** A surface on a free loopback port, closed after the tests of the file. */
export async function startSample(over: Partial<HttpOptions<object>> = {}, port = 0) {
  const { operations, seen } = sampleOperations();
  const { ports, seen: passed } = samplePorts();
  let request = 0;
  const service: HttpService = createHttpServer<object>({
    operations, ports, newRequestId: () => `req_${++request}`, baseUrl: 'http://localhost:3000', trustProxy: [], cookieName: 'session', clock: systemClock, metrics: null,
    version: '1.2.3', ready: () => Promise.resolve({ ok: true, parts: { database: 'ok' } }), securityContact: 'mailto:security@example.org',
    docsFolder: new URL('../../../docs', import.meta.url).pathname, dashboard: { folder: () => sampleDashboard, trouble: null }, newNonce: () => 'n0nce', ...over,
  });
  await service.listen('127.0.0.1', port);
  started.push(service);
  return { url: service.address!, service, operations, seen, passed };
}
