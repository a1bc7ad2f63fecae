// The MCP server over HTTP as its clients see it, with the official client of both kinds of revisions.
import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { Client, StreamableHTTPClientTransport, type CallToolResult, type Progress } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import type { Scope } from '../src/core/access.ts';
import { onDatabaseServed, type RequestOptions, type TestAccount, type TestReply } from './service.ts';

const eras = { '2026-07-28': { mode: { pin: '2026-07-28' } }, '2025-11-25': { mode: 'legacy' } } as const;
const ALL: Scope[] = ['domains', 'scans', 'vulnscan', 'write'];

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

/** What a tool said, as structured content. */
function said({ structuredContent }: CallToolResult): any {
  return structuredContent;
}

onDatabaseServed('sqlite', 'MCP over HTTP', { lab: () => lab, quickPasswords: true }, service => {
  let account: TestAccount;
  let key: string;
  const open: Client[] = [];
  before(async () => {
    account = await service().account({ plan: 'enterprise' });
    ({ key } = await service().key(account, { scopes: ALL }));
  });
  after(() => Promise.all(open.map(client => client.close())));

  async function connect(era: keyof typeof eras, query = 'toolsets=all', bearer = key): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: eras[era] });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service().baseUrl}/mcp?${query}`), { requestInit: { headers: { authorization: `Bearer ${bearer}` } } }));
    open.push(client);
    return client;
  }

  for (const era of ['2026-07-28', '2025-11-25'] as const) {
    void suite(`a client of ${era}`, () => {
      let client: Client;
      before(async () => { client = await connect(era); });

      test('checks a domain and gets the short form with failed findings; the whole reply and all findings on request', async () => {
        const short = await client.callTool({ name: 'check_domain', arguments: { domain: 'spf-loop.example' } });
        const full = await client.callTool({ name: 'check_domain', arguments: { domain: 'spf-loop.example', detail: 'full', findings: 'all' } });
        const [few, all] = [said(short), said(full)];
        assert.ok(JSON.stringify(few).length < 17_000 && JSON.stringify(all).length > 40_000);
        assert.equal(few.domain, 'spf-loop.example');
        assert.deepEqual(few.summary, all.summary);
        const open = all.findings.filter(({ state }: { state: string }) => state === 'fail' || state === 'unknown').map(({ id }: { id: string }) => id);
        assert.deepEqual(few.findings.map(({ id }: { id: string }) => id), open);
        assert.ok(all.findings.length > open.length && all.omitted === undefined);
        assert.deepEqual(JSON.parse((short.content[0] as { text: string }).text), few);
      });

      test('hears the parts of a check as they land, each further than the one before', async () => {
        const heard: Progress[] = [];
        await client.callTool({ name: 'check_checkup', arguments: { domain: 'healthy.example' } }, { onprogress: progress => heard.push(progress) });
        assert.ok(heard.length > 3, `${heard.length} parts`);
        assert.ok(heard.every(({ progress }, at) => at === 0 || progress > heard[at - 1]!.progress));
        assert.ok(heard.some(({ message }) => message === 'spf'));
      });

      test('adds a domain once by its request_key, scans it, and waits for the run', async () => {
        const name = `shop-${era}.example`;
        const adding = { name: 'domains_create', arguments: { name, scan: false, request_key: `add-${era}` } };
        const [first, second] = [said(await client.callTool(adding)), said(await client.callTool(adding))];
        assert.equal(first.data.id, second.data.id);
        const heard: Progress[] = [];
        const run = said(await client.callTool({ name: 'domains_scan', arguments: { id: first.data.id } }, { onprogress: progress => heard.push(progress) }));
        assert.equal(run.data.status, 'completed');
        assert.ok(heard.length > 0 && heard.at(-1)!.total === heard.at(-1)!.progress);
        const again = said(await client.callTool({ name: 'domains_scan', arguments: { id: first.data.id } }));
        assert.equal(again.data.status, 'queued');
        const shown = said(await client.callTool({ name: 'runs_show', arguments: { id: again.data.id, wait: true } }));
        assert.equal(shown.data.status, 'completed');
      });

      test('is told of a refusal by a tool error that carries the problem', async () => {
        const cases: [name: string, args: object, code: string][] = [
          ['check_domain', { domain: 'https://example.org/' }, 'invalid_domain'],
          ['check_domain', {}, 'invalid_request'],
          ['check_domain', { domain: 'healthy.example', no_such_field: 1 }, 'invalid_request'],
          ['check_domain', { domain: 'healthy.example', detail: 'most' }, 'invalid_request'],
          ['check_domain', { domain: 'healthy.example', wait: true }, 'invalid_request'],
          ['domains_get', { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, 'not_found'],
        ];
        for (const [name, args, code] of cases) {
          const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
          assert.equal(result.isError, true, name);
          assert.equal(said(result).code, code);
          assert.ok(said(result).detail.length > 10);
        }
      });

      test('reads the documentation, what a finding means, and a report', async () => {
        const { resources } = await client.listResources();
        assert.ok(resources.some(({ uri }) => uri === 'dss://docs/start'));
        const page = await client.readResource({ uri: 'dss://docs/findings/spf.lookups' });
        assert.match((page.contents[0] as { text: string }).text, /^# /m);
        const { resourceTemplates } = await client.listResourceTemplates();
        assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === 'dss://domains/{id}/report{?format}'));
        const { data: [domain] } = said(await client.callTool({ name: 'domains_list', arguments: { search: 'shop-' } }));
        const report = await client.readResource({ uri: `dss://domains/${domain.id}/report?format=json` });
        assert.equal(JSON.parse((report.contents[0] as { text: string }).text).success, true);
        for (const uri of ['dss://docs/../package', 'dss://docs/none', 'dss://domains/dom_none/report', 'dss://account/export', 'file:///etc/passwd']) {
          await assert.rejects(client.readResource({ uri }), ({ code }: { code: number }) => code === -32602, uri);
        }
      });

      test('gets the prompts with their arguments filled in', async () => {
        const { prompts } = await client.listPrompts();
        assert.deepEqual(prompts.map(({ name }) => name), ['assess_domain', 'fix_dmarc', 'weekly_review']);
        for (const { name } of prompts) {
          const { messages } = await client.getPrompt({ name, arguments: { domain: 'example.org' } });
          const { text } = messages[0]!.content as { text: string };
          assert.ok(!text.includes('undefined') && (name === 'weekly_review' || text.includes('example.org')));
          const mentioned = text.matchAll(/\b(?:check|domains|domain_events)_[a-z_]+/g).map(([word]) => word).toArray();
          const { tools } = await client.listTools();
          assert.deepEqual(mentioned.filter(word => !tools.some(tool => tool.name === word)), []);
        }
        await assert.rejects(client.getPrompt({ name: 'assess_domain', arguments: {} }), /argument domain/);
      });
    });
  }

  test('lists go on with a cursor, over all rows, twenty at a time', async () => {
    const client = await connect('2026-07-28');
    const names = Array.from({ length: 45 }, (_, at) => `page${at}.example`);
    const imported = said(await client.callTool({ name: 'domains_import', arguments: { domains: names } }));
    assert.equal(imported.data.added, 45);
    assert.match(imported.omitted?.note ?? 'All of it was done', /All of it was done/);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = said(await client.callTool({ name: 'domains_list', arguments: { search: 'page', ...(cursor ? { cursor } : {}) } }));
      assert.ok(page.data.length <= 20);
      seen.push(...page.data.map(({ name }: { name: string }) => name));
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen.toSorted(), names.toSorted());
  });

  test('yes and no and numbers of a query are given as JSON says them', async () => {
    const client = await connect('2026-07-28');
    assert.equal(said(await client.callTool({ name: 'domains_list', arguments: { monitored: false, limit: 1 } })).success, true);
  });

  test('with schemas=full each tool tells the schema of its reply, and short and long replies keep to it', async () => {
    const client = await connect('2025-11-25', 'toolsets=all&schemas=full');
    const { tools } = await client.listTools();
    assert.ok(tools.every(({ outputSchema }) => outputSchema?.type === 'object'));
    const ajv = new Ajv2020({ strict: false });
    (addFormats as unknown as (one: Ajv2020) => void)(ajv);
    const { data: [domain] } = said(await client.callTool({ name: 'domains_list', arguments: { search: 'shop-' } }));
    const asked: [name: string, args: Record<string, unknown>][] = [
      ['check_domain', { domain: 'spf-loop.example' }], ['check_domain', { domain: 'spf-loop.example', detail: 'full' }], ['check_checkup', { domain: 'healthy.example' }],
      ['auth_me', {}], ['domains_list', {}], ['runs_list', {}],
      ...['get', 'overview', 'email_security', 'setup', 'history', 'subdomains'].map((verb): [string, Record<string, unknown>] => [`domains_${verb}`, { id: domain.id }]),
    ];
    for (const [name, args] of asked) {
      const result = await client.callTool({ name, arguments: args });
      const schema = tools.find(tool => tool.name === name)!.outputSchema!;
      assert.ok(ajv.validate(schema as object, said(result)), `${name}: ${ajv.errorsText()}`);
    }
    const refused = await client.callTool({ name: 'check_domain', arguments: { domain: 'x' } });
    assert.ok(refused.isError && refused.structuredContent === undefined);
  });

  void suite('the message itself', () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const post = (options: RequestOptions = {}): Promise<TestReply> => service().request('POST', '/mcp', { direct: true, body: ping, ...options, headers: { accept: 'application/json, text/event-stream', ...options.headers } });

    test('without a key, or with a bad one, is refused with where the entry point is found', async () => {
      for (const given of [{}, { key: 'svc_0' }]) {
        const { status, headers, body } = await post(given);
        assert.equal(status, 401);
        assert.match(body.code!, /missing_credentials|invalid_key/);
        const metadata = /^Bearer resource_metadata="([^"]+)"$/.exec(headers['www-authenticate'] as string)![1]!;
        assert.equal(metadata, `${service().baseUrl}/.well-known/oauth-protected-resource/mcp`);
        for (const path of [new URL(metadata).pathname, '/.well-known/oauth-protected-resource']) {
          const found = await service().request('GET', path, { direct: true });
          assert.equal(found.status, 200);
          assert.equal(found.body['resource'], `${service().baseUrl}/mcp`);
        }
      }
    });

    test('is one counted request, whatever it does, and over the limit HTTP says 429', async () => {
      const { id, key: limited } = await service().key(account, { scopes: ['scans', 'domains'], rateLimit: 4 });
      const client = await connect('2026-07-28', '', limited);
      await client.callTool({ name: 'check_domain', arguments: { domain: 'healthy.example' } });
      const before = await post({ key: limited });
      assert.equal(before.status, 200);
      assert.match(before.headers['ratelimit'] as string, /^"key_hourly";r=\d;t=\d+$/);
      const rest = Number(/r=(\d)/.exec(before.headers['ratelimit'] as string)![1]);
      for (let at = 0; at < rest; at++) assert.equal((await post({ key: limited })).status, 200);
      const over = await post({ key: limited });
      assert.equal(over.status, 429);
      assert.equal(over.body.code, 'rate_limited');
      assert.ok(Number(over.headers['retry-after']) > 0);
      const { body } = await service().request('GET', `/api/api-keys/${id}/usage`, { cookie: account.owner.cookie });
      const { currentHour, last24Hours } = body['data'] as { currentHour: { used: number }; last24Hours: { requests: number; limited: number; byOperation: { operation: string; requests: number }[] } };
      assert.equal(last24Hours.requests, 5);
      assert.deepEqual([currentHour.used, last24Hours.limited], [4, 1]);
      assert.deepEqual(last24Hours.byOperation.map(({ operation }) => operation).toSorted(), ['check.domain', 'mcp']);
    });

    const refusals: [says: string, options: RequestOptions, status: number, code: string][] = [
      ['another Host', { headers: { host: 'attacker.example' } }, 403, 'forbidden'],
      ['a Host that is none', { headers: { host: '[' } }, 403, 'forbidden'],
      ['another Origin', { origin: 'https://attacker.example' }, 403, 'forbidden'],
      ['the Origin null', { origin: 'null' }, 403, 'forbidden'],
      ['several messages at once', { body: [ping, ping] }, 400, 'invalid_request'],
      ['no JSON', { body: 'ping' }, 400, 'invalid_request'],
      ['another content type', { headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
      ['too much', { body: { ...ping, params: { text: 'x'.repeat(1024 * 1024) } } }, 413, 'content_too_large'],
      ['a toolset that there is not', {}, 400, 'invalid_request'],
    ];
    for (const [says, options, status, code] of refusals) {
      test(`with ${says} answers ${status}`, async () => {
        const query = says.startsWith('a toolset') ? { query: { toolsets: 'none' } } : {};
        const reply = await post({ key, ...query, ...options });
        assert.deepEqual([reply.status, reply.body.code], [status, code], reply.text);
        assert.equal(reply.body['requestId'], reply.headers['x-request-id']);
      });
    }

    test('from a page of the service itself works by its session, from elsewhere it does not', async () => {
      assert.equal((await post({ cookie: account.owner.cookie })).status, 200);
      assert.equal((await post({ cookie: account.owner.cookie, origin: null })).status, 403);
    });

    test('that is no message of the protocol is refused, and nothing goes wrong inside', async () => {
      const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
      const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const messages: unknown[] = [
        {}, { jsonrpc: '1.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: {}, method: 'ping' }, { jsonrpc: '2.0', id: 1, method: 5 }, { jsonrpc: '2.0', id: 1, method: 'no/such' },
        { jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', id: 1, error: { code: 'x' } }, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
        call(null), call([]), call({}), call({ name: 5 }), call({ name: 'x'.repeat(5000) }), call({ name: 'check_domain', arguments: [] }), call({ name: 'check_domain', arguments: { domain: { toString: 1 } } }),
        call({ name: '__proto__' }), call({ name: 'constructor', arguments: {} }), call({ name: 'check_domain', arguments: { constructor: 1 } }), call({ name: 'auth_me', _meta: meta }),
        { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'dss://domains/%00/report' } }, { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'assess_domain', arguments: { domain: 5 } } },
        { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 'x'.repeat(3000) } }, { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { _meta: meta } },
      ];
      for (const body of messages) {
        const { status, text } = await post({ key, body });
        assert.ok(status < 500, `${JSON.stringify(body).slice(0, 200)}: ${status} ${text}`);
        assert.ok(status >= 400 || status === 202 || /"error":|"isError":true|"protocolVersion"/.test(text), `${JSON.stringify(body).slice(0, 200)}: ${status} ${text}`);
      }
    });

    test('other methods answer 405', async () => {
      for (const method of ['GET', 'DELETE']) {
        const { status, headers } = await service().request(method, '/mcp', { key, direct: true });
        assert.deepEqual([status, headers['allow']], [405, 'POST, OPTIONS']);
      }
    });

    test('changes by MCP stand in the audit log under the key', async () => {
      const client = await connect('2026-07-28');
      const { data } = said(await client.callTool({ name: 'groups_create', arguments: { name: 'By an agent' } }));
      const { body } = await service().request('GET', '/api/audit-log', { cookie: account.owner.cookie, query: { limit: '1' } });
      const [entry] = body['data'] as { action: string; resource: { id: string } }[];
      assert.equal(entry?.resource.id, data.id);
    });
  });
});
