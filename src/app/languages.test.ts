import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { accountTexts } from '../areas/platform/account/texts.ts';
import { areas } from './registry.ts';
import { loadLanguages } from './languages.ts';

suite('a language', () => {
  let folder: string;
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  before(() => { folder = mkdtempSync(join(tmpdir(), 'dss-languages-')); });
  after(() => rmSync(folder, { recursive: true }));

  test('is spoken where it has files in the folders of the areas; nothing else has to know it', async () => {
    write('platform/account/texts/de.ts', 'export const texts = ({ plural }: any) => ({ invitation: (_name: string, days: number) => ({ asks: plural(days, { one: "Tag", other: "Tage" }) }) });');
    write('platform/account/texts.ts', 'throw new Error("This is English, which the program has.");');
    const speak = await loadLanguages(folder);
    assert.equal(speak(accountTexts, 'de-AT').invitation('', 7).asks, '7 Tage');
    assert.match(speak(accountTexts, 'fr').invitation('', 7).asks, /within 7 days/);
  });
  test('whose file has no texts is refused, with the path', async () => {
    write('platform/contact/texts/fr.ts', 'export const words = {};');
    await assert.rejects(loadLanguages(folder), /platform\/contact\/texts\/fr\.ts has no texts/);
  });
});

test('texts are declared by the name of the folder of their area, which is where languages are looked for', async () => {
  const folders = areas.map(({ group, id }) => `${group}/${id}`).filter(folder => existsSync(new URL(`../areas/${folder}/texts.ts`, import.meta.url)));
  assert.ok(folders.length >= 8);
  const declared = await Promise.all(folders.map(async folder => Object.values(await import(`../areas/${folder}/texts.ts`) as Record<string, { name: string }>).map(({ name }) => name)));
  assert.deepEqual(declared.flat(), folders);
});
