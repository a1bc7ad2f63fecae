import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { parseSearch, textsIn, writeSearch } from './search.ts';

suite('the search of an address', () => {
  const cases: [says: string, text: string, search: Record<string, string>][] = [
    ['text is text, also where it looks like something else', '?a=true&b=12&c=null', { a: 'true', b: '12', c: 'null' }],
    ['signs are kept', '?next=%2Fdomains%3Fsort%3D-score', { next: '/domains?sort=-score' }],
    ['of a repeated one the first counts', '?a=1&a=2', { a: '1' }],
    ['nothing is nothing', '', {}],
  ];
  for (const [says, text, search] of cases) test(says, () => assert.deepEqual(parseSearch(text), search));

  test('what is written is read again', () => {
    const search = { domain: 'bücher.example', next: '/a?b=c&d', sort: '-score' };
    assert.deepEqual(parseSearch(writeSearch({ ...search, left: undefined })), search);
    assert.equal(writeSearch({ left: undefined }), '');
  });
  test('a page takes the parameters that it knows, where they say something', () => {
    assert.deepEqual(textsIn('a', 'b', 'c')({ a: '1', b: '', d: '4' }), { a: '1' });
  });
});
