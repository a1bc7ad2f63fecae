import type { Look } from '../../core/lookup.ts';
import { found } from '../looks.ts';
import type { DkimFacts, SelectorFacts } from './collect.ts';
import { isUsable, parseDkim, type DkimRecord } from './parse.ts';

/** One is right; of a flood no more are judged. */
const MAX_RECORDS = 10;

/** The key records at one selector; `*` stands for every selector that has none of its own. */
export interface Answer {
  selector: string;
  name: string;
  look: Look<readonly string[]>;
  texts: readonly string[];
  /** Those of the texts that look like DKIM. */
  records: readonly DkimRecord[];
  /** The target of the CNAME at the selector, null where there is none. */
  via: string | null;
}

/** One key record and where it was found. */
export interface FoundKey extends DkimRecord {
  selector: string;
  name: string;
  via: string | null;
}

/** What the zone says of selectors: those that only echo a wildcard are left out, for they say nothing of their own. */
export function answersOf(facts: DkimFacts): Answer[] {
  const wildcard = answerOf({ ...facts.wildcard, selector: '*', name: `*._domainkey.${facts.domain}` });
  const own = facts.selectors.filter(({ look }) => !isSameAnswer(look, facts.wildcard.look)).map(answerOf);
  return wildcard.records.length > 0 ? [...own, wildcard] : own;
}

/** The answer of one selector, be it an echo of a wildcard or not. */
export function answerOf({ selector, name, look }: Pick<SelectorFacts, 'selector' | 'name' | 'look'>): Answer {
  const texts = found(look);
  const via = look.outcome === 'failed' ? null : look.via[0] ?? null;
  return { selector, name, look, texts, via, records: texts.values().map(parseDkim).filter(record => record !== null).take(MAX_RECORDS).toArray() };
}

/** All keys among `answers`, in their order. */
export function keysOf(answers: readonly Answer[]): FoundKey[] {
  return answers.flatMap(({ selector, name, via, records }) => records.map(record => ({ ...record, selector, name, via })));
}

/** Whether there is a key that has not been revoked; unknown where a look that failed may hide one. */
export function hasKey(facts: DkimFacts): boolean | 'unknown' {
  if (keysOf(answersOf(facts)).some(({ publicKey }) => publicKey.type !== 'revoked')) return true;
  return facts.selectors.some(({ look }) => look.outcome === 'failed') ? 'unknown' : false;
}

/** The selectors with a key that has not been revoked, `*` for all. */
export function liveSelectors(facts: DkimFacts): string[] {
  return [...new Set(keysOf(answersOf(facts)).filter(({ publicKey }) => publicKey.type !== 'revoked').map(({ selector }) => selector))];
}

/** Whether receivers can check signatures of the domain: `unknown` also where no key was found, for selectors can only be guessed. */
export function signing(facts: DkimFacts): 'usable' | 'broken' | 'unknown' {
  const answers = answersOf(facts);
  if (answers.some(answer => !isAmbiguous(answer) && answer.records.some(isUsable))) return 'usable';
  return hasKey(facts) === true ? 'broken' : 'unknown';
}

/** Whether several TXT records stand beside a key: what a receiver then reads is undefined (RFC 6376 §3.6.2.2). */
export function isAmbiguous({ texts, records }: Answer): boolean {
  return records.length > 0 && texts.length > 1;
}

/** The record that a receiver would use: a usable one, otherwise the first. */
export function bestRecord({ records }: Answer): DkimRecord | null {
  return records.find(isUsable) ?? records[0] ?? null;
}

function isSameAnswer(look: Look<readonly string[]>, wildcard: Look<readonly string[]>): boolean {
  if (look.outcome === 'failed' || wildcard.outcome === 'failed') return false;
  const essence = (answer: typeof look) => JSON.stringify([answer.outcome, answer.via, found(answer).toSorted()]);
  return essence(look) === essence(wildcard);
}
