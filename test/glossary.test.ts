import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { byWord, code, forbidden, hits, inName, inText, listed, pages } from '../scripts/figures/words.ts';

suite('the words are those of the glossary', () => {
  test('the walk saw the project', () => {
    assert.ok(forbidden.length > 12 && byWord.size > 20, `${forbidden.length} rows, ${byWord.size} words`);
    assert.ok(code.length > 1000 && pages.length > 25, `${code.length} files, ${pages.length} pages`);
  });
  test('a name is split into its words, and real words are left alone', () => {
    assert.deepEqual(['lookUpHost', 'LOOK_EACH_MS', 'HTTPPlace', 'untoldOf'].map(inName), [['look'], ['look'], ['place'], ['untold']]);
    assert.deepEqual(['lookup', 'lookalike', 'placeholder', 'outlook', 'looked_at', 'classroom'].flatMap(inName), []);
  });
  test('idiom is allowed, the noun is not', () => {
    assert.deepEqual(inText('It looks like a DKIM key').length, 0);
    assert.deepEqual(inText('The look failed: nothing to mend').map(({ word }) => word), ['look', 'look', 'mend']);
  });
  for (const [position, find] of Object.entries(hits)) {
    test(`no forbidden word in the ${position}`, () => {
      const found = find();
      assert.ok(found.length === 0, `${found.length} forbidden words${listed(found)}`);
    });
  }
});
