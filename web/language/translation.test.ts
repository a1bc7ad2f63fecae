import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Language } from '../../src/core/language.ts';
import { translationTo } from './translation.ts';

const file = (texts: (language: Language) => object) => () => Promise.resolve({ texts });
const never = (): Promise<never> => Promise.reject(new Error('Another language is not loaded.'));
const files = {
  '../texts/de/parts.ts': file(() => ({ close: 'Schließen' })),
  '../areas/mail/dmarc/texts/de/reports.ts': file(({ plural }) => ({ reports: (count: number) => plural(count, { one: 'Bericht', other: 'Berichte' }) })),
  '../areas/mail/dmarc/texts/fr/reports.ts': never,
};

suite('a translation', () => {
  test('has the texts of its files by their names, with figures of its language', async () => {
    const { textsOf, language } = await translationTo('de', files);
    assert.equal(language.tag, 'de');
    assert.equal(textsOf('parts', () => ({ close: 'Close' })).close, 'Schließen');
    assert.equal(textsOf('mail/dmarc/reports', () => ({ reports: (count: number) => `${count} reports` })).reports(2000), '2.000 Berichte');
  });
  test('is English where it lacks a file', async () => {
    const translation = await translationTo('de', files);
    assert.equal(translation.textsOf('charts', ({ number }) => ({ half: number(0.5) })).half, '0,5');
  });
});
