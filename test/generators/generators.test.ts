// Clients in TypeScript, generated from the OpenAPI document by those tools that most people use.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { startLab } from '../../lab/index.ts';
import type { Lab } from '../../lab/types.ts';
import { onDatabaseServed, type TestService } from '../service.ts';

let lab: Lab;
const folder = mkdtempSync(join(tmpdir(), 'generators-'));
before(async () => { lab = await startLab(); });
after(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true });
});

const path = (name: string) => new URL(`../../${name}`, import.meta.url).pathname;
const tool = (name: string) => path(`packages/generators/node_modules/.bin/${name}`);

/** Runs a program of the project in the folder; gives what it said, where it failed. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1' };
  return promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env }).then(() => '', (error: Error & { stdout: string; stderr: string }) => `${error.message}\n${error.stdout}`);
}

function layOut({ openapi, baseUrl }: TestService): void {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const orval = { service: { input: { target: './openapi.json' }, output: { target: './orval/client.ts', client: 'fetch', mode: 'single', baseUrl } } };
  writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(orval)};`);
  symlinkSync(path('node_modules'), join(folder, 'node_modules'));
  copyFileSync(path('test/generators/calls.ts.template'), join(folder, 'calls.ts'));
  copyFileSync(path('test/generators/tsconfig.template.json'), join(folder, 'tsconfig.json'));
}

/** What a call through a generated client came to. */
interface Seen {
  grade: string | null | undefined;
  names: string[];
  run: string | undefined;
  refusal: [string | undefined, string | undefined];
}
type Call = (baseUrl: string, key: string) => Promise<Seen>;

onDatabaseServed('sqlite', 'a client that is generated from the OpenAPI document', { lab: () => lab, quickPasswords: true }, service => {
  before(() => layOut(service()));

  test('is written by each generator without a complaint', async () => {
    const said = await Promise.all([
      run(tool('openapi-typescript'), ['openapi.json', '-o', 'schema.d.ts']), run(tool('orval'), ['--config', 'orval.config.mjs']),
      run(tool('openapi-ts'), ['-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch', '--no-log-file']),
    ]);
    assert.deepEqual(said, ['', '', '']);
  });

  test('compiles strictly, and gives resources and problems by their names', async () => {
    assert.equal(await run(path('node_modules/.bin/tsc'), ['-p', '.']), '');
  });

  for (const name of ['byOpenapiFetch', 'byOrval', 'byHeyApi']) {
    test(`calls the service: ${name}`, async () => {
      const { [name]: call } = await import(join(folder, 'out/calls.js')) as Record<string, Call>;
      const account = await service().account({ plan: 'enterprise' });
      const { key } = await service().key(account, { scopes: ['scans', 'domains', 'write'] });
      for (const [domain, tag] of [['tagged.example', 'b'], ['other.example', 'c']]) await service().request('POST', '/api/domains', { key, body: { name: domain, tags: [tag], scan: false } });
      const { grade, names, run: status, refusal } = await call!(service().baseUrl, key);
      assert.equal(grade, 'A+');
      assert.deepEqual(names.filter(one => one.endsWith('d.example') || one === 'other.example'), ['tagged.example'], 'a filter with two values');
      assert.equal(names.length, 2);
      assert.ok(status === 'queued' || status === 'running', status);
      assert.deepEqual(refusal, ['invalid_domain', 'refused.example']);
    });
  }
});
