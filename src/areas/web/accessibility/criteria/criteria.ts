import { readFileSync } from 'node:fs';
import { fixes } from './fixes.ts';
import { questions, type Question } from './questions.ts';

/** Versions of WCAG that pages can be audited by. */
export const standards = ['wcag22', 'wcag21', 'wcag20'] as const;
export type Standard = (typeof standards)[number];

export const levels = ['A', 'AA'] as const;
export type Level = (typeof levels)[number];

/** A success criterion of WCAG of level A or AA. */
export interface Criterion extends Question {
  number: string;
  /** As its address names it, such as `non-text-content`. */
  id: string;
  name: string;
  level: Level;
  versions: readonly string[];
  url: string;
  understanding: string;
  /** What to do about a failure. */
  fix: string;
}

interface Published {
  number: string;
  id: string;
  handle: string;
  level: string;
  versions: readonly string[];
  url: string;
  understanding: string;
}

const versionOf: Readonly<Record<Standard, string>> = { wcag22: '2.2', wcag21: '2.1', wcag20: '2.0' };
let all: readonly Criterion[] | undefined;

/** The criteria of the standard up to the level, in the order of the standard: of WCAG 2.2 31 of level A and 24 of level AA. */
export function criteriaOf(standard: Standard, level: Level): Criterion[] {
  all ??= read();
  return all.filter(one => one.versions.includes(versionOf[standard]) && (level === 'AA' || one.level === 'A'));
}

function read(): Criterion[] {
  const { successCriteria } = JSON.parse(readFileSync(new URL('./data/wcag22.json', import.meta.url), 'utf8')) as { successCriteria: readonly Published[] };
  return successCriteria.filter(({ number, level }) => level !== 'AAA' && number in questions)
    .map(({ number, id, handle, level, versions, url, understanding }) => ({ number, id, name: handle, level: level as Level, versions, url, understanding, fix: fixes[number]!, ...questions[number]! }));
}
