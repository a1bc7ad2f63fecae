import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { translationOf } from './language.ts';
import { createSpeak, defineTexts } from './texts.ts';

const texts = defineTexts('mail/dmarc', ({ plural }) => ({ close: 'Close', reports: (count: number) => plural(count, { one: 'report', other: 'reports' }) }));
const german = translationOf('de', new Map([['mail/dmarc', ({ plural }) => ({ close: 'Schließen', reports: (count: number) => plural(count, { one: 'Bericht', other: 'Berichte' }) })]]));
const ofBrazil = translationOf('pt-BR', new Map());

suite('texts are said in the language nearest to a locale', () => {
  const speak = createSpeak([german, ofBrazil]);
  const cases: [locale: string, tag: string, said: string][] = [
    ['en', 'en', '2,000 reports'], ['de', 'de', '2.000 Berichte'], ['de-AT', 'de', '2.000 Berichte'], ['DE-at-1996', 'de', '2.000 Berichte'],
    ['pt-BR', 'pt-BR', '2.000 reports'], ['pt', 'en', '2,000 reports'], ['d', 'en', '2,000 reports'], ['', 'en', '2,000 reports'],
  ];
  for (const [locale, tag, said] of cases) {
    test(`${locale || 'none'}: ${tag}`, () => {
      const spoken = speak(texts, locale);
      assert.deepEqual([spoken.language.tag, spoken.reports(2000)], [tag, said]);
    });
  }
  test('in English where there is no other', () => assert.equal(createSpeak()(texts, 'de').close, 'Close'));
});
