import type { z } from 'zod';
import { Problem } from './problem.ts';

/** One thing that is wrong with an input. */
interface InputIssue {
  path: PropertyKey[];
  message: string;
  code?: string;
  keys?: string[];
}

/** The refusal of an input: `errors` has every issue, each unknown field one of its own. */
export function invalid(issues: readonly InputIssue[]): Problem {
  const errors = issues.flatMap(({ path, message, code, keys }) =>
    (code === 'unrecognized_keys' ? keys ?? [] : [null]).map(key => ({ path: (key === null ? path : [...path, key]).join('.'), message })));
  const first = errors[0]!;
  return new Problem('invalid_request', first.path === '' ? first.message : `${first.path}: ${first.message}`, { errors });
}

/** Says of a field that `offered` does not have it. */
function noSuchField(offered: readonly string[]): string {
  return offered.length === 0 ? 'There is no such field: nothing is given here.' : `There is no such field. Fields that exist here: ${offered.join(', ')}.`;
}

type RawIssue = z.core.$ZodRawIssue;
type Words = { [Code in RawIssue['code']]?: (issue: Extract<RawIssue, { code: Code }>) => string | undefined };

/** What is wrong with one value, for people; undefined leaves the words of the schema. Fields in `elsewhere`, such as those in the path, are not offered. */
export function inWords(issue: RawIssue, elsewhere: readonly string[] = []): string | undefined {
  if (issue.code === 'unrecognized_keys') return noSuchField(fieldsOf(issue.inst).filter(name => (issue.path ?? []).length > 0 || !elsewhere.includes(name)));
  return (words[issue.code] as ((one: RawIssue) => string | undefined) | undefined)?.(issue);
}

/** The schema that has found a field which it does not have is an object. */
function fieldsOf(schema: unknown): string[] {
  return Object.keys((schema as z.ZodObject).shape);
}

/** The values by which the variants of a union are told apart. */
function variantsOf(schema: unknown, discriminator: string): string[] {
  return (schema as z.ZodDiscriminatedUnion<z.ZodObject<Record<string, z.ZodLiteral>>[]>).options.map(({ shape }) => String(shape[discriminator]!.value));
}

const kinds: Readonly<Record<string, string>> = {
  string: 'Give a text.', number: 'Give a number.', int: 'Give a whole number.', boolean: 'Give true or false.', array: 'Give a list.', object: 'Give an object with its fields.',
  record: 'Give an object.', null: 'Give null.',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Give an e-mail address such as name@example.org.',
  url: 'Give a URL such as https://example.org/.',
  date: 'Give a date such as 2026-11-22.',
  datetime: 'Give a date and time such as 2026-11-22T08:00:00Z.',
  regex: 'This is not written the way it has to be.',
};

const words: Words = {
  invalid_type: ({ expected, input }) => input === undefined ? 'This field is required.' : kinds[expected],
  invalid_format: ({ format }) => formats[format],
  invalid_value: ({ values, input }) => `${input === undefined ? 'This field is required: give' : 'Give'} ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}.`,
  invalid_union: ({ input, discriminator, inst }) => {
    if (input === undefined) return 'This field is required.';
    return discriminator === undefined ? 'This is none of the forms that are taken here.' : `Give one of ${variantsOf(inst, discriminator).join(', ')}.`;
  },
  not_multiple_of: ({ divisor }) => `Give a multiple of ${divisor}.`,
  too_small: ({ origin, minimum, inclusive }) => boundOf(origin, minimum, { inclusive, most: false }),
  too_big: ({ origin, maximum, inclusive }) => boundOf(origin, maximum, { inclusive, most: true }),
};

function boundOf(origin: string, bound: number | bigint, { inclusive = true, most }: { inclusive?: boolean | undefined; most: boolean }): string {
  if (origin === 'number' || origin === 'int') return `Give a number ${most ? (inclusive ? 'of at most' : 'below') : (inclusive ? 'of at least' : 'above')} ${bound}.`;
  const unit = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `Give at ${most ? 'most' : 'least'} ${bound} ${unit[Number(bound) === 1 ? 0 : 1]!}.`;
}

/** No text of the service holds U+0000: PostgreSQL cannot keep it. Throws `Problem` 400 where a text in `value`, which is JSON, has it. */
export function refuseNul(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid([{ path: [], message: 'The character U+0000 is not accepted.' }]);
  } else if (value !== null && typeof value === 'object') {
    for (const member of Array.isArray(value) ? value : Object.values(value)) refuseNul(member);
  }
}
