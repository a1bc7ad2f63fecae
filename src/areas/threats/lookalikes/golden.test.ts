import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { lookalikes, parseSuffixes, parseWords } from './index.ts';

const folder = new URL('golden/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

function entries(list: ReturnType<typeof parseWords>): string[] {
  assert.ok(list.ok && list.refused === 0);
  return list.entries;
}

suite('every name of a golden list is made, given the same word lists', () => {
  const words = entries(parseWords(read('english.dict')));
  const suffixes = entries(parseSuffixes(read('common_tlds.dict')));
  const files = readdirSync(folder).filter(file => file.endsWith('.txt'));

  test('the lists are there', () => assert.ok(files.length >= 6 && words.length > 40 && suffixes.length > 90));

  for (const file of files) {
    test(file, () => {
      const domain = file.slice(0, -'.txt'.length);
      const wanted = new Set(read(file).split('\n').filter(line => line !== '' && !line.startsWith('#') && line !== domain));
      const made = new Set(Array.from(lookalikes(domain, { words, suffixes, maxNames: Infinity, maxCrossNames: 0 }), ({ name }) => name));
      assert.ok(wanted.size > 300);
      assert.deepEqual([...wanted.difference(made)], []);
    });
  }
});
