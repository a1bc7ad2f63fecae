import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { z } from 'zod';
import { operationIn, type AnyOperation } from '../../../core/operation.ts';
import { pageOf } from '../../../core/page.ts';
import { exampleOf } from './example.ts';
import { readInput, UsageError, type Given } from './input.ts';
import { shapeOf } from './shape.ts';

const input = z.strictObject({
  id: z.string(),
  name: z.string().describe('What it is called'),
  note: z.string().nullable().optional(),
  size: z.number().int().optional(),
  watched: z.boolean().default(true),
  tags: z.array(z.string()).default([]),
  kinds: z.array(z.enum(['a', 'b'])).optional(),
  rule: z.object({ from: z.string() }).nullable().optional(),
  rows: z.array(z.union([z.string(), z.object({ name: z.string() })])).optional(),
});
const base = { summary: 'Do', description: 'Does.', access: 'key', allowance: 'none', audit: { none: 'a test' }, examples: [], output: z.unknown(), run: () => Promise.resolve(null) } as const;
const change = shapeOf(operationIn<object>()({ ...base, id: 'thing_parts.changeAll', method: 'PATCH', path: '/api/things/{id}', input }));
const query = z.strictObject({ watched: z.enum(['true', 'false']).optional(), state: z.enum(['new', 'old']).optional(), limit: z.coerce.number().default(50), cursor: z.string().optional() });
const listOf = (output: z.ZodType) => shapeOf(operationIn<object>()({ ...base, id: 'things.list', method: 'GET', path: '/api/things', input: query, output }) as AnyOperation);
const list = listOf(pageOf(z.string()));

const files: Record<string, string> = { 'note.txt': 'from a file\n', '-': '{"size": 7, "name": "from stdin"}', 'list.json': '[1]', 'no.json': '{' };
const readText = (file: string) => (files[file] === undefined ? Promise.reject(new UsageError(`${file} cannot be read`)) : Promise.resolve(files[file]));
const read = (given: Partial<Given>) => readInput(change, { args: ['i1'], flags: {}, body: undefined, ...given }, readText);

suite('an operation becomes a command', () => {
  test('words from its id, arguments from its path, flags from the rest', () => {
    assert.deepEqual(change.words, ['thing-parts', 'change-all']);
    assert.deepEqual(change.args.map(({ member }) => member), ['id']);
    assert.deepEqual(Object.fromEntries(change.flags.map(({ name, kind, nullable }) => [name, nullable ? `${kind}?` : kind])), {
      name: 'text', note: 'text?', size: 'number', watched: 'switch', tags: 'list', kinds: 'list', rule: 'json?', rows: 'jsonList',
    });
  });
  test('the one text that is needed may stand alone', () => {
    assert.equal(change.subject?.member, 'name');
    assert.equal(list.subject, null);
  });
  test('in a query numbers stay text, and true or false is a switch', () => {
    assert.deepEqual(list.flags.map(({ name, kind }) => [name, kind]), [['watched', 'switch'], ['state', 'text'], ['limit', 'text'], ['cursor', 'text']]);
  });
  test('every page can be asked for where the reply is a page of a list', () => {
    const among = z.object({ data: z.object({ things: z.array(z.string()), sources: z.array(z.string()) }), nextCursor: z.string().nullable() });
    assert.deepEqual([list.pages, listOf(among).pages, change.pages], [true, false, false]);
  });
  test('help tells what the schema says, with choices and default', () => {
    assert.equal(change.flags[0]!.description, 'What it is called');
    assert.deepEqual(change.flags.find(({ name }) => name === 'kinds')!.choices, ['a', 'b']);
    assert.match(list.flags[2]!.description, /\(default: 50\)$/);
  });
});

suite('flags become the input, and the service judges it', () => {
  const cases: [says: string, given: Partial<Given>, input: object][] = [
    ['path and subject', { args: ['i1', 'n'] }, { id: 'i1', name: 'n' }],
    ['a number', { flags: { size: '12' } }, { id: 'i1', size: 12 }],
    ['what is no number is sent as it is', { flags: { size: 'twelve' } }, { id: 'i1', size: 'twelve' }],
    ['a switch', { flags: { watched: false } }, { id: 'i1', watched: false }],
    ['null', { flags: { note: false, rule: false } }, { id: 'i1', note: null, rule: null }],
    ['a list, repeated or with commas', { flags: { tags: ['a, b', 'c'] } }, { id: 'i1', tags: ['a', 'b', 'c'] }],
    ['an empty list', { flags: { tags: [''] } }, { id: 'i1', tags: [] }],
    ['JSON', { flags: { rule: '{"from": "x"}' } }, { id: 'i1', rule: { from: 'x' } }],
    ['a list of JSON, of text, and of both at once', { flags: { rows: ['one', '{"name":"two"}', '["three",{"name":"four"}]'] } }, { id: 'i1', rows: ['one', { name: 'two' }, 'three', { name: 'four' }] }],
    ['text of a file, without its last line break', { flags: { note: '@note.txt' } }, { id: 'i1', note: 'from a file' }],
    ['a text that begins with @', { flags: { note: '@@me' } }, { id: 'i1', note: '@me' }],
    ['a body, and flags go before it', { body: '-', flags: { name: 'flag' } }, { id: 'i1', name: 'flag', size: 7 }],
    ['the path goes before a body', { body: '-' }, { id: 'i1', name: 'from stdin', size: 7 }],
  ];
  for (const [says, given, expected] of cases) test(says, async () => assert.deepEqual(await read(given), expected));

  const wrong: [says: string, given: Partial<Given>, message: RegExp][] = [
    ['no JSON', { flags: { rule: '{x' } }, /^--rule: This is no JSON/],
    ['a body that is no object', { body: 'list.json' }, /^--body: This is no JSON object/],
    ['a body that is no JSON', { body: 'no.json' }, /^--body: This is no JSON/],
    ['a file that is not there', { flags: { note: '@nope' } }, /nope cannot be read/],
    ['the same twice', { args: ['i1', 'n'], flags: { name: 'm' } }, /Give name as an argument or with --name, not both/],
  ];
  for (const [says, given, message] of wrong) test(`${says} is a wrong call`, () => assert.rejects(read(given), (error: unknown) => error instanceof UsageError && message.test(error.message)));
});

test('an example is what can be typed into a shell', () => {
  assert.equal(
    exampleOf(change, { id: 'i1', name: "it's", note: null, watched: false, tags: ['a', 'b'], rule: { from: 'x' }, size: 3 }),
    `dss thing-parts change-all i1 'it'\\''s' --no-note --size 3 --no-watched --tags a,b --rule '{"from":"x"}'`,
  );
});
