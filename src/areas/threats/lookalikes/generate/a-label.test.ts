import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { encodeLabel, encodeName } from './a-label.ts';

suite('labels are encoded as the platform does', () => {
  test('labels of any characters at any position', () => {
    const letters = fc.constantFrom(...Array.from('abz09éüßłəāяфαωքպ日の한'));
    fc.assert(fc.property(fc.array(letters, { minLength: 1, maxLength: 16 }).map(all => all.join('')), label => {
      const theirs = domainToASCII(`${label}.example`);
      assert.equal(encodeLabel(label), theirs !== '' && domainToUnicode(theirs) === `${label}.example` ? theirs.slice(0, -'.example'.length) : null);
    }), { numRuns: 2000, seed: 3492 });
  });

  test('of any text, only what reads back the same', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 12 }), text => {
      const encoded = encodeLabel(text);
      if (encoded !== null) assert.equal(domainToUnicode(encoded), text);
    }), { numRuns: 2000, seed: 3492 });
  });
});

suite('what DNS or IDNA refuses is null', () => {
  const refused: Record<string, string> = {
    'empty': '', 'a hyphen in front': '-a', 'a hyphen at the end': 'a-', 'hyphens third and fourth': 'ab--c', 'A-labels': 'xn--mnchen-3ya',
    'an underscore': 'a_b', 'an underscore beside a letter beyond ASCII': 'ü_b', 'upper case': 'Ab', 'a dot': 'a.b', 'a blank': 'a b', '64 letters': 'a'.repeat(64),
    'too long once encoded': 'ü'.repeat(60), 'an accent of its own': 'e\u0301', 'half a character': '\ud83d', 'both directions': 'aא',
  };
  for (const [name, label] of Object.entries(refused)) test(name, () => assert.equal(encodeLabel(label), null));
});

test('a name keeps the A-labels it has, if they are right', () => {
  assert.equal(encodeName('zoë.xn--mnchen-3ya.de'), 'xn--zo-ija.xn--mnchen-3ya.de');
  assert.equal(encodeName('a.xn--zzzzzzz99999.de'), null);
  assert.equal(encodeName(`${'a.'.repeat(126)}com`), null);
});
