// The official conformance suite, in a process of its own, against the MCP server over HTTP.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { parse } from 'yaml';
import { freePort } from '../src/surfaces/http/index.ts';
import { samplePorts, startSample, stopSamples } from '../src/surfaces/http/testing.ts';
import { createMcpEndpoint } from '../src/surfaces/mcp/index.ts';
import { createFixtureAnswer } from './mcp-fixtures.ts';
import { onDatabaseServed } from './service.ts';

after(stopSamples);

const revisions = ['2026-07-28', '2025-11-25'] as const;
const suiteFolder = new URL('../node_modules/@modelcontextprotocol/conformance/', import.meta.url).pathname;
const DOCS = new URL('../docs', import.meta.url).pathname;

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
  details?: { untestable?: boolean };
}

/** The scenarios that a revision requires of a server, as the suite has frozen them. */
function requiredOf(revision: string): string[] {
  return (parse(readFileSync(join(suiteFolder, 'requirements', `${revision}.yaml`), 'utf8')) as { server: string[] }).server;
}

/** Runs what `revision` requires against `url`; gives the checks of each scenario. */
async function run(revision: string, url: string): Promise<Map<string, Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'dss-mcp-'));
  try {
    const args = [join(suiteFolder, 'dist/index.js'), 'server', '--url', url, '--requirements', revision, '-o', folder, '--timeout', '20000'];
    await new Promise(resolve => spawn(process.execPath, args, { stdio: 'ignore', cwd: folder }).once('close', resolve));
    return new Map(readdirSync(folder).map(name => [
      /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)![1]!, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
    ]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failuresIn(checks: readonly Check[]): string[] {
  return checks.filter(({ status, details }) => status === 'FAILURE' && !details?.untestable).map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
}

suite('our entry point for MCP, with the fixtures of the conformance suite behind it', () => {
  for (const revision of revisions) {
    test(`passes every scenario that ${revision} requires of a server`, async () => {
      const port = await freePort('127.0.0.1');
      const baseUrl = `http://localhost:${port}`;
      const { ports } = samplePorts();
      const open = { ...ports, authenticate: () => ports.authenticate({ kind: 'bearer', token: 'good' }, 0) };
      await startSample({ baseUrl, ports: open, also: createMcpEndpoint({ operations: [], ports: open, baseUrl, version: '1.0.0', docsFolder: DOCS }, createFixtureAnswer()) }, port);
      const results = await run(revision, `${baseUrl}/mcp`);
      const required = requiredOf(revision);
      assert.ok(required.length >= 30);
      const wrong = required.flatMap(scenario => {
        const checks = results.get(scenario) ?? [];
        if (!checks.some(({ status }) => status === 'SUCCESS')) return [`${scenario}: nothing was checked`];
        return checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`);
      });
      assert.deepEqual(wrong, []);
    });
  }
});

/** Scenarios that need no fixture. */
const generic: Readonly<Record<(typeof revisions)[number], readonly string[]>> = {
  '2026-07-28': ['server-stateless', 'tools-list', 'resources-list', 'prompts-list', 'sep-2164-resource-not-found', 'dns-rebinding-protection', 'caching', 'http-header-validation'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'],
};

onDatabaseServed('sqlite', 'the service itself as an MCP server', { quickPasswords: true }, service => {
  for (const revision of revisions) {
    test(`fails no generic scenario of ${revision}`, async () => {
      const account = await service().account({ plan: 'enterprise' });
      const { key } = await service().key(account, { scopes: ['domains', 'scans', 'write'] });
      const proxy = await bearerProxy(service().baseUrl, key);
      const results = await run(revision, `http://localhost:${(proxy.address() as AddressInfo).port}/mcp?toolsets=all`);
      proxy.close();
      for (const scenario of generic[revision]) {
        const checks = results.get(scenario) ?? [];
        assert.ok(checks.some(({ status }) => status === 'SUCCESS'), `${scenario}: nothing was checked`);
        assert.deepEqual(failuresIn(checks), [], scenario);
      }
    });
  }
});

/** Adds the key, which the suite cannot send, and is the service itself to anyone who comes as such. */
async function bearerProxy(target: string, key: string): Promise<Server> {
  const { hostname, port, origin } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    const own = `localhost:${(proxy.address() as AddressInfo).port}`;
    const headers: Record<string, string | string[] | undefined> = { ...incoming.headers, authorization: `Bearer ${key}` };
    if (headers['host'] === own) headers['host'] = new URL(target).host;
    if (headers['origin'] === `http://${own}`) headers['origin'] = origin;
    const passed = send({ hostname: hostname === 'localhost' ? '127.0.0.1' : hostname, port, method: incoming.method!, path: incoming.url!, headers }, reply => {
      outgoing.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>(resolve => { proxy.listen(0, '127.0.0.1', resolve); });
  return proxy;
}
