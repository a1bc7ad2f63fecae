import type { Lookup } from '../../core/lookup.ts';
import { found } from '../lookups.ts';
import type { DkimFacts, SelectorFacts } from './collect.ts';
import { isUsable, parseDkim, type DkimRecord } from './parse.ts';

/** One is right; of a flood no more are judged. */
const MAX_RECORDS = 10;

/** The key records at one selector; `*` stands for every selector that has none of its own. */
export interface Answer {
  selector: string;
  name: string;
  lookup: Lookup<readonly string[]>;
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
  const own = facts.selectors.filter(({ lookup }) => !isSameAnswer(lookup, facts.wildcard.lookup)).map(answerOf);
  return wildcard.records.length > 0 ? [...own, wildcard] : own;
}

/** The answer of one selector, be it an echo of a wildcard or not. */
export function answerOf({ selector, name, lookup }: Pick<SelectorFacts, 'selector' | 'name' | 'lookup'>): Answer {
  const texts = found(lookup);
  const via = lookup.outcome === 'failed' ? null : lookup.via[0] ?? null;
  return { selector, name, lookup, texts, via, records: texts.values().map(parseDkim).filter(record => record !== null).take(MAX_RECORDS).toArray() };
}

/** All keys among `answers`, in their order. */
export function keysOf(answers: readonly Answer[]): FoundKey[] {
  return answers.flatMap(({ selector, name, via, records }) => records.map(record => ({ ...record, selector, name, via })));
}

/** Whether there is a key that has not been revoked; unknown where a lookup that failed may hide one. */
export function hasKey(facts: DkimFacts): boolean | 'unknown' {
  if (keysOf(answersOf(facts)).some(({ publicKey }) => publicKey.type !== 'revoked')) return true;
  return facts.selectors.some(({ lookup }) => lookup.outcome === 'failed') ? 'unknown' : false;
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

/** Whether several TXT records stand next to a key: what a receiver then reads is undefined (RFC 6376 §3.6.2.2). */
export function isAmbiguous({ texts, records }: Answer): boolean {
  return records.length > 0 && texts.length > 1;
}

/** The record that a receiver would use: a usable one, otherwise the first. */
export function bestRecord({ records }: Answer): DkimRecord | null {
  return records.find(isUsable) ?? records[0] ?? null;
}

function isSameAnswer(lookup: Lookup<readonly string[]>, wildcard: Lookup<readonly string[]>): boolean {
  if (lookup.outcome === 'failed' || wildcard.outcome === 'failed') return false;
  const essence = (answer: typeof lookup) => JSON.stringify([answer.outcome, answer.via, found(answer).toSorted()]);
  return essence(lookup) === essence(wildcard);
}
