// Who is offered which tools, held against what HTTP answers to the same caller.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { operations } from '../src/app/registry.ts';
import { plans, resourceScopes, roles, type Plan, type Scope } from '../src/core/access.ts';
import type { AnyOperation } from '../src/core/operation.ts';
import { isTool } from '../src/surfaces/mcp/tools.ts';
import { onDatabaseServed, type RequestOptions, type TestAccount, type TestService } from './service.ts';

type Bearer = Pick<RequestOptions, 'key' | 'cookie'>;

/** Answers that are given whatever the input says. */
const REFUSALS = new Set(['session_required', 'scope_missing', 'write_scope_missing', 'forbidden', 'plan_upgrade_required']);

const tools = operations.filter(isTool);
const nameOf = ({ id }: AnyOperation) => id.replaceAll('.', '_');

interface Tools {
  result?: { tools: { name: string; annotations: { readOnlyHint: boolean } }[] };
  error?: { code: number; message: string };
}

/** Sends one message of MCP; gives what it says. */
async function message(service: TestService, bearer: Bearer, method: string, params: object = {}, query = 'toolsets=all'): Promise<Tools> {
  const headers = { accept: 'application/json, text/event-stream' };
  const { status, text } = await service.request('POST', `/mcp?${query}`, { ...bearer, headers, direct: true, body: { jsonrpc: '2.0', id: 1, method, params } });
  assert.equal(status, 200, text);
  return JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as Tools;
}

async function listed(service: TestService, bearer: Bearer, query?: string): Promise<string[]> {
  return (await message(service, bearer, 'tools/list', {}, query)).result!.tools.map(({ name }) => name);
}

/** Whether HTTP would go on to check the input: an unknown field is only found then, and nothing is done. */
async function letIn(service: TestService, bearer: Bearer, operation: AnyOperation): Promise<boolean> {
  const path = operation.path.replace(/\{\w+\}/g, 'none');
  const given = operation.method === 'GET' ? { query: { no_such_field: '1' } } : { body: { no_such_field: 1 } };
  const { status, body, text } = await service.request(operation.method, path, { ...bearer, ...given, direct: true });
  if (REFUSALS.has(body.code!)) return false;
  assert.equal(status, 400, `${operation.id}: ${text}`);
  return true;
}

onDatabaseServed('sqlite', 'the tools that a caller is offered', { quickPasswords: true }, service => {
  let operator: TestAccount;
  before(async () => { operator = await service().account({ plan: 'enterprise', operator: true }); });

  const keyOf = async (plan: Plan, scopes: readonly Scope[], account?: TestAccount): Promise<Bearer> => {
    const { key } = await service().key(account ?? await service().account({ plan }), { scopes });
    return { key };
  };
  const callers: [says: string, make: () => Promise<Bearer>][] = [
    ...resourceScopes.flatMap((scope): [string, () => Promise<Bearer>][] => [
      [`a pro key with ${scope}`, () => keyOf('pro', [scope])],
      [`an enterprise key with ${scope}`, () => keyOf('enterprise', [scope])],
      [`an enterprise key with ${scope} and write`, () => keyOf('enterprise', [scope, 'write'])],
    ]),
    ['a key with everything', () => keyOf('enterprise', [...resourceScopes, 'write'])],
    ['an administrator\'s key', () => keyOf('enterprise', ['admin'], operator)],
    ...plans.flatMap(plan => roles.map((role): [string, () => Promise<Bearer>] => [`a session of a ${role} on ${plan}`, async () => {
      const account = await service().account({ plan });
      return { cookie: role === 'owner' ? account.owner.cookie : (await service().person(account, role)).cookie };
    }])),
    ['a session of the operator', () => Promise.resolve({ cookie: operator.owner.cookie })],
  ];

  for (const [says, make] of callers) {
    test(`${says}: exactly those that HTTP lets in, and no other can be called`, async () => {
      const bearer = await make();
      const names = await listed(service(), bearer);
      const answers = await Promise.all(tools.map(async operation => await letIn(service(), bearer, operation) && nameOf(operation)));
      assert.deepEqual(names, answers.filter(name => name !== false));
      await Promise.all(tools.map(nameOf).filter(name => !names.includes(name)).map(async name => {
        const { error } = await message(service(), bearer, 'tools/call', { name, arguments: {} });
        assert.equal(error?.code, -32602, name);
      }));
    });
  }

  test('what only people do, what signs in and what is no JSON is no tool', async () => {
    const names = new Set(await listed(service(), await keyOf('enterprise', [...resourceScopes, 'write'])));
    const others = operations.filter(({ access, kind }) => access === 'session' || kind === 'native' || kind === 'file').map(nameOf);
    assert.deepEqual(others.filter(name => names.has(name)), []);
    assert.ok(names.size > 50 && others.length > 20);
  });

  test('a read-only list has no tool that writes', async () => {
    const bearer = await keyOf('enterprise', ['domains', 'scans', 'write']);
    for (const query of ['toolsets=all&readonly=1', 'toolsets=default&readonly=true']) {
      const { result } = await message(service(), bearer, 'tools/list', {}, query);
      assert.ok(result!.tools.length > 5 && result!.tools.every(({ annotations }) => annotations.readOnlyHint));
    }
  });

  test('toolsets are areas, which add up', async () => {
    const bearer = await keyOf('enterprise', [...resourceScopes, 'write']);
    const of = (area: string) => tools.filter(({ id }) => id.startsWith(`${area}.`)).map(nameOf);
    assert.deepEqual(await listed(service(), bearer, 'toolsets=groups'), of('groups'));
    assert.deepEqual(new Set(await listed(service(), bearer, 'toolsets=groups,clients')), new Set([...of('groups'), ...of('clients')]));
    const usual = await listed(service(), bearer, '');
    // Clients take a few dozen tools at most, and choose the better the fewer there are.
    assert.ok(usual.length <= 40 && usual.includes('check_domain'), String(usual.length));
    assert.deepEqual(new Set(await listed(service(), bearer, 'toolsets=default,groups')), new Set([...usual, ...of('groups')]));
  });

  test('a key that may call no more than the default set has, is offered all of it', async () => {
    const bearer = await keyOf('enterprise', ['admin'], operator);
    assert.deepEqual(await listed(service(), bearer, ''), await listed(service(), bearer));
  });
});
