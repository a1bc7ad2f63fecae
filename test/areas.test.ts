// What an area declares is all there is of it, and nothing of another.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { foreignHandles, foreignSql, folderOf, reads, sources, unpublishedReads } from '../scripts/figures/tables.ts';
import { areas, jobKinds, operations, schema, topics } from '../src/app/registry.ts';
import { topicOf } from '../src/core/operation.ts';
import { untyped } from '../src/store/index.ts';
import { wholeSchemaOf, type JsonSchema } from '../src/surfaces/openapi/index.ts';
import { onEachDatabase } from './databases.ts';

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);
const declared = (of: (area: (typeof areas)[number]) => readonly string[] | undefined) => areas.flatMap(area => of(area) ?? []);

suite('names', () => {
  test('the walk saw the areas', () => assert.ok(areas.length >= 19 && sources.length > 500));
  const lists: [says: string, names: readonly string[]][] = [
    ['areas', areas.map(({ id }) => id)],
    ['topics', declared(area => Object.keys(area.topics))],
    ['prefixes of ids', declared(area => Object.keys(area.idPrefixes ?? {}))],
    ['subjects', declared(area => area.subjects?.map(({ type }) => type))],
    ['kinds of jobs and runs', jobKinds],
    ['kinds of notifications', declared(area => Object.keys(area.notificationKinds ?? {}))],
    ['actions of the audit log', declared(area => Object.keys(area.auditActions ?? {}))],
    ['sections of the export', declared(area => Object.keys(area.exports ?? {}))],
    ['sections of the settings', declared(area => Object.keys(area.settings ?? {}))],
    ['measures of domains', declared(area => Object.keys(area.measures?.of ?? {}))],
    ['schedules', declared(area => area.schedules?.map(({ name }) => name))],
  ];
  for (const [says, names] of lists) test(`of ${says} are each of one area alone`, () => assert.deepEqual(twice(names), []));

  test('every area feeds its measures in its own name', () => {
    const fed = areas.flatMap(({ id, measures }) => (measures ? [{ id, area: measures.area }] : []));
    assert.ok(fed.length >= 2);
    assert.deepEqual(fed.filter(({ id, area }) => id !== area), []);
  });

  test('every operation is about a topic', () => assert.deepEqual(operations.filter(({ id }) => !(topicOf(id) in topics)), []));

  test('every prefix of an id is declared by an area', () => {
    const own = new Set([...declared(area => Object.keys(area.idPrefixes ?? {})), 'req', 'job', 'lease']);
    const used = sources.flatMap(({ file, text }) => [...text.matchAll(/newId\('(\w+)'\)/g)].map(([, prefix]) => ({ file, prefix: prefix! })));
    assert.ok(used.length > 15);
    assert.deepEqual(used.filter(({ prefix }) => !own.has(prefix)), []);
  });

  test('every action that an area leaves in the audit log is its own', () => {
    const used = areas.flatMap(area => sources.filter(({ file }) => file.startsWith(folderOf(area)))
      .flatMap(({ file, text }) => [...text.matchAll(/^(?!.*\b(?:input|examples):).*\baction: '([a-z_]+\.[a-z_]+)'/gm)].map(([, action]) => ({ file, action: action!, own: Object.keys(area.auditActions ?? {}) }))));
    assert.ok(used.length > 30);
    assert.deepEqual(used.filter(({ action, own }) => !own.includes(action)), []);
  });

  test('no job and no notification is written out where it is sent', () => {
    const byHand = sources.filter(({ file, text }) => file.startsWith('src/areas/') && /\bkind: '\w+', payload\b/.test(text)).map(({ file }) => file);
    assert.deepEqual(byHand, []);
  });
});

test('every secret that a replay leaves out stands in the reply, and inside another member it may be null', () => {
  const secrets = operations.flatMap(({ id, output, secrets: paths = [] }) => paths.map(path => ({ id, path, output: wholeSchemaOf(output as z.ZodType, 'output') })));
  assert.ok(secrets.length >= 5);
  const isMissing = ({ path, output }: (typeof secrets)[number]): boolean => {
    const names = path.split('.');
    const member = names.reduce<JsonSchema | undefined>((at, name) => at?.properties?.[name], output);
    return member === undefined || (names.length > 1 && ![member, ...member.anyOf ?? []].some(({ type }) => type?.includes('null')));
  };
  assert.deepEqual(secrets.filter(isMissing).map(({ id, path }) => `${id} ${path}`), []);
});

test('every whole number that an operation takes has a maximum that a column of both databases holds', () => {
  const keptAsJson = new Set(['individualsAffected']);
  const unbounded = operations.flatMap(({ id, input }) => wholeNumbers(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).filter(({ name, maximum }) => maximum >= 2 ** 31 && !keptAsJson.has(name)).map(({ name }) => `${id}: ${name}`));
  assert.deepEqual(unbounded, []);
});

test('no object in an input drops members that it does not know, unless it says that it takes any', () => {
  const dropping = operations.flatMap(({ id, input }) => silentObjects(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).map(path => `${id}: ${path}`));
  assert.deepEqual(dropping, []);
});

suite('tables', () => {
  test('an area reads of earlier ones only, and only what these publish', () => {
    assert.ok(reads.length > 10);
    assert.deepEqual(unpublishedReads(), []);
  });

  test('no raw SQL of an area names a table of another', () => assert.deepEqual(foreignSql(), []));

  test('a store of queries is imported by its own area alone', () => assert.deepEqual(foreignHandles(), []));
});

onEachDatabase('the order of tables', (open, dialect) => {
  test('has each table after those that it refers to, as backups need it', async () => {
    const { db } = await open();
    const { rows } = dialect === 'sqlite'
      ? await sql<{ child: string; parent: string }>`select m.name as child, f."table" as parent from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(untyped(db))
      : await sql<{ child: string; parent: string }>`select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f' and conparentid = 0`.execute(untyped(db));
    assert.ok(rows.length > 30);
    assert.deepEqual(rows.filter(({ child, parent }) => schema.tables.includes(child) && child !== parent && schema.tables.indexOf(child) < schema.tables.indexOf(parent)), []);
  });
});

/** The whole numbers within a JSON schema, by the member that holds them. */
function wholeNumbers(schema: unknown, name = ''): { name: string; maximum: number }[] {
  if (Array.isArray(schema)) return schema.flatMap(part => wholeNumbers(part, name));
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum, ...parts } = schema as { type?: unknown; maximum?: number };
  const inside = Object.entries(parts).flatMap(([key, part]) => (key === 'properties' ? Object.entries(part as object).flatMap(([member, one]) => wholeNumbers(one, member)) : wholeNumbers(part, name)));
  return type === 'integer' ? [{ name, maximum: maximum ?? Number.POSITIVE_INFINITY }, ...inside] : inside;
}

/** Where a schema has objects that are neither strict nor loose. */
function silentObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isSilent = 'properties' in schema && 'type' in schema && schema.type === 'object' && !('additionalProperties' in schema);
  return [...(isSilent ? [path] : []), ...Object.entries(schema).flatMap(([key, part]) => silentObjects(part, `${path}/${key}`))];
}
