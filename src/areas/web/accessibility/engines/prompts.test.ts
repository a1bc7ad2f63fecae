import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { promptsFor, type Prompt } from './prompts.ts';

const prompt = (rule: string, elements: number, ...criteria: string[]): Prompt => ({ rule, says: `Verify ${rule}`, elements, criteria });
const ofRules = (count: number): Prompt[] => Array.from({ length: count }, (_, at) => prompt(`rule ${at}`, 1, '1.4.1'));

const cases: [says: string, pages: Prompt[][], said: string[]][] = [
  ['no page: nothing', [], []],
  ['another criterion: nothing', [[prompt('video', 1, '1.2.2')]], []],
  ['one rule on two pages is one, with all its elements', [[prompt('colour', 2, '1.4.1', '1.4.3')], [prompt('colour', 3, '1.4.1')]], ['Verify colour (elements: 5, pages: 2)']],
  ['two rules are two', [[prompt('colour', 1, '1.4.1'), prompt('link', 1, '1.4.1')]], ['Verify colour (elements: 1, pages: 1)', 'Verify link (elements: 1, pages: 1)']],
  ['at most ten', [ofRules(11)], ofRules(10).map(({ says }) => `${says} (elements: 1, pages: 1)`)],
];

suite('what the engine asks to verify stands with the criterion', () => {
  for (const [says, pages, said] of cases) test(says, () => assert.deepEqual(promptsFor('1.4.1', pages.map(prompts => ({ prompts }))).map(one => one.says), said));
});
