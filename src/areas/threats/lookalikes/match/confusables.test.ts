import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { confusables } from './data/confusables.ts';

const LINE = /^([0-9A-F]{4,6}) ;\t([0-9A-F ]+) ;\tMA/;

/** The characters that may stand in a lower-case name and read as ASCII letters or digits, by what they read as. */
function compile(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap(line => {
    const [, source, target] = LINE.exec(line) ?? [];
    if (source === undefined || target === undefined) return [];
    const letter = fromHex(source);
    const reads = fromHex(target).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('rn', 'm');
    const isNameLetter = letter.length > 0 && letter > '\u007f' && letter === letter.toLowerCase() && letter === letter.normalize('NFKC') && /^[\p{L}\p{N}]$/u.test(letter);
    return isNameLetter && /^[a-z0-9]{1,3}$/.test(reads) ? [{ letter, reads }] : [];
  });
  const groups = Map.groupBy(pairs, ({ reads }) => reads);
  return Object.fromEntries([...groups.keys()].toSorted().map(reads => [reads, [...new Set(groups.get(reads)!.map(({ letter }) => letter))].toSorted().join('')]));
}

function fromHex(codePoints: string): string {
  return String.fromCodePoint(...codePoints.trim().split(' ').map(point => Number.parseInt(point, 16)));
}

test('the table is what the Unicode file says', () => {
  const compiled = compile(readFileSync(new URL('data/confusables.txt', import.meta.url), 'utf8').replace(/^\uFEFF/, ''));
  assert.ok(Object.keys(compiled).length > 36);
  assert.deepEqual(confusables, compiled, `It must be:\n${JSON.stringify(compiled, null, 2)}`);
});

test('Cyrillic palochka reads as l, and dotless i as i', () => {
  assert.ok(confusables['l']?.includes('\u04cf'));
  assert.ok(confusables['i']?.includes('\u0131'));
});
