// Each operation once through the typed client, the command line and MCP, on accounts that are alike: the replies are alike too.
import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { operations } from '../src/app/registry.ts';
import { resourceScopes } from '../src/core/access.ts';
import { findingsInput } from '../src/core/findings/wanted.ts';
import { writes, type AnyOperation } from '../src/core/operation.ts';
import { runCli } from '../src/surfaces/cli/index.ts';
import { isCommand, shapeOf, type Flag } from '../src/surfaces/cli/operations/shape.ts';
import { listeningTerminal } from '../src/surfaces/cli/testing.ts';
import { createClient } from '../src/surfaces/client/index.ts';
import { isTool } from '../src/surfaces/mcp/tools.ts';
import { getReady } from './authorization-inputs.ts';
import { onDatabaseServed, type TestAccount, type TestService } from './service.ts';

type Input = Record<string, unknown>;

/** Calls as the bearer of `key`; gives the text of the reply. */
type Way = (service: TestService, operation: AnyOperation, key: string, input: Input) => Promise<string>;

const throughClient: Way = async ({ baseUrl }, { method, path, kind }, key, input) => {
  const client = createClient({ baseUrl, key });
  if (kind !== 'file') {
    const result = await client.send({ method, path }, input);
    assert.ok(result.ok, JSON.stringify(result));
    return JSON.stringify(result.data);
  }
  const file = await client.file(`${method} ${path}`, input);
  assert.ok(file.ok, JSON.stringify(file));
  return file.body.text();
};

const throughCommand: Way = async ({ baseUrl }, operation, key, input) => {
  const { words, args, flags } = shapeOf(operation);
  const given = flags.flatMap(flag => typed(flag, input[flag.member]));
  // A token may begin with a dash.
  const positional = args.length === 0 ? [] : ['--', ...args.map(({ member }) => String(input[member]))];
  const { terminal, texts } = listeningTerminal();
  const code = await runCli([...words, ...given, ...(operation.kind === 'file' ? [] : ['--json']), ...positional], {
    version: '0.0.0', terminal, signal: AbortSignal.timeout(60_000), env: { DSS_URL: baseUrl, DSS_KEY: key }, home: '/nowhere',
    openChecker: () => Promise.reject(new Error('the service checks')), commands: [], operations: () => Promise.resolve(operations), topics: () => Promise.resolve({}),
  });
  assert.equal(code, 0, texts.stderr);
  return texts.stdout;
};

const throughMcp: Way = async ({ baseUrl }, { id, input: { shape } }, key, input) => {
  // A tool gives failed findings unless asked for all; the other surfaces give all.
  const all = (shape as { findings?: unknown }).findings === findingsInput.findings ? { findings: 'all' } : {};
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp?toolsets=all`), { requestInit: { headers: { authorization: `Bearer ${key}` } } });
  await client.connect(transport);
  try {
    const result = await client.callTool({ name: id.replaceAll('.', '_'), arguments: { ...all, ...input, detail: 'full' } });
    assert.ok(!result.isError, JSON.stringify(result.content));
    return JSON.stringify(result.structuredContent);
  } finally {
    await client.close();
  }
};

/** A member as it is typed. */
function typed({ name, kind }: Flag, value: unknown): string[] {
  if (value === undefined) return [];
  if (kind === 'switch') return [value === true || value === 'true' ? `--${name}` : `--no-${name}`];
  if (value === null) return [`--no-${name}`];
  return [`--${name}`, kind === 'list' ? [value as string[]].flat().join(',') : typeof value === 'string' ? value : JSON.stringify(value)];
}

/** What differs between two calls that are alike: ids, names made of them, moments, secrets, hashes, what DNS is asked at random, and what it took: a server that was silent just before is asked less. */
function alike(text: string): string {
  return text
    .replaceAll(/\b(?:[a-z]{2,5}_)?[0-9][0-9a-hjkmnp-tv-z]{25}\b/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g, 'TIME')
    .replaceAll(/"(durationMs|totalMs|dnsMs|ms|rssMiB|uptimeSeconds|unknownSeconds|questions|ttlSeconds)":\s?[\d.]+/g, '"$1":0')
    .replaceAll(/\bprobe-[0-9a-z]{12}\b/g, 'PROBE')
    // IP targets of the samples.
    .replaceAll(/\b45\.54\.\d+\.\d+\b/g, 'ADDRESS')
    .replaceAll(/svc_[0-9a-f]{8,64}|whsec_[\w+/=]+|(?<=\/[rs]\/)[\w-]{32}|\b(?:[0-9a-f]{32}){1,2}\b/g, 'SECRET');
}

function read(text: string, { kind }: AnyOperation): unknown {
  return kind === 'file' ? alike(text).trim() : JSON.parse(alike(text));
}

/** Besides what administers, these tell how the sources of the whole service stand, which calls of others change. */
const ofTheService = new Set(['darkweb.status', 'vulnapps.sources']);

const administers = ({ access }: AnyOperation): boolean => typeof access === 'object' && access.scope === 'admin';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

onDatabaseServed('sqlite', 'the ways in', { lab: () => lab, quickPasswords: true }, service => {
  let operator: TestAccount;
  before(async () => { operator = await service().account({ plan: 'enterprise', operator: true }); });

  /** An account that has what the call needs, and a key that may make it. */
  async function prepare(operation: AnyOperation): Promise<{ key: string; input: Input }> {
    const account = administers(operation) ? operator : await service().account({ plan: 'enterprise' });
    const { key } = await service().key(account, { scopes: administers(operation) ? ['admin'] : [...resourceScopes, 'write'] });
    const { input } = await getReady(operation, service(), { options: {}, account, person: account.owner, signedIn: false });
    return { key, input };
  }

  const offered = operations.filter(isCommand);
  const waysTo = (operation: AnyOperation) => [throughClient, throughCommand, ...(isTool(operation) ? [throughMcp] : [])];
  const same = async (operation: AnyOperation) => {
    const once = await prepare(operation);
    const round = async (): Promise<unknown[]> => {
      const replies: unknown[] = [];
      for (const way of waysTo(operation)) {
        const { key, input } = writes(operation) ? await prepare(operation) : once;
        replies.push(read(await way(service(), operation, key, input), operation));
      }
      return replies;
    };
    let replies = await round();
    // What the first read has set going may have ended before the next one.
    if (!writes(operation) && !replies.every(reply => isDeepStrictEqual(reply, replies[0]))) replies = await round();
    for (const reply of replies.slice(1)) assert.deepEqual(reply, replies[0]);
  };

  test('the walk saw the product', () => assert.ok(offered.length > 60 && offered.filter(isTool).length > 50));
  const ofAll = offered.filter(one => administers(one) || ofTheService.has(one.id));
  void suite('give equal replies about all accounts, while nothing else happens', () => {
    for (const operation of ofAll) test(operation.id, () => same(operation));
  });
  void suite('give equal replies', { concurrency: 4 }, () => {
    for (const operation of offered.filter(one => !ofAll.includes(one))) test(operation.id, () => same(operation));
  });
});
