import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { corpus } from './corpus.sample.ts';
import { askTools, withoutTools } from './reference-tools.sample.ts';

test('the reference tools say today what the golden file says of them', { skip: withoutTools ?? false }, () => {
  const golden: unknown = JSON.parse(readFileSync(new URL('golden/reference-tools.json', import.meta.url), 'utf8'));
  assert.deepEqual(askTools(corpus), golden);
});
