// Where texts of the dashboard stand in the sources; test/web/language.test.ts shows them in a browser.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { suite } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const sources = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**', 'web/generated/**', '**/*.test.ts'] }).toSorted().map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const texts = sources.filter(({ file }) => /\/texts\/[\w-]+\.ts$/.test(file));
const others = sources.filter(({ file }) => !file.includes('/texts/') && !file.startsWith('web/language/'));
const linesWith = (files: typeof sources, pattern: RegExp): string[] => files.flatMap(({ file, text }) => text.split('\n').filter(line => pattern.test(line)).map(line => `${file}: ${line.trim().slice(0, 120)}`));

/** Attributes that people read or hear; the words between tags are the lint's. */
const READ = 'aria-label|aria-description|aria-roledescription|title|placeholder|alt|label|description|answer|what|deed|summary|tab|word|rateLabel';

suite('texts', () => {
  test('the walk saw them', () => assert.ok(texts.length > 35 && others.length > 200, `${texts.length} files of texts, ${others.length} others`));

  test('have the name of their file, by which other languages find them', () => {
    const named = texts.map(({ file, text }) => [file, /\bdefineTexts\('([^']+)'/.exec(text)?.[1]]);
    assert.deepEqual(named, texts.map(({ file }) => [file, file.replace(/^web\/(areas\/)?/, '').replace(/(^|\/)texts\//, '$1').replace(/\.ts$/, '')]));
  });

  test('of another language have a file of the same name in English', () => {
    const english = new Set(texts.map(({ file }) => file));
    const translated = sources.filter(({ file }) => /\/texts\/[\w-]+\/[\w-]+\.ts$/.test(file));
    assert.deepEqual(translated.filter(({ file }) => !english.has(file.replace(/(\/texts)\/[\w-]+\//, '$1/'))), []);
  });

  test('are taken from no file of one language', () => assert.deepEqual(linesWith(others, /from '[^']*\/texts\/[\w-]+\//), []));

  test('stand in no attribute', () => {
    assert.deepEqual(linesWith(others, new RegExp(`\\s(?:${READ})=(?:"[^"]*\\p{L}|\\{'[^']*\\p{L}|\\{\`[^$\`]*\\p{L})`, 'u')), []);
  });

  test('numbers, dates and lists are written by the language alone', () => {
    assert.deepEqual(linesWith(sources.filter(({ file }) => !file.startsWith('web/language/')), /\btoLocale\w*String\(|\bnew Intl\.|\.toFixed\(/), []);
  });
});
