// Whether names and descriptions lead to the right tool, by a plain ranking of words and without a model.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { operations } from '../src/app/registry.ts';
import { toolsOf } from '../src/surfaces/mcp/index.ts';
import { questions } from './mcp-questions.ts';

const AMONG = 3;
const LEAST_SHARE = 0.9;

/** Words that say nothing of what is wanted. */
const PASSED_OVER = new Set('a an and any are as at be been but by can do does for from has have how i in into is it its may me my no not now of on or our out so that the their them there these they this to was we what when where which who whose will with you your'.split(' '));

/** The words of a text without their commonest endings. */
function wordsIn(text: string): string[] {
  const words = text.toLowerCase().replaceAll('_', ' ').match(/[a-z0-9]+/g) ?? [];
  return words.filter(word => !PASSED_OVER.has(word)).map(word => word.replace(/(?<=..)(?:ies|y)$/, 'i').replace(/(?<=...)(?:ings?|ed|es|s|e)$/, ''));
}

/** Ranks texts by a query after BM25 (Robertson and Zaragoza 2009, equation 3.15), with its usual constants. */
function createRanking(texts: ReadonlyMap<string, string>): (query: string) => string[] {
  const [k1, b] = [1.2, 0.75];
  const documents = [...texts].map(([name, text]) => ({ name, words: wordsIn(text) }));
  const averageLength = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const rarity = (word: string): number => {
    const having = documents.filter(({ words }) => words.includes(word)).length;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  };
  return query => {
    const wanted = [...new Set(wordsIn(query))].map(word => ({ word, weight: rarity(word) }));
    const score = (words: readonly string[]): number => wanted.reduce((sum, { word, weight }) => {
      const times = words.filter(one => one === word).length;
      return sum + weight * times * (k1 + 1) / (times + k1 * (1 - b + b * words.length / averageLength));
    }, 0);
    return documents.map(({ name, words }) => ({ name, score: score(words) })).toSorted((one, other) => other.score - one.score).map(({ name }) => name);
  };
}

suite('a question of a user leads to the right tool', () => {
  const tools = toolsOf(operations);
  const rank = createRanking(new Map(tools.map(({ name, listed: { title, description } }) => [name, `${name} ${title} ${description}`])));

  test('the questions are many, and each asks for a tool that there is', () => {
    assert.ok(questions.length >= 60);
    const names = new Set(tools.map(({ name }) => name));
    assert.deepEqual(questions.filter(([, tool]) => !names.has(tool)), []);
  });

  test(`it is among the first ${AMONG} for at least ${LEAST_SHARE * 100} % of the questions`, context => {
    const missed = questions.map(([question, tool]) => ({ question, tool, index: rank(question).indexOf(tool) + 1 })).filter(({ index }) => index > AMONG);
    context.diagnostic(`note: tool choice: ${questions.length - missed.length} of ${questions.length} questions find their tool among the first ${AMONG}`);
    assert.ok(missed.length <= questions.length * (1 - LEAST_SHARE), missed.map(({ question, tool, index }) => `${index}. ${tool}: ${question}`).join('\n'));
  });
});
