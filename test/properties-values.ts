// Values for the members of an input: as the schema wants them, at its bounds, and such as nobody should send.
import fc from 'fast-check';
import type { JsonSchema } from '../src/surfaces/openapi/index.ts';

/** Texts that have broken other programs. */
const hostileTexts = [
  '', ' ', '\0', 'a\0b', '\u0001', '\r\nX-Injected: 1', 'a\r\nSet-Cookie: injected=1', '%0d%0aX-Injected:%201', '\u2028', '\ufeff',
  '\u202eevil', 'שלום', '👩‍👩‍👧‍👦', 'Z͑ͫ̓a̴l̷g̸o',
  '\ud800', 'x\udc00y', '\ud83d', '\uffff', '../../etc/passwd', '..\\..\\boot.ini', '/etc/passwd\0.png', 'file:///etc/passwd',
  '//elsewhere.example', '/\\elsewhere.example',
  '\' or \'1\'=\'1', '\'; drop table account; --', '" or 1=1 --', '$1', '?', '%', '%25', '%%', '_', '\\', '`id`', '$(id)', '${7*7}',
  '{{7*7}}', '<script>alert(1)</script>', '"><img src=x>',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'Infinity', 'true', '[]', '{}', '0',
  '-1', '1e309', '0x10', '١٢٣', '999999999999999999999999',
  'localhost', '127.0.0.1', '[::1]', 'http://127.0.0.1/', 'xn--', 'xn--a', 'xn--zzzzzzzz', '-a.example', 'a..example', '.', '..', 'a@b',
  'a@b.c\nBcc: d@e.f', '"a b"@example.net', '*.example', '_dmarc.example', 'www.healthy.example',
  'HEALTHY.EXAMPLE.', 'bücher.example', '例え.example', 'ﬁ.example', 'ß.example', 'a'.repeat(64), `${'a'.repeat(63)}.example`,
  `${'a.'.repeat(130)}example`,
  'key_0', 'key_01hzy3v4qk8m0p2r5s7t9w1x3z', 'usr_', 'inv_', 'svc_0', '2030-02-30T00:00:00Z', '2030-01-01T00:00:00+99:99',
  '9999-12-31T23:59:59.999Z', '-271821-04-20T00:00:00Z', '1970-01-01T00:00:00Z', 'MTox', 'MTIzOmF1ZF8w',
  'OTk5OTk5OTk5OTk5OTk5OTphdWRfMA',
];

const LONG = [100, 255, 1025, 5001, 70_000];

const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)), maxLength: 20 }) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('a', '\0', 'é', '👀', '%'), fc.constantFrom(...LONG)).map(([letter, times]) => letter.repeat(times)) },
);

/** A value of any type but the one that is wanted, more often than not. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324) },
  { weight: 2, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', 'id', 'constructor', '$ne', 'length', 'toJSON'), hostileText, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map(nested) },
);

/** Lists in lists, so many. */
export function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values that `schema` allows, as far as it says so; patterns that cannot be generated give any text of the right length. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema['const']);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  const { type } = schema;
  if (type === 'string') return textsOf(schema);
  if (type === 'integer' || type === 'number') return fc.integer({ min: numberOf(schema['minimum'], -1000), max: numberOf(schema['maximum'], 1000) });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return fc.array(valuesOf(schema.items ?? {}), { minLength: numberOf(schema['minItems'], 0), maxLength: numberOf(schema['maxItems'], 5) });
  if (type === 'object') return objectsOf(schema);
  return junk;
}

/** Objects that `schema` allows; members that need not be there are left out at times. */
export function objectsOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valuesOf(member)]));
  return fc.record(model, { requiredKeys: required as never[] });
}

function textsOf(schema: JsonSchema): fc.Arbitrary<string> {
  const minLength = numberOf(schema['minLength'], 0);
  const maxLength = Math.min(numberOf(schema['maxLength'], 100), 200);
  if (schema['format'] === 'email') return fc.emailAddress();
  if (schema['format'] === 'date-time') return fc.date({ min: new Date(0), max: new Date('2099-01-01'), noInvalidDate: true }).map(date => date.toISOString());
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength });
  if (typeof schema['pattern'] !== 'string') return plain;
  try {
    return fc.stringMatching(new RegExp(schema['pattern'])).map(text => text.slice(0, maxLength));
  } catch {
    return plain;
  }
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
