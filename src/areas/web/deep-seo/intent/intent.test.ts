// Intents are told from words and from what a page has, on labelled queries and pages that no weight was chosen with.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { judgePageIntent, titleIntentOf } from './judge-page.ts';
import { judgeQuery } from './judge-query.ts';
import { intents } from './intents.ts';
import { evaluate, judgedPages, judgedQueries } from './labelled/evaluate.sample.ts';
import { labelledPages, labelledQueries } from './labelled/labelled.sample.ts';
import { languages, termsOf } from './terms.ts';

suite('the labelled sets', () => {
  test('have at least 600 queries and 200 pages in seven languages, half of each held out', () => {
    assert.ok(labelledQueries.length >= 600 && labelledPages.length >= 200);
    for (const set of [labelledQueries, labelledPages]) {
      assert.deepEqual(new Set(set.map(({ language }) => language)), new Set(languages));
      assert.equal(set.filter(({ heldOut }) => heldOut).length, set.length / 2);
    }
  });
  test('say of no query two things', () => {
    const said = Map.groupBy(labelledQueries, ({ query, language }) => `${language} ${query}`);
    assert.deepEqual([...said.values()].filter(same => new Set(same.map(({ intent }) => intent)).size > 1), []);
  });
});

suite('on the held-out halves', () => {
  test('the macro-F1 of queries is at least 0.85', () => {
    const { macroF1 } = evaluate(judgedQueries.filter(({ heldOut }) => heldOut));
    assert.ok(macroF1 >= 0.85, String(macroF1));
  });
  test('the macro-F1 of pages is at least 0.80', () => {
    const { macroF1 } = evaluate(judgedPages.filter(({ heldOut }) => heldOut));
    assert.ok(macroF1 >= 0.8, String(macroF1));
  });
  test('confidence says about how often the answer is right', () => {
    for (const judged of [judgedQueries, judgedPages]) {
      const { calibrationError } = evaluate(judged.filter(({ heldOut }) => heldOut));
      assert.ok(calibrationError <= 0.15, String(calibrationError));
    }
  });
});

suite('a query', () => {
  const cases: [query: string, primary: string, local: boolean][] = [
    ['how to bleed a radiator', 'informational', false],
    ['best radiators in manchester', 'commercial', true],
    ['heizkörper kaufen', 'transactional', false],
    ['serrurier près de moi devis', 'transactional', true],
    ['example.org', 'navigational', false],
    ['', 'informational', false],
    ['🙂🙂🙂', 'informational', false],
  ];
  for (const [query, primary, local] of cases) {
    test(`"${query}" is ${primary}${local ? ', and local' : ''}`, () => {
      const judged = judgeQuery(query);
      assert.deepEqual([judged.primary, judged.local], [primary, local]);
      assert.ok(Math.abs(intents.reduce((sum, intent) => sum + judged.probabilities[intent], 0) - 1) < 0.01);
    });
  }
  test('that is the name of the site leads there', () => {
    assert.notEqual(judgeQuery('lampwright lamps').primary, 'navigational');
    assert.equal(judgeQuery('lampwright lamps', { names: new Set(['lampwright']) }).primary, 'navigational');
  });
  test('of a megabyte of words is judged as fast as any other', () => {
    const started = performance.now();
    judgeQuery('best '.repeat(200_000));
    assert.ok(performance.now() - started < 200);
  });
  test('says what speaks for its intent', () => assert.deepEqual(judgeQuery('best running shoes').signals.map(({ seen, intent }) => [seen, intent]), [['best', 'commercial']]));
});

suite('a page', () => {
  test('of which nothing could be read has no intent', () => assert.equal(judgePageIntent({ finalUrl: 'https://shop.example/', document: null }), null));
  test('is judged by what it has, and its title apart from that', () => {
    const facts = labelledPages.find(({ path }) => path === '/products/brass-lamp')!.facts;
    const { primary, signals } = judgePageIntent(facts)!;
    assert.equal(primary, 'transactional');
    assert.deepEqual(new Set(signals.map(({ source }) => source)), new Set(['path', 'structuredData', 'button', 'price']));
    assert.equal(titleIntentOf(facts), null, 'a name of a product says nothing');
  });
});

test('every term of a lexicon can be found', () => {
  for (const language of languages) {
    const { byWords, byBeginning } = termsOf(language);
    assert.ok(byWords.size > 200, language);
    assert.deepEqual([...byWords.keys()].filter(term => term.split(' ').length > 5), [], language);
    assert.deepEqual([...byBeginning.keys()].filter(term => term.includes(' ') || term.length < 4), [], language);
  }
});
