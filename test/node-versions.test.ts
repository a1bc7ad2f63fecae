// What is published, on every version of Node.js that is maintained: the client runs on all of them, and the program says what it needs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { nodeOf } from './other-nodes.ts';
import { packed } from './packed.ts';
import { killAll, startService, type Service } from './processes.ts';
import { makeSqlite, type TestDatabase } from './databases.ts';

const project = new URL('..', import.meta.url).pathname;
const olderNodes = ([20, 22] as const).map(major => [major, nodeOf(major)] as const);
const { program } = packed();

let folder: string;
before(() => { folder = mkdtempSync(join(tmpdir(), 'dss-nodes-')); });
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command where `node` is the given one, in an empty folder. */
function runOn(node: string, [command, ...args]: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter), NODE_COMPILE_CACHE: '' };
  return spawnSync(command!, args, { cwd: folder, env, encoding: 'utf8' });
}

for (const [major, node] of olderNodes) suite(`dss on Node.js ${major}`, { skip: node === null && `there is no Node.js ${major} here, and the registry cannot be reached` }, () => {
  test('says in one sentence what it needs and a command that works there, and ends with 1', () => {
    const { status, stdout, stderr } = runOn(node!, ['node', program, 'findings', '--help']);
    assert.deepEqual([status, stdout], [1, '']);
    const [, command] = /^dss needs Node\.js 24 or newer; this is \d+\.\d+\.\d+\. Run: (npx .* findings --help)\n$/.exec(stderr) ?? assert.fail(stderr);
    const ran = runOn(node!, ['sh', '-c', command!]);
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stdout, /^Usage: dss findings /);
  });
});

suite('the tarball of the client, installed into an empty project,', () => {
  let database: TestDatabase;
  let service: Service;
  before(async () => {
    const run = (args: readonly string[], cwd: string): void => {
      const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    };
    run(['pack', '--silent', '--workspace', 'packages/client', '--pack-destination', folder], project);
    const user = join(folder, 'client');
    mkdirSync(user);
    writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }');
    run(['install', '--offline', join(folder, readdirSync(folder).find(name => name.endsWith('.tgz'))!)], user);
    assert.deepEqual(readdirSync(join(user, 'node_modules')).filter(name => !name.startsWith('.')), ['domain-security-service-client']);
    writeFileSync(join(user, 'main.js'), `
      import { createClient } from 'domain-security-service-client';
      const client = createClient({ baseUrl: process.argv[2] });
      const shown = await client('GET /api/auth/sign-up', {});
      const refused = await client('GET /api/domains/{id}', { id: 'dom_1' });
      console.log(JSON.stringify([shown.ok, refused.problem.code]));
    `);
    database = makeSqlite();
    service = await startService(database);
  });
  after(async () => {
    await killAll();
    await database.remove();
  });

  for (const [major, node] of [...olderNodes, [24, process.execPath]] as const) {
    test(`calls the service from Node.js ${major}`, { skip: node === null && `there is no Node.js ${major} here, and the registry cannot be reached` }, () => {
      const { stdout, stderr } = runOn(node!, ['node', join(folder, 'client/main.js'), service.origin]);
      assert.equal(stdout, '[true,"missing_credentials"]\n', stderr);
    });
  }
});
