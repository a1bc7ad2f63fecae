import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { parseSuffixes, parseWords, wordListLimits } from './word-list.ts';

suite('a list is read line by line', () => {
  test('words: comments, blank lines, case and repetition go; what cannot stand in a name is counted', () => {
    const text = '\ufeff// words\r\nLogin\r\n\n# more\nFür\nlogin\ntwo words\n-x\na.b\n';
    assert.deepEqual(parseWords(text), { ok: true, entries: ['login', 'für'], refused: 3 });
  });

  test('suffixes: of one or more labels, in A-labels', () => {
    assert.deepEqual(parseSuffixes('.com\nco.uk\nрф\nxn--p1ai\nxn--zzzzzzz99999\n..\n'), { ok: true, entries: ['com', 'co.uk', 'xn--p1ai'], refused: 2 });
  });

  test('too many entries refuse the list', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join('\n');
    assert.equal(parseWords(words(wordListLimits.maxEntries)).ok, true);
    assert.deepEqual(parseWords(words(wordListLimits.maxEntries + 1)), { ok: false, reason: 'too_many_entries' });
  });
});
