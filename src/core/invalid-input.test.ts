import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { z } from 'zod';
import { invalid, inWords } from './invalid-input.ts';
import { several } from './several.ts';

const Input = z.strictObject({
  id: z.string().default('x'),
  name: z.string().min(3).max(5).default('abc'),
  one: z.string().min(1).max(1).default('a'),
  code: z.string().regex(/^a+$/, 'Give only the letter a.').default('a'),
  raw: z.string().regex(/^a+$/).default('a'),
  count: z.int().min(1).max(9).default(1),
  share: z.number().gt(0).lt(1).default(0.5),
  even: z.number().multipleOf(2).default(2),
  limit: z.coerce.number().int().max(200).default(1),
  list: z.array(z.string()).min(1).max(2).default(['a']),
  sure: z.boolean().default(true),
  state: z.enum(['open', 'denied']).default('open'),
  all: z.literal(true).default(true),
  states: several(z.enum(['open', 'denied'])).default(['open']),
  at: z.iso.datetime({ offset: true }).default('2026-01-01T00:00:00Z'),
  day: z.iso.date().default('2026-01-01'),
  email: z.email().default('a@b.example'),
  link: z.url().default('https://a.example/'),
  deep: z.strictObject({ first: z.string(), second: z.string().optional() }).default({ first: 'a' }),
  access: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('imap'), host: z.string() }), z.strictObject({ kind: z.literal('graph') })]).default({ kind: 'graph' }),
  either: z.union([z.string(), z.strictObject({ a: z.string() })]).default('a'),
  none: z.strictObject({}).default({}),
});
const Needed = z.strictObject({ name: z.string(), kind: z.enum(['a', 'b']), either: z.union([z.string(), z.number()]) });

const said = (schema: z.ZodType, given: unknown) => {
  const { error } = schema.safeParse(given, { error: (issue: Parameters<typeof inWords>[0]) => inWords(issue, ['id']) });
  return (invalid(error!.issues).members['errors'] as { path: string; message: string }[]).map(({ path, message }) => `${path}: ${message}`).join(' | ');
};

suite('what is wrong with an input is said for people', () => {
  const cases: Record<string, [given: object, expected: string]> = {
    'a number for a text': [{ name: 1 }, 'name: Give a text.'],
    'a text that is too short': [{ name: 'a' }, 'name: Give at least 3 characters.'],
    'an empty text': [{ one: '' }, 'one: Give at least 1 character.'],
    'a text that is too long': [{ name: 'abcdef' }, 'name: Give at most 5 characters.'],
    'a form with words of its own': [{ code: 'b' }, 'code: Give only the letter a.'],
    'a form without': [{ raw: 'b' }, 'raw: This is not written the way it has to be.'],
    'a fraction': [{ count: 1.5 }, 'count: Give a whole number.'],
    'a number that is too small': [{ count: 0 }, 'count: Give a number of at least 1.'],
    'a number that is too large': [{ count: 10 }, 'count: Give a number of at most 9.'],
    'a number at an open bound': [{ share: 0 }, 'share: Give a number above 0.'],
    'a number at the other': [{ share: 1 }, 'share: Give a number below 1.'],
    'an odd number': [{ even: 3 }, 'even: Give a multiple of 2.'],
    'a text of a query that is no number': [{ limit: 'many' }, 'limit: Give a number.'],
    'no list': [{ list: 'a' }, 'list: Give a list.'],
    'an empty list': [{ list: [] }, 'list: Give at least 1 entry.'],
    'a long list': [{ list: ['a', 'b', 'c'] }, 'list: Give at most 2 entries.'],
    'neither true nor false': [{ sure: 'yes' }, 'sure: Give true or false.'],
    'another word': [{ state: 'closed' }, 'state: Give one of open, denied.'],
    'another word among several': [{ states: 'open,closed' }, 'states.1: Give one of open, denied.'],
    'another constant': [{ all: false }, 'all: Give true.'],
    'no moment': [{ at: 'now' }, 'at: Give a date and time such as 2026-11-22T08:00:00Z.'],
    'no date': [{ day: 'today' }, 'day: Give a date such as 2026-11-22.'],
    'no e-mail address': [{ email: 'a' }, 'email: Give an e-mail address such as name@example.org.'],
    'no URL': [{ link: 'a' }, 'link: Give a URL such as https://example.org/.'],
    'no object': [{ deep: 'a' }, 'deep: Give an object with its fields.'],
    'a field that an object lacks': [{ deep: {} }, 'deep.first: This field is required.'],
    'an unknown variant': [{ access: { kind: 'pop' } }, 'access.kind: Give one of imap, graph.'],
    'an unknown field of a variant': [{ access: { kind: 'graph', host: 'a' } }, 'access.host: There is no such field. Fields that exist here: kind.'],
    'none of several forms': [{ either: 1 }, 'either: This is none of the forms that are taken here.'],
    'an unknown field, which is told those that exist but not those of the path': [{ nam: 1, status: 2 }, `nam: ${fieldsOf(Input)} | status: ${fieldsOf(Input)}`],
    'an unknown field further down': [{ deep: { first: 'a', third: 1 } }, 'deep.third: There is no such field. Fields that exist here: first, second.'],
    'an unknown field where none is taken': [{ none: { a: 1 } }, 'none.a: There is no such field: nothing is given here.'],
  };
  for (const [says, [given, expected]] of Object.entries(cases)) test(says, () => assert.equal(said(Input, given), expected));
  test('what is missing', () => assert.equal(said(Needed, {}), 'name: This field is required. | kind: This field is required: give one of a, b. | either: This field is required.'));
  test('no message of the library is left', () => {
    for (const value of [null, 0, -1, 1.5, '', 'x'.repeat(999), true, [], [null], {}, { a: {} }]) {
      const given = Object.fromEntries(Object.keys(Input.shape).map(name => [name, value]));
      assert.doesNotMatch(said(Input, given), /Invalid|Too (small|big)|expected|received|Unrecognized/);
    }
  });
});

function fieldsOf({ shape }: z.ZodObject): string {
  return `There is no such field. Fields that exist here: ${Object.keys(shape).filter(name => name !== 'id').join(', ')}.`;
}
