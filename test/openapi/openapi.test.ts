import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { promisify } from 'node:util';
import { operations, topics } from '../../src/app/registry.ts';
import { openapiOf } from '../../src/surfaces/openapi/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
after(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(openapiOf(operations, { version: '1.2.3', baseUrl: 'http://localhost:3000', cookieName: 'session', topics })));

const here = (name: string) => new URL(name, import.meta.url).pathname;
const bin = (name: string) => here(`../../node_modules/.bin/${name}`);
const run = (command: string, args: string[]) => promisify(execFile)(process.execPath, [bin(command), ...args], {
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false' }, cwd: folder,
}).catch((error: { stdout: string; stderr: string }) => error);

suite('the OpenAPI document is sound in the eyes of others', { concurrency: true }, () => {
  test('Redocly, recommended rules: no error and no warning', async () => {
    const { stdout, stderr } = await run('redocly', ['lint', file, '--config', here('redocly.yaml'), '--format', 'json']);
    assert.deepEqual((JSON.parse(stdout) as { totals: object }).totals, { errors: 0, warnings: 0, ignored: 0 }, stdout + stderr);
  });
  test('Spectral, recommended rules for OpenAPI: nothing to say', async () => {
    const { stdout, stderr } = await run('spectral', ['lint', file, '--ruleset', here('spectral.yaml'), '--fail-severity', 'hint', '--format', 'json', '--quiet']);
    assert.deepEqual(JSON.parse(stdout), [], stdout + stderr);
  });
});
