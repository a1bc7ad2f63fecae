// The typed client against the whole service over the lab.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { ClientProblem, createClient, type Client, type ClientOptions, type Result } from '../src/client.ts';
import type { Plan, Scope } from '../src/core/access.ts';
import { onDatabaseServed } from './service.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

/** The data of a result; fails with the problem where there are none. */
function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new ClientProblem(result);
  return result.data;
}

onDatabaseServed('sqlite', 'the client', { lab: () => lab, quickPasswords: true }, service => {
  const connect = (options: ClientOptions): Client => createClient({ baseUrl: service().baseUrl.replace('localhost', '127.0.0.1'), ...options });
  /** Somebody with a key on an account of their own. */
  const keyed = async ({ plan = 'enterprise', scopes = ['domains', 'scans', 'write'], rateLimit = 10_000 }: { plan?: Plan; scopes?: readonly Scope[]; rateLimit?: number } = {}) => {
    const account = await service().account({ plan });
    const { key } = await service().key(account, { scopes, rateLimit });
    return { account, key, client: connect({ key }) };
  };

  test('adds a domain, waits for its scan, hears what that finds, and shows the result', async () => {
    const { client } = await keyed();
    const { data: domain, run } = dataOf(await client('POST /api/domains', { name: 'weak-mail.example' }));
    assert.ok(run);
    const [heard, steps] = [new Set<unknown>(), [] as number[]];
    const ended = dataOf(await client.runs.wait(run.id, {
      onEvent: (name, data) => { if (name === 'record') heard.add((data as { name: string }).name); },
      onProgress: ({ done }) => steps.push(done),
    }));
    assert.deepEqual([ended.status, ended.subject.id, ended.progress.done === ended.progress.total], ['completed', domain.id, true]);
    assert.ok(heard.has('spf') && heard.has('dmarc'));
    assert.deepEqual(steps, steps.toSorted((a, b) => a - b));
    const overview = dataOf(await client('GET /api/domains/{id}/overview', { id: domain.id }));
    assert.ok(overview.data.issuesCount > 0);
  });

  test('goes on with a run where the connection was cut', async () => {
    const { key } = await keyed();
    const heard: [id: string, name: string][] = [];
    const asked: { after: string | null; heard: string | null }[] = [];
    const client = connect({
      key,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!url.endsWith('/events')) return response;
        asked.push({ after: (init.headers as Headers).get('last-event-id'), heard: heard.at(-1)?.[0] ?? null });
        return asked.length === 1 ? new Response(cutAfter('id: 1\n', response.body!), response) : response;
      },
    });
    const { run } = dataOf(await client('POST /api/domains', { name: 'healthy.example' }));
    const ended = dataOf(await client.runs.wait(run!.id, { pollMs: 1, onEvent: (name, _, id) => { if (id !== null) heard.push([id, name]); } }));
    assert.equal(ended.status, 'completed');
    assert.deepEqual(asked.map(({ after, heard }) => after === heard), [true, true]);
    assert.deepEqual(heard.map(([id]) => Number(id)), heard.map((_, index) => index + 1), 'each event once, in order');
    assert.deepEqual([heard[0]![1], heard.at(-1)![1]], ['started', 'ended']);
  });

  test('reads a list over its pages', async () => {
    const { client } = await keyed();
    for (const name of ['a', 'b', 'c', 'd', 'e']) dataOf(await client('POST /api/domains', { name: `${name}.example`, scan: false }));
    const names: string[] = [];
    for await (const { name } of client.each('GET /api/domains', { limit: 2, sort: '-name' })) names.push(name);
    assert.deepEqual(names, ['e.example', 'd.example', 'c.example', 'b.example', 'a.example']);
  });

  test('hears the records of a check as they land, then has the whole', async () => {
    const { client } = await keyed();
    const heard: string[] = [];
    const result = dataOf(await client.stream('GET /api/', { domain: 'healthy.example' }, { onEvent: (_, data) => heard.push((data as { name: string }).name) }));
    assert.equal(result.domain, 'healthy.example');
    assert.deepEqual(heard.toSorted(), [...new Set(heard)].toSorted());
    assert.ok(heard.includes('spf') && Object.hasOwn(result.records, 'spf'));
  });

  test('gives a file', async () => {
    const { client } = await keyed();
    dataOf(await client('POST /api/domains', { name: 'a.example', scan: false }));
    const file = await client.file('GET /api/domains/export');
    assert.ok(file.ok);
    assert.match(file.contentType, /^text\/csv/);
    assert.match(file.fileName!, /\.csv$/);
    assert.match(await file.body.text(), /a\.example/);
  });

  test('does nothing twice for one request key', async () => {
    const { client } = await keyed();
    const add = () => client('POST /api/domains', { name: 'twice.example', scan: false }, { requestKey: 'import-1' });
    const [one, other] = [await add(), await add()];
    assert.equal(dataOf(one).data.id, dataOf(other).data.id);
    assert.deepEqual([one, other].map(({ headers }) => headers.get('idempotent-replayed')), [null, 'true']);
  });

  test('works with the session of a browser', async () => {
    const { owner } = await service().account();
    const client = connect({
      fetch: (url, init) => fetch(url, { ...init, headers: { ...Object.fromEntries(init.headers as Headers), cookie: owner.cookie, origin: service().baseUrl } }),
    });
    assert.equal(dataOf(await client('GET /api/auth/me')).data.user?.id, owner.id);
    const { version } = dataOf(await client('GET /api/settings')).data;
    assert.equal(dataOf(await client('PUT /api/settings', { version, account: { locale: 'de' } })).data.account.locale, 'de');
  });

  const refusals: [says: string, who: Parameters<typeof keyed>[0] & { key?: string }, call: (client: Client) => Promise<Result<unknown>>, status: number, problem: Record<string, unknown>][] = [
    ['no such key', { key: `svc_${'0'.repeat(64)}` }, client => client('GET /api/domains'), 401, { code: 'invalid_key' }],
    ['a plan without keys', { plan: 'free' }, client => client('GET /api/domains'), 401, { code: 'plan_lapsed' }],
    ['no scope for it', { scopes: ['scans'] }, client => client('GET /api/domains'), 403, { code: 'scope_missing', requiredScope: 'domains' }],
    ['no leave to write', { scopes: ['domains'] }, client => client('POST /api/domains', { name: 'a.example' }), 403, { code: 'write_scope_missing', requiredScope: 'write' }],
    ['a matter for people', {}, client => client('GET /api/api-keys'), 403, { code: 'session_required' }],
    ['a field that is wrong', {}, client => client('GET /api/domains', { limit: 0 }), 400, { code: 'invalid_request' }],
    ['a name that is none', {}, client => client('POST /api/domains', { name: 'https://a.example/' }), 400, { code: 'invalid_domain', suggestion: 'a.example' }],
    ['no such thing', {}, client => client('GET /api/domains/{id}', { id: 'dom_x' }), 404, { code: 'not_found' }],
    ['no such thing to follow', {}, client => client.runs.wait('run_x'), 404, { code: 'not_found' }],
  ];
  for (const [says, { key, ...who }, call, status, problem] of refusals) {
    test(`a refusal is a value: ${says}`, async () => {
      const { client } = await keyed(who);
      const result = await call(key === undefined ? client : connect({ key }));
      assert.ok(!result.ok);
      assert.equal(result.status, status);
      assert.partialDeepStrictEqual(result.problem, problem);
      assert.match(result.problem.requestId!, /^req_/);
      assert.equal(result.headers.get('x-request-id'), result.problem.requestId);
    });
  }

  test('a full limit says which one and when it resets', async () => {
    const { client } = await keyed({ rateLimit: 1 });
    await client('GET /api/domains');
    const result = await client('GET /api/domains');
    assert.ok(!result.ok && result.problem.code === 'rate_limited');
    assert.deepEqual([result.problem.limit.name, result.problem.limit.max], ['key_hourly', 1]);
    assert.ok(Date.parse(result.problem.limit.resetsAt) > Date.now());
  });
});

/** Lets a stream through until `text` has gone by, then breaks. */
function cutAfter(text: string, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let passed = '';
  return new ReadableStream({
    async pull(controller) {
      if (passed.includes(text)) {
        await reader.cancel();
        controller.error(new TypeError('terminated'));
        return;
      }
      const { value } = await reader.read();
      passed += new TextDecoder().decode(value);
      controller.enqueue(value!);
    },
  }, { highWaterMark: 0 });
}
