// What the lists of tools cost a model, and whether they say what the operations are.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { operations } from '../src/app/registry.ts';
import { resourceScopes, scopes, type Caller, type Scope } from '../src/core/access.ts';
import { isEveryday, offeredTo } from '../src/surfaces/mcp/selection.ts';
import { toolsOf, type OperationTool } from '../src/surfaces/mcp/tools.ts';

const MAX_DEFAULT_TOKENS = 8000;
/** Most take fewer than 200; checks of endpoints and incidents have many fields. */
const MAX_TOKENS_A_TOOL = 230;

const tools = toolsOf(operations);
const all = keyWith(scopes);
const named = (name: string) => tools.find(tool => tool.name === name)!;

function keyWith(of: readonly Scope[]): Caller {
  return { kind: 'key', account: { id: 'acc_1', name: 'Ours', plan: 'enterprise', operator: true }, keyId: 'key_1', prefix: 'svc_12345678', scopes: of, rateLimit: 1000 };
}

function offered(caller: Caller, toolset: string): OperationTool[] {
  return offeredTo(caller, { toolsets: [toolset], readOnly: false, outputSchemas: false }, tools);
}

/** A token is about four bytes of JSON. */
function tokensOf(list: readonly OperationTool[]): number {
  return Buffer.byteLength(JSON.stringify({ tools: list.map(({ listed }) => listed) })) / 4;
}

suite('a list of tools', () => {
  test(`takes at most ${MAX_DEFAULT_TOKENS} tokens by default, whatever the key may do`, context => {
    const keys = [scopes, ...resourceScopes.map((scope): Scope[] => [scope, 'write']), ...resourceScopes.map((scope): Scope[] => [scope]), ['admin'] as Scope[]];
    for (const of of keys) {
      const tokens = tokensOf(offered(keyWith(of), 'default'));
      assert.ok(tokens <= MAX_DEFAULT_TOKENS, `${of.join(', ')}: ${tokens}`);
    }
    const usual = offered(all, 'default');
    context.diagnostic(`note: MCP tools: ${usual.length} by default in ${Math.round(tokensOf(usual))} tokens, ${tools.length} in all at ${Math.round(tokensOf(tools) / tools.length)} tokens each`);
  });

  test(`takes at most ${MAX_TOKENS_A_TOOL} tokens a tool on average`, () => {
    assert.equal(offered(all, 'all').length, tools.length);
    assert.ok(tokensOf(tools) / tools.length <= MAX_TOKENS_A_TOOL, `${tokensOf(tools) / tools.length}`);
  });

  test('has the default set in full for who may do everything', () => {
    assert.deepEqual(offered(all, 'default'), tools.filter(isEveryday).filter(tool => offered(all, 'all').includes(tool)));
    assert.ok(tools.filter(isEveryday).length >= 25);
  });
});

suite('each tool', () => {
  test('has a name of its own that every client takes, and says what it does', () => {
    assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
    for (const { name, listed: { title, description } } of tools) {
      assert.match(name, /^[A-Za-z0-9_]{1,64}$/);
      assert.ok(title && description && description.length <= 600, name);
    }
  });

  test('asks for no credentials, but for those that only some of its uses need', () => {
    const asking = tools.filter(({ listed }) => /"(?:\w*(?:password|secret|token|apikey)|key|credentials|headers|signIn)":\{/i.test(JSON.stringify(listed.inputSchema.properties)));
    assert.deepEqual(asking.map(({ operation: { id } }) => id).toSorted(), [
      'accessibilityAudit.start', 'custom_checks.apply', 'custom_checks.create', 'custom_checks.push', 'custom_checks.update', 'notifications.channels.create', 'notifications.channels.update',
      'notifications.mail_link.show', 'notifications.mail_link.use', 'siteAudit.start',
    ]);
  });

  test('leaves the words of the tools free for them', () => {
    const own = ['detail', 'wait', 'request_key'];
    assert.deepEqual(operations.filter(({ input }) => own.some(word => word in (input.shape as object))).map(({ id }) => id), []);
    assert.deepEqual(tools.filter(({ operation }) => 'omitted' in ((operation.output as { shape?: object }).shape ?? {})).map(({ name }) => name), []);
  });

  test('says after its method whether it changes and takes away', () => {
    for (const { operation: { method, agent }, name, listed: { annotations } } of tools) {
      const { readOnlyHint, destructiveHint, idempotentHint } = annotations!;
      assert.equal(readOnlyHint, method === 'GET', name);
      if (method !== 'GET') assert.equal(destructiveHint, agent?.destructive ?? method !== 'POST', name);
      assert.equal(idempotentHint ?? false, ['PUT', 'PATCH', 'DELETE'].includes(method), name);
    }
    assert.deepEqual(named('check_domain').listed.annotations, { readOnlyHint: true, openWorldHint: true });
    assert.deepEqual(named('domains_list').listed.annotations, { readOnlyHint: true, openWorldHint: false });
    assert.equal(named('domains_bulk').listed.annotations!.destructiveHint, true);
  });

  test('that starts a run, and the one that shows it, can wait for its end', () => {
    const waiting = tools.filter(({ listed }) => 'wait' in listed.inputSchema.properties!).map(({ operation }) => operation);
    assert.deepEqual(waiting.filter(({ id, status }) => id !== 'runs.show' && status !== 202).map(({ id }) => id), []);
    assert.ok(['domains.scan', 'domains.discover_subdomains', 'runs.show'].every(id => waiting.some(operation => operation.id === id)));
  });

  test('has input schemas without patterns, spelled booleans and empty words', () => {
    const text = JSON.stringify(tools.map(({ listed }) => listed.inputSchema));
    assert.doesNotMatch(text, /"pattern":|"additionalProperties":false|\["true","false"\]|"required":\[\]|"\$schema"/);
  });
});
