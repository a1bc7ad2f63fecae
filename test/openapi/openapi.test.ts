import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { promisify } from 'node:util';
import { areas, operations, topics, webhooks } from '../../src/app/registry.ts';
import { openapiOf, type Described, type JsonSchema } from '../../src/surfaces/openapi/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
after(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'openapi.json');
const document = openapiOf(operations, { version: '1.2.3', baseUrl: 'http://localhost:3000', cookieName: 'session', topics, webhooks });
writeFileSync(file, JSON.stringify(document));

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

/** A reply of success, as far as these tests look at it. */
interface Done {
  headers: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema }>;
}

const described = Object.values(document.paths).flatMap(methods => Object.values(methods));
const doneOf = ({ responses }: Described) => Object.entries(responses).find(([status]) => status.startsWith('2'))![1] as Done;

suite('the document gives what generators make types of', () => {
  test('what a reply shows has a name, which is no number and no code of the service', () => {
    const wrong = described.flatMap(one => {
      const { data } = doneOf(one).content?.['application/json']?.schema.properties ?? {};
      const shown = data?.anyOf?.[0] ?? data?.items ?? data;
      return shown === undefined || shown.$ref !== undefined ? [] : [`${one.operationId}: ${JSON.stringify(shown).slice(0, 80)}`];
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(Object.keys(document.components.schemas).filter(name => !/^[A-Z][A-Za-z]+$/.test(name)), []);
    for (const name of ['Domain', 'Run', 'CheckFinding', 'DomainEvent', 'Notification', 'ApiKey', 'Group', 'CheckResult']) assert.ok(name in document.components.schemas, name);
  });
  test('each address has one type of reply for one thing that is asked, and files have theirs', () => {
    const types = described.map(one => [one.operationId, Object.keys(doneOf(one).content ?? {})] as const);
    assert.deepEqual(types.filter(([, found]) => found.includes('*/*') || found.length === 0), []);
    assert.deepEqual(types.filter(([, found]) => found.includes('text/event-stream') && found.length > 1), []);
    assert.deepEqual(types.filter(([, found]) => found.includes('text/event-stream')).map(([id]) => id), ['runs.events.stream', 'check.domain.stream', 'check.checkup.stream']);
    for (const { kind, contentTypes, id } of operations) assert.equal(kind === 'file', contentTypes !== undefined, id);
  });
  test('what tells a moment in a reply says so', () => {
    const wrong: string[] = [];
    const find = (schema: JsonSchema, at: string) => {
      for (const [name, one] of Object.entries(schema.properties ?? {})) {
        for (const text of [one, ...one.anyOf ?? []]) if (/[a-z]At$/.test(name) && name !== 'foundAt' && [text.type].flat().includes('string') && text['format'] !== 'date-time') wrong.push(`${at}.${name}`);
      }
      for (const [name, value] of Object.entries(schema)) if (typeof value === 'object' && value !== null) find(value as JsonSchema, `${at}/${name}`);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) find(schema, name);
    for (const one of described) find(doneOf(one) as unknown as JsonSchema, one.operationId);
    assert.deepEqual(wrong, []);
  });
  test('a refusal has its members by its code', () => {
    const { RateLimitedProblem: limited, PlanUpgradeRequiredProblem: plan, InvalidRequestProblem: invalid } = document.components.schemas as Record<string, { allOf: JsonSchema[] }>;
    assert.deepEqual([limited, plan, invalid].map(schema => schema!.allOf[1]!.required), [['status', 'code', 'limit'], ['status', 'code', 'required_plan'], ['status', 'code', 'errors']]);
  });
  test('every kind of notification stands under webhooks, with the digest and the test', () => {
    const kinds = areas.flatMap(area => Object.keys(area.notificationKinds ?? {}));
    assert.deepEqual(Object.keys(document.webhooks).toSorted(), [...kinds, 'channel.test', 'notification.digest'].toSorted());
  });
  test('what is made says where it is found', () => {
    for (const { responses } of described) if (responses['201']) assert.ok('Location' in (responses['201'] as Done).headers);
  });
});
