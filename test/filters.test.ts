// Filters of lists take one value or several; what takes one alone says here why.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { z } from 'zod';
import { operations } from '../src/app/registry.ts';
import { routesOf } from '../src/surfaces/http/routes.ts';

const SEARCHED = 'text that is searched for';
const one: Readonly<Record<string, string>> = {
  limit: 'how many', cursor: 'from where on', sort: 'the order', search: SEARCHED, q: SEARCHED,
  'exposure.components product': SEARCHED, 'exposure.components version': 'the beginning of a version',
  'lookalikes.list minRisk': 'a least value', 'custom_checks.list days': 'how much of the history is shown',
  'custom_checks.results resolution': 'how fine the results are', 'compliance.list type': 'which list it is',
  'dmarc.senders domain': 'figures of one domain or of all, as its summary has them',
};

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const isYesOrNo = (schema: z.ZodType) => accepts(schema, 'true') && accepts(schema, 'false') && !accepts(schema, 'maybe');
const isMoment = (schema: z.ZodType) => accepts(schema, '2026-01-01') && !accepts(schema, 'maybe');

const lists = operations.filter(({ method, input }) => method === 'GET' && 'cursor' in input.shape);
const filters = lists.flatMap(operation => Object.entries(operation.input.shape as Record<string, z.ZodType>)
  // What a list cannot do without is what it is about.
  .filter(([, schema]) => accepts(schema, undefined))
  .map(([name, schema]) => ({ operation, name, schema, key: `${operation.id} ${name}` })));

suite('filters of lists', () => {
  test('the walk saw them', () => assert.ok(lists.length > 40 && filters.length > 150, `${lists.length} lists, ${filters.length} filters`));
  test('take one value or several', () => {
    const single = filters.filter(({ operation, name, schema }) => !routesOf(operation)[0]!.lists.has(name) && !isYesOrNo(schema) && !isMoment(schema));
    assert.deepEqual(single.map(({ key, name }) => (name in one ? name : key)).filter(key => !(key in one)), []);
  });
  test('that are said to take one alone are there', () => {
    assert.deepEqual(Object.keys(one).filter(key => !filters.some(({ key: own, name }) => key === own || key === name)), []);
  });
});
