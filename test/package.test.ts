// The package: installed from its tarball into empty folders, as the users of a project and of a machine do, and used there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../src/wire/browser/find.ts';
import { packed } from './packed.ts';
import { answering, ask, assertServes, killAll, nowhere, residentBytes, startProgram, until, type Answer, type Program } from './processes.ts';

const project = new URL('..', import.meta.url).pathname;
const { version, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string; devDependencies: Record<string, string> };
const MAX_INSTALL_MS = 60_000;
const MAX_RUN_MS = 150_000;
const RUN_POLL_MS = 500;
const MAX_INSTALLED_BYTES = 70_000_000;
/** What the start needed has been given back by then. */
/** Of a service that nobody has asked anything, and of one that has served pages and documents. */
const MAX_IDLE_BYTES = 160_000_000;
const MAX_SERVED_BYTES = 175_000_000;
/** A busy machine lets a process tidy up late. */
const IDLE_WITHIN_MS = 120_000;
const MAX_TARBALL_BYTES = 12_000_000;

const { tarball } = packed();
let folder: string;
let user: string;
const installed = (path: string): string => join(user, 'node_modules', path);

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'dss-package-'));
  user = join(folder, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "name": "empty", "version": "1.0.0" }');
});
after(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of the user, who has this Node.js and nothing of this project. */
function byUser(command: string, args: readonly string[], env: Record<string, string> = {}): { status: number | null; output: string; stdout: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: user, env: { ...userEnvironment(), ...env }, encoding: 'utf8' });
  return { status, stdout, output: stdout + stderr };
}

function userEnvironment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|DSS_|DATABASE_URL$|NODE_|INIT_CWD$)/.test(name) || name === 'npm_config_cache');
  const programs = (process.env['PATH'] ?? '').split(delimiter).filter(path => !path.includes('node_modules'));
  return { ...Object.fromEntries(inherited) as Record<string, string>, ...nowhere, PATH: [dirname(process.execPath), ...programs].join(delimiter), NO_COLOR: '1', DSS_DATA_DIR: join(user, 'data') };
}
const startByUser = (args: readonly string[], env: Record<string, string>): Program => startProgram('node', [installed('.bin/dss'), ...args], { cwd: user, env: { ...userEnvironment(), ...env } });

suite('the package', () => {
  test(`is installed without a registry within ${MAX_INSTALL_MS / 1000} s, as at most 2 packages and ${MAX_INSTALLED_BYTES / 1e6} MB`, t => {
    const startedMs = performance.now();
    const { status, output } = byUser('npm', ['install', tarball], { npm_config_offline: 'true' });
    const tookMs = performance.now() - startedMs;
    assert.equal(status, 0, output);
    const manifests = globSync(['node_modules/**/node_modules/{*,@*/*}/package.json', 'node_modules/{*,@*/*}/package.json'], { cwd: user });
    const bytes = globSync('node_modules/**/*', { cwd: user }).reduce((sum, path) => sum + statSync(join(user, path)).size, 0);
    t.diagnostic(`note: the package is ${statSync(tarball).size} bytes; installed in ${(tookMs / 1000).toFixed(1)} s: ${manifests.length} packages, ${bytes} bytes`);
    assert.ok(manifests.length <= 2, manifests.join(' '));
    assert.ok(bytes > 1_000_000 && bytes <= MAX_INSTALLED_BYTES, `${bytes} bytes`);
    assert.ok(statSync(tarball).size <= MAX_TARBALL_BYTES);
    assert.ok(tookMs <= MAX_INSTALL_MS, `${tookMs} ms`);
  });

  test('has what runs and what is read, no source, no test and no golden file', () => {
    const files = globSync('**/*.*', { cwd: installed('domain-security-service'), exclude: ['node_modules'] });
    assert.ok(files.length > 500);
    assert.deepEqual(files.filter(path => /golden|\.test\.|\.tsx?$/.test(path)), []);
    assert.deepEqual(['dist/program/main.js', 'dist/dashboard/index.html', 'docs/start.md', 'lab/world/healthy.yaml'].filter(path => !files.includes(path)), []);
  });

  test('needs what Node.js has and Chromium\'s driver, and names the licence of every library in it', () => {
    const root = installed('domain-security-service/dist');
    const texts = globSync('program/*.js', { cwd: root }).map(path => readFileSync(join(root, path), 'utf8'));
    const needed = new Set(texts.flatMap(text => text.matchAll(/^(?:import|export) (?:[^'"\n]*? from )?"([^"\n]+)";$|\bimport\("([^"\n]+)"\)/gm).map(([, from, later]) => (from ?? later)!).toArray()));
    assert.ok(needed.size > 20);
    assert.deepEqual([...needed].filter(from => !from.startsWith('./') && !from.startsWith('node:') && !builtinModules.includes(from)), ['playwright-core']);
    const licenses = readFileSync(join(root, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const library of ['kysely', 'zod', 'react', '@mantine/core']) assert.ok(licenses.includes(`\n${library} ${devDependencies[library]} (MIT)\n`), library);
  });

  test('npx dss findings replay judges a reported finding by the facts in its file', () => {
    const { status, stdout, output } = byUser('npx', ['dss', 'findings', 'replay', join(project, 'src/areas/domains/scanner-issues/golden/spf-all.json'), '--json']);
    assert.deepEqual([status, (JSON.parse(stdout) as { same: boolean }).same], [0, true], output);
  });

  test('npx dss shows its help, its version and a check', () => {
    assert.match(byUser('npx', ['dss', '--help']).stdout, /^Usage: dss /);
    assert.equal(byUser('npx', ['dss', '--version']).stdout, `${version}\n`);
    const { stdout, output } = byUser('npx', ['dss', 'check', '--json', 'example.org']);
    assert.equal((JSON.parse(stdout) as { domain: string }).domain, 'example.org', output);
  });

  test('npm install -g brings dss for the whole machine, which checks and serves from an empty folder', async () => {
    const [prefix, empty] = [join(folder, 'prefix'), join(folder, 'empty')];
    mkdirSync(empty);
    const { status, output } = byUser('npm', ['install', '--global', '--prefix', prefix, tarball], { npm_config_offline: 'true' });
    assert.equal(status, 0, output);
    const dss = join(prefix, 'bin/dss');
    const env = { ...userEnvironment(), DSS_DATA_DIR: '' };
    const checked = spawnSync(dss, ['check', '--json', 'example.org'], { cwd: empty, env, encoding: 'utf8' });
    assert.equal((JSON.parse(checked.stdout) as { domain: string }).domain, 'example.org', checked.stderr);
    const service = await answering(startProgram(dss, ['serve'], { cwd: empty, env }));
    await assertServes(service);
    assert.deepEqual(globSync('data/dss.sqlite', { cwd: empty }), ['data/dss.sqlite']);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });

  test(`takes ${MAX_IDLE_BYTES / 1e6} MB of memory at most before anybody asks, and comes down to ${MAX_SERVED_BYTES / 1e6} MB after it has served pages, dashboard and documents`, async t => {
    const service = await answering(startByUser(['serve'], {}));
    await until(async () => residentBytes(service) <= MAX_IDLE_BYTES, 'the memory of the start is given back', IDLE_WITHIN_MS);
    const idle = residentBytes(service);
    await assertServes(service);
    await until(async () => residentBytes(service) <= MAX_SERVED_BYTES, 'the memory of pages and documents is given back', IDLE_WITHIN_MS);
    t.diagnostic(`note: an idle service has ${idle} bytes of memory, ${residentBytes(service)} after pages and documents`);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });

  test('has the lab: checks it, asks in bulk by a thread, and shows a page in Chromium by another', async () => {
    const demo = startByUser(['demo'], { DSS_BULK_DNS_THREADS: '1' });
    const [, key, origin] = await demo.printed(/Bearer (svc_[0-9a-f]{64})" "(http:\/\/localhost:\d+)\/api/);
    assert.match(demo.stdout(), /healthy\.example {2}A\+/);
    const call = (method: string, path: string, body?: unknown) => ask({ origin: origin! }, method, path, { key: key!, ...(body === undefined ? {} : { body }) });

    const ended = async (started: Answer): Promise<any> => {
      assert.equal(started.status, 202, JSON.stringify(started.body));
      const show = async () => (await call('GET', `/api/runs/${started.body.data.id as string}`)).body.data;
      // The key has a limit an hour.
      const deadlineMs = performance.now() + MAX_RUN_MS;
      let run = await show();
      for (; run.finishedAt === null && performance.now() < deadlineMs; run = await show()) await sleep(RUN_POLL_MS);
      return run;
    };

    const { body: { data: [{ id }] } } = await call('GET', '/api/domains?search=harborbank.example');
    // Nobody has registered the imitator before.
    const [registers] = /http:\S+\/break\/lookalike/.exec(demo.stdout())!;
    assert.equal((await fetch(registers, { method: 'POST' })).status, 200);
    const { result } = await ended(await call('POST', `/api/domains/${id as string}/lookalikes/scan`));
    // A thread that does not start leaves all of them unknown.
    assert.ok(result.unknown < result.names / 2, JSON.stringify(result));

    const path = `/api/domains/${id as string}/lookalike-evidence`;
    await ended(await call('POST', path, { name: 'harborbank-login.example' }));
    const { body: { data } } = await call('GET', path);
    const screenshot = data[0].steps.find(({ step }: { step: string }) => step === 'screenshot') as { cause: string | null };
    assert.match(String(screenshot.cause), findChromium(null) === null ? /^there is no Chromium/ : /^null$|took too long|^the browser has no sandbox here/);
    demo.child.kill('SIGINT');
    assert.equal((await demo.ended).code, 0);
  });
});
