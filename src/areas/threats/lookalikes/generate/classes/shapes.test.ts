import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { brandOf } from '../brand.ts';
import { letterShape, shapePair } from './shapes.ts';

suite('two lookalikes are all that one after the other makes', () => {
  const lists = { words: [], suffixes: [] };
  const labels = fc.array(fc.constantFrom(...Array.from('acdlmnoruvwx18-é')), { minLength: 1, maxLength: 5 }).map(letters => letters.join(''));
  for (const suffix of ['com', 'dk', 'co.uk']) {
    test(`.${suffix}`, () => {
      fc.assert(fc.property(labels, label => {
        const brand = { ...brandOf(`example.${suffix}`), label };
        const wanted = new Set<string>();
        for (const first of letterShape.texts(brand, lists)) for (const second of letterShape.texts({ ...brand, label: first }, lists)) wanted.add(second);
        const made = new Set(shapePair.texts(brand, lists));
        assert.deepEqual([...wanted.symmetricDifference(made)], []);
      }), { numRuns: 40, seed: 39 });
    });
  }
});
