export { defaultBudget, lookalikes, type GeneratorOptions, type Lookalike, type Share } from './generate/lookalikes.ts';
export { commonSuffixes } from './generate/data/suffixes.ts';
export { parseSuffixes, parseWords, wordListLimits } from './generate/word-list.ts';
