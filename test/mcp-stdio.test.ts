// `dss mcp`, and the package `dss-mcp`, as agents start them: a process that speaks MCP on standard input and output, and calls a running service.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeSqlite, type TestDatabase } from './databases.ts';
import { asOperator, dss, killAll, startDss, startProgram, startService, type Service } from './processes.ts';
import { program } from './program.ts';

const MAX_TARBALL_BYTES = 8_000;

void suite('dss mcp', () => {
  let database: TestDatabase;
  let service: Service;
  let key: string;
  /** The package of its own, as it is installed from its tarball. */
  let alone: string;
  before(async () => {
    database = makeSqlite();
    alone = installAlone(join(database.dataDir, 'alone'));
    service = await startService(database, asOperator);
    const { stdout } = await dss(['keys', 'create', '--scopes', 'domains,scans,write', '--json'], database);
    ({ key } = JSON.parse(stdout) as { key: string });
  });
  after(async () => {
    await killAll();
    await database.remove();
  });

  const env = (over: Record<string, string> = {}) => ({ DSS_URL: service.origin, DSS_KEY: key, XDG_CONFIG_HOME: database.dataDir, ...over });

  for (const entry of ['dss mcp', 'dss-mcp']) for (const [era, mode] of [['2026-07-28', { pin: '2026-07-28' }], ['2025-11-25', 'legacy']] as const) {
    test(`${entry} serves a client of ${era}: lists, calls, reads, and ends with it`, async () => {
      const args = entry === 'dss mcp' ? [program, 'mcp'] : [alone];
      const transport = new StdioClientTransport({ command: process.execPath, args: [...args, '--toolsets', 'all'], env: env(), stderr: 'pipe' });
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(transport);
      const names = new Set((await client.listTools()).tools.map(({ name }) => name));
      assert.ok(names.has('domains_create') && !names.has('domains_ownership') && !names.has('keys_list'));

      const name = `by-${entry === 'dss mcp' ? 'program' : 'package'}-${mode === 'legacy' ? 'legacy' : 'modern'}.example`;
      const created = (await client.callTool({ name: 'domains_create', arguments: { name, scan: false } })).structuredContent as { data: { id: string } };
      const heard: unknown[] = [];
      const run = (await client.callTool({ name: 'domains_scan', arguments: { id: created.data.id } }, { onprogress: progress => heard.push(progress) })).structuredContent as { data: { status: string } };
      assert.match(run.data.status, /^(completed|partial|failed)$/);
      assert.ok(heard.length > 0);
      const refused = await client.callTool({ name: 'domains_get', arguments: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' } });
      assert.equal(refused.isError, true);
      assert.equal((refused.structuredContent as { code: string }).code, 'not_found');
      const report = await client.readResource({ uri: `dss://domains/${created.data.id}/report` });
      assert.equal(report.contents[0]!.mimeType, 'text/html');
      await client.close();
    });
  }

  const failures: [says: string, args: string[], over: Record<string, string>, code: number, stderr: RegExp][] = [
    ['a key that is none', [], { DSS_KEY: 'svc_0' }, 4, /The API key is not valid/],
    ['no key', [], { DSS_KEY: '' }, 4, /DSS_KEY/],
    ['a service that does not answer', [], { DSS_URL: 'http://127.0.0.1:9' }, 1, /See whether the service runs/],
    ['a toolset that there is not', ['--toolsets', 'everything'], {}, 2, /There is no "everything"/],
  ];
  for (const [says, args, over, code, stderr] of failures) {
    test(`with ${says} ends with ${code}, says why on standard error and nothing on standard output`, async () => {
      const ended = await dss(['mcp', ...args], database, { env: env(over), input: '' });
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, stderr);
      assert.equal(ended.stdout, '');
    });
  }

  test('dss-mcp is one small file, which says what is wrong with its key, its service and its settings', async () => {
    assert.deepEqual(readdirSync(join(alone, '..')).toSorted(), ['dss-mcp.js', 'package.json']);
    const start = (over: Record<string, string>) => startProgram(process.execPath, [alone], { env: { PATH: process.env['PATH'], ...env(over) } });
    for (const [over, line, answer] of [
      [{ DSS_KEY: 'svc_0' }, '{"jsonrpc":"2.0","id":1,"method":"ping"}', /"id":1,"error":.*not a key of this service/],
      [{ DSS_URL: 'http://127.0.0.1:9' }, '{"jsonrpc":"2.0","id":1,"method":"ping"}', /"id":1,"error":.*does not answer/],
      [{}, '{', /"code":-32700/],
    ] as const) {
      const { child, printed, ended } = start(over);
      child.stdin!.write(`${line}\n`);
      await printed(answer);
      child.stdin!.end();
      assert.equal((await ended).code, 0);
    }
    const { code, stdout, stderr } = await start({ DSS_KEY: '' }).ended;
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /DSS_KEY/);
  });

  test('ends when its input does', async () => {
    const { ended } = startDss(['mcp'], database, { env: env(), input: '' });
    assert.equal((await ended).code, 0);
  });
});

/** Packs the package and installs it into `folder`; gives the file that is started. */
function installAlone(folder: string): string {
  mkdirSync(folder);
  execFileSync('npm', ['pack', '--silent', '--workspace', 'packages/mcp', '--pack-destination', folder], { cwd: new URL('..', import.meta.url), stdio: 'ignore' });
  const tarball = join(folder, readdirSync(folder)[0]!);
  assert.ok(statSync(tarball).size <= MAX_TARBALL_BYTES);
  execFileSync('npm', ['install', '--silent', '--offline', '--prefix', folder, tarball], { stdio: 'ignore' });
  return join(folder, 'node_modules/domain-security-service-mcp/dss-mcp.js');
}
