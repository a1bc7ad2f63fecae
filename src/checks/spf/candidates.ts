import { availabilityOf } from '../registration/index.ts';
import { Answers } from './answers.ts';
import type { Candidate, SpfAudit } from './audit.ts';
import { limits } from './evaluate.ts';
import { isTerm, parseSpf } from './parse.ts';
import { endingIn, lowerCase, repaired } from './rewrite.ts';
import { gluedTerms } from './slips.ts';
import { isOwn, nodesOf, type SpfNode } from './tree.ts';

/** Of records that are longer nothing is offered: judging takes time, and nobody pastes them. */
export const MAX_CHARACTERS = 4096;
const MAX_NAMES = 3;
/** A mechanism written with `=` is an unknown modifier, and those are ignored (RFC 7208 §6). */
export const MECHANISM_AS_MODIFIER = /^(include|a|mx|ip4|ip6|exists)=/i;

/** A record that may take the place of the one that is published at its name. */
export interface Repair extends Candidate {
  published: string;
  /** Whether it says more of other servers than the published record does. */
  isTighter: boolean;
}

/** Repaired records of the owner's names, and the same with a stricter last word; pure, and without a judgement. */
export function candidatesOf(audit: SpfAudit): Repair[] {
  const { tree, voidLookups, answers } = audit;
  const asked = new Answers(answers);
  const lapsed = lapsedTerms(audit);
  const own = [...new Map(nodesOf(tree).filter(({ domain, record }) => record !== null && record.length <= MAX_CHARACTERS && isOwn(domain, tree.domain)).map(node => [node.domain, node])).values()];
  const bases = own.slice(0, MAX_NAMES).flatMap(node => {
    const value = repairOf(node, deadTerms(node, voidLookups, lapsed), asked);
    return value === null ? [] : [{ name: node.domain, published: node.record!, value }];
  });
  const changed = bases.filter(({ value, published }) => value !== published).map(base => ({ ...base, isTighter: false }));
  const stricter = bases.flatMap(base => ['~all', '-all'].map(all => ({ ...base, value: endingIn(all, parseSpf(base.value)), isTighter: true })));
  return [...changed, ...stricter];
}

/** The terms that lead into a domain that anybody can register, or soon can. */
export function lapsedTerms({ dangling }: SpfAudit): Set<string> {
  return new Set(dangling.filter(entry => ['free', 'asleep'].includes(availabilityOf(entry))).map(({ term }) => term));
}

/** The terms of one record that lead nowhere, or round in a circle, and are a fault by that. */
function deadTerms({ children, targets }: SpfNode, voidLookups: number, lapsed: ReadonlySet<string>): Set<string> {
  const ends = children.filter(({ error }) => error === 'none' || error === 'loop').map(({ via }) => via!);
  const empty = targets.filter(({ outcome }) => outcome === 'void' && voidLookups > limits.voidLookups).map(({ term }) => term);
  const known = [...children.map(({ via }) => via!), ...targets.map(({ term }) => term)].filter(term => lapsed.has(term));
  return new Set([...ends, ...empty, ...known]);
}

/** One record with all its faults repaired, or null where one of them cannot be without a guess. */
function repairOf({ record: text, domain }: SpfNode, dead: ReadonlySet<string>, answers: Answers): string | null {
  const sound = repaired(parseSpf(text!));
  if (sound === null) return null;
  const record = parseSpf(sound);
  const hasAll = record.mechanisms.some(({ name }) => name === 'all');
  const words = record.terms.flatMap(({ text }) => gluedTerms(text, isTerm) ?? [text.replace(MECHANISM_AS_MODIFIER, '$1:')])
    .flatMap(word => {
      const isRedirect = /^redirect=/i.test(word);
      if (dead.has(word)) return isRedirect && !hasAll ? ['~all'] : [];
      return isRedirect && hasAll && leadsToRecord(word, answers) ? [word.replace(/^redirect=/i, 'include:')] : [word];
    });
  return ['v=spf1', ...unrepeated(inFrontOfAll(words), domain)].join(' ');
}

/** As far as is known. */
function leadsToRecord(redirect: string, answers: Answers): boolean {
  const lookup = answers.find(redirect.slice(redirect.indexOf('=') + 1).toLowerCase(), 'TXT');
  return lookup === undefined || (lookup.outcome === 'found' && lookup.value.length === 1);
}

/** What stands behind all is meant as well, so it moves in front; what only refuses says nothing there. */
function inFrontOfAll(words: readonly string[]): string[] {
  const at = words.findIndex(word => /^[+?~-]?all$/i.test(word));
  if (at < 0) return [...words];
  const behind = words.slice(at + 1);
  const modifiers = behind.filter(word => /^[a-z][\w.-]*=/i.test(word));
  const moving = behind.filter(word => !modifiers.includes(word) && !/^[?~-]|^\+?all$/i.test(word));
  return [...words.slice(0, at), ...moving, words[at]!, ...modifiers];
}

function unrepeated(words: readonly string[], domain: string): string[] {
  const keyOf = (word: string) => lowerCase(word).replace(/^\+/, '').replace(`:${domain}`, '');
  return words.filter((word, at) => /=/.test(word) || words.findIndex(other => keyOf(other) === keyOf(word)) === at);
}
