import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { suite } from 'node:test';
import { meaningOf, type PageKey, type Press } from './match.ts';

const key = (label: string, keys: readonly string[], repeats = false): PageKey => ({ keys, label, run: () => {}, repeats });
const declared = [key('next', ['j', 'ArrowDown'], true), key('open', ['o', 'Enter']), key('authorize', ['a']), key('list', ['?']), key('events', ['g e']), key('alerts', ['g a'])];
const press: Press = { key: '', isModified: false, isShifted: false, isRepeated: false, focus: 'page' };

suite('what a key press means', () => {
  for (const [says, first, pressed, expected] of [
    ['a key that is declared', null, { key: 'a' }, 'authorize'],
    ['a key that is not', null, { key: 'b' }, null],
    ['a capital while Caps Lock is on', null, { key: 'A' }, 'authorize'],
    ['a capital by Shift is another key', null, { key: 'A', isShifted: true }, null],
    ['a sign that needs Shift', null, { key: '?', isShifted: true }, 'list'],
    ['with Ctrl, Alt or Meta it is somebody else\'s', null, { key: 'a', isModified: true }, null],
    ['in a field it is a character', null, { key: 'a', focus: 'taken' }, null],
    ['in a row it is about that row', null, { key: 'a', focus: 'row' }, 'authorize'],
    ['held down, a decision is made once', null, { key: 'a', isRepeated: true }, null],
    ['held down, the focus goes on', null, { key: 'j', isRepeated: true }, 'next'],
    ['an arrow on the page scrolls', null, { key: 'ArrowDown' }, null],
    ['an arrow in a row goes to the next', null, { key: 'ArrowDown', focus: 'row' }, 'next'],
    ['Enter is left to what has the focus', null, { key: 'Enter', focus: 'row' }, null],
    ['the first of two keys', null, { key: 'g' }, 'g …'],
    ['held down it is none', null, { key: 'g', isRepeated: true }, null],
    ['the second of two', 'g', { key: 'e' }, 'events'],
    ['a second key goes before the key alone', 'g', { key: 'a' }, 'alerts'],
    ['a second that is not declared is nothing', 'g', { key: 'j' }, null],
  ] as const satisfies readonly (readonly [string, string | null, Partial<Press>, string | null])[]) {
    test(says, () => {
      const meant = meaningOf(declared, first, { ...press, ...pressed });
      assert.equal(meant && ('run' in meant ? meant.run.label : `${meant.first} …`), expected);
    });
  }
});

test('each main page has a shortcut of its own', () => {
  const web = new URL('..', import.meta.url).pathname;
  const shortcuts = globSync(['areas/*/*/area.ts', 'shell/shell.tsx'], { cwd: web }).flatMap(file => readFileSync(join(web, file), 'utf8').matchAll(/\bshortcut: '(.*?)'/g).map(([, shortcut]) => shortcut!).toArray());
  assert.ok(shortcuts.length > 8 && shortcuts.every(shortcut => /^[a-z]$/.test(shortcut)), shortcuts.join());
  assert.equal(new Set(shortcuts).size, shortcuts.length, shortcuts.join());
});
