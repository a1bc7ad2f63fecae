import type { z } from 'zod';
import { wholeSchemaOf, type JsonSchema } from '../openapi/index.ts';

/** What a model cannot make use of: the service judges the input, and says in words what is wrong. */
const PASSED_OVER: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'propertyNames', 'exclusiveMinimum']);

/** The JSON Schema of an input as a model needs it: names, types, choices, bounds and descriptions, in few bytes. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return slim(wholeSchemaOf(schema, 'input'), PASSED_OVER);
}

/** The JSON Schema of a reply; more members than it names may come. */
export function outputSchemaOf(schema: z.ZodType): JsonSchema {
  return slim(wholeSchemaOf(schema, 'output'), new Set(['maxLength', 'maxItems']));
}

/** Leaves out `without`, and what says nothing, at every depth. */
function slim(schema: JsonSchema, without: ReadonlySet<string>): JsonSchema {
  if (isSpelledBoolean(schema)) return { type: 'boolean', ...(schema.description ? { description: schema.description } : {}) };
  const members = Object.entries(schema).filter(([name, value]) => !without.has(name) && !saysNothing(name, value));
  return Object.fromEntries(members.map(([name, value]) => [name, within(name, value, one => slim(one, without))]));
}

/** A closed object, an empty list of what is needed, a default that means nothing given. */
function saysNothing(name: string, value: unknown): boolean {
  if (name === 'additionalProperties') return value === false;
  return (name === 'required' || name === 'default') && (value === null || value === false || (Array.isArray(value) && value.length === 0));
}

/** `value` of the keyword `name` with `change` made to each schema in it. */
function within(name: string, value: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (name === 'properties' || name === '$defs' || name === 'patternProperties') {
    return Object.fromEntries(Object.entries(value as Record<string, JsonSchema>).map(([member, one]) => [member, change(one)]));
  }
  if (Array.isArray(value)) return ['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(name) ? (value as JsonSchema[]).map(change) : value;
  const holdsOne = name === 'items' || name === 'additionalProperties' || name === 'not' || name === 'propertyNames';
  return holdsOne && typeof value === 'object' && value !== null ? change(value as JsonSchema) : value;
}

/** In a query yes and no are words; a model says them as JSON does. */
function isSpelledBoolean({ enum: choices }: JsonSchema): boolean {
  return choices?.length === 2 && choices.includes('true') && choices.includes('false');
}
