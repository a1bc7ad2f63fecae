// The image: the steps of the Dockerfile are done on what `.dockerignore` lets through, and what they make is started and asked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { findChromium } from '../src/wire/browser/find.ts';
import { buildStages, copyContext, environmentIn, knowsPackages, uidIn, type Stage } from './dockerfile.ts';
import { packed } from './packed.ts';
import { answering, ask, asOperator, assertServes, killAll, nowhere, signIn, startProgram, until, type Program, type Service } from './processes.ts';

const project = new URL('..', import.meta.url).pathname;
const MAX_SCAN_MS = 90_000;
/** The variants, by the stage that ends each. */
const variants = [['without a browser', ''], ['with Chromium', 'chromium']] as const;
const noPackages = knowsPackages() ? null : 'this machine has no list of the packages of Debian';
/** The variant that also does what depends on no browser of its own. */
const whole = noPackages === null ? 'chromium' : '';

let folder: string;
let stages: Map<string, Stage>;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'dss-image-'));
  chmodSync(folder, 0o755);
  const context = join(folder, 'context');
  mkdirSync(context);
  copyContext(project, context);
  stages = buildStages(readFileSync(join(project, 'Dockerfile'), 'utf8'), context, join(folder, 'stages'), noPackages === null ? [] : ['chromium']);
});
after(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

/** The environment, folder and user of a process in the image; the settings are those of the image but for the address. */
const processOf = (image: Stage, env: Record<string, string> = {}) => ({
  cwd: join(image.root, image.workdir), env: { ...environmentIn(image), HOME: join(image.root, 'home/node'), ...nowhere, DSS_HOST: '127.0.0.1', DSS_PORT: '0', ...env }, ...uidIn(image),
});

const start = (image: Stage, args: readonly string[], env: Record<string, string> = {}): Program => startProgram(image.entrypoint[0]!, [...image.entrypoint.slice(1), ...args], processOf(image, env));

function isWell(image: Stage, { origin }: Service): boolean {
  const [command, ...args] = image.healthcheck.map(part => part.replace('http://127.0.0.1:3000', origin));
  assert.notDeepEqual(args, image.healthcheck.slice(1));
  return spawnSync(command!, args, processOf(image)).status === 0;
}

async function stop(service: Program): Promise<void> {
  service.child.kill('SIGTERM');
  assert.equal((await service.ended).code, 0);
}

for (const [says, name] of variants) suite(`the image ${says}`, { skip: (name === 'chromium' && noPackages) || false }, () => {
  const image = (): Stage => stages.get(name)!;

  test('holds the package and nothing else, which its user cannot change', () => {
    const program = join(image().root, image().workdir);
    assert.deepEqual(globSync('*', { cwd: program }).toSorted(), ['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'lab', 'node_modules', 'package.json']);
    assert.equal(image().user, 'node');
    assert.deepEqual(globSync('**/*', { cwd: program }).filter(path => (statSync(join(program, path)).mode & 0o002) !== 0), []);
  });

  test('serves, is well by its own health check, and ends on SIGTERM', async () => {
    const service = await answering(start(image(), image().cmd));
    await assertServes(service);
    assert.ok(isWell(image(), service));
    await stop(service);
    assert.ok(!isWell(image(), service));
  });

  if (name !== whole) return;

  test('keeps what people made in the volume, over a restart', async () => {
    const anna = { email: 'anna@example.net', password: 'nine rare words in another row' };
    const first = await answering(start(image(), image().cmd, { ...asOperator, DSS_SIGN_UP: 'open' }));
    assert.equal((await ask(first, 'POST', '/api/auth/sign-up/email', { body: { name: 'Anna', ...anna } })).status, 200);
    const made = await ask(first, 'POST', '/api/domains', { cookie: await signIn(first, anna), body: { name: 'kept.example', scan: false } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await stop(first);
    assert.deepEqual(image().volumes.map(volume => globSync('dss.sqlite', { cwd: join(image().root, volume) })), [['dss.sqlite']]);
    const second = await answering(start(image(), image().cmd));
    const { body } = await ask(second, 'GET', '/api/domains', { cookie: await signIn(second, anna) });
    assert.deepEqual(body.data.map((domain: { name: string }) => domain.name), ['kept.example']);
    await stop(second);
  });

  test('checks a domain of the lab, and prints the report where it has a browser', async () => {
    const demo = start(image(), ['demo']);
    const [, key, origin] = await demo.printed(/Bearer (svc_[0-9a-f]{64})" "(http:\/\/localhost:\d+)\/api/);
    const call = (method: string, path: string, body?: unknown) => ask({ origin: origin! }, method, path, { key: key!, ...(body === undefined ? {} : { body }) });
    assert.equal((await call('GET', '/api/?domain=healthy.example')).body.grade, 'A+');

    const { body: { data: { id }, run } } = await call('POST', '/api/domains', { name: 'newsletter.example' });
    await until(async () => (await call('GET', `/api/runs/${run.id as string}`)).body.data.finishedAt !== null, 'the scan ends', MAX_SCAN_MS);
    const report = await call('GET', `/api/domains/${id as string}/report?format=pdf`);
    // The browser is that of this machine, where it has one.
    const expected = findChromium(null) === null ? [503, 'application/problem+json'] : [200, 'application/pdf'];
    assert.deepEqual([report.status, report.headers.get('content-type')?.replace(/;.*/, '')], expected, JSON.stringify(report.body));
    demo.child.kill('SIGINT');
    assert.equal((await demo.ended).code, 0);
  });
});

test('the image and the published package hold the same files', () => {
  const image = stages.get('')!;
  const filesIn = (root: string): string[] => globSync('**/*', { cwd: root, withFileTypes: true }).filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name).slice(root.length)).toSorted();
  assert.deepEqual(filesIn(join(image.root, image.workdir)), filesIn(join(packed().program, '../..')));
});
