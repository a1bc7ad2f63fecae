import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { printable, printableJson } from './paint.ts';

/** Each can steer a terminal, turn the direction of a line or hide a part of it. */
const cases: [says: string, text: string, shown: string][] = [
  ['an escape sequence', 'a\u001b[31mb', 'a\\x1b[31mb'],
  ['an escape sequence of one 8-bit character', 'a\u009b31mb', 'a\\x9b31mb'],
  ['backspace and carriage return', 'a\b\rb', 'a\\x08\\x0db'],
  ['delete', 'a\u007fb', 'a\\x7fb'],
  ['a change of direction', 'a\u202eb', 'a\\u{202e}b'],
  ['a mark of direction of Arabic', 'a\u061cb', 'a\\u{61c}b'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['what has no width', 'a\u200b\ufeffb', 'a\\u{200b}\\u{feff}b'],
  ['an invisible tag', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['letters of any script as they are', 'größe 例え', 'größe 例え'],
];

suite('foreign text cannot steer the terminal', () => {
  for (const [says, text, shown] of cases) {
    test(says, () => assert.equal(printable(text), shown));
  }
});

suite('nor can it in JSON, which means the same', () => {
  for (const [says, text, shown] of cases) {
    test(says, () => {
      const json = printableJson({ text });
      assert.equal(printable(json), json);
      assert.equal(json.includes('\\'), shown !== text);
      assert.deepEqual(JSON.parse(json), { text });
    });
  }
});
