import type { Rdata } from '../rdata.ts';
import { typeCodes } from '../types.ts';
import { fault, has, judgeTypes, type Denied, type Question } from './denied.ts';
import { commonAncestor, isBelow, labelsOf, orderKey, wildcardBelow } from './names.ts';

/** One NSEC record whose signature holds (RFC 4034 §4). */
export interface Nsec {
  owner: string;
  next: string;
  types: readonly number[];
}

export function nsecOf(owner: string, data: Rdata): Nsec | null {
  return data.type === 'NSEC' ? { owner, next: data.next, types: data.types } : null;
}

/** Whether `all` prove that there is no answer to `question` (RFC 4035 §5.4). */
export function denyByNsec(question: Question, all: readonly Nsec[]): Denied {
  const { name, type, expanded } = question;
  const matching = all.find(({ owner }) => owner === name);
  const covering = all.find(nsec => covers(nsec, name));
  if (expanded !== null) return denyCloserMatch(name, expanded, covering);
  if (question.nxdomain) return denyName(name, covering, all);
  if (matching) return judgeTypes(name, type, matching.types);
  if (!covering) return fault('NO_NSEC_MATCHING_SNAME', `no NSEC record stands at ${name} to prove that it has no such records`);
  if (isBelow(covering.next, name)) return { outcome: 'proven', delegation: false };
  const wildcard = wildcardBelow(encloserOf(name, covering));
  const source = all.find(({ owner }) => owner === wildcard);
  return source ? judgeTypes(wildcard, type, source.types) : fault('NO_NSEC_MATCHING_SNAME', `the NSEC records say that ${name} does not exist, but not that ${wildcard} has no such records`);
}

function denyName(name: string, covering: Nsec | undefined, all: readonly Nsec[]): Denied {
  if (!covering || isBelow(covering.next, name)) return fault('SNAME_NOT_COVERED', `no NSEC record proves that ${name} does not exist`);
  const wildcard = wildcardBelow(encloserOf(name, covering));
  if (!all.some(nsec => covers(nsec, wildcard))) return fault('WILDCARD_NOT_COVERED', `no NSEC record proves that the wildcard ${wildcard} does not exist`);
  return { outcome: 'proven', delegation: false };
}

/** An answer from a wildcard holds only where nothing nearer exists (RFC 4035 §5.3.4). */
function denyCloserMatch(name: string, labels: number, covering: Nsec | undefined): Denied {
  if (!covering) return fault('SNAME_NOT_COVERED', `no NSEC record proves that ${name}, answered from a wildcard, does not exist itself`);
  if (labelsOf(encloserOf(name, covering)).length !== labels) return fault('WILDCARD_EXPANSION_INVALID', `${name} was answered from a wildcard that does not apply to it`);
  return { outcome: 'proven', delegation: false };
}

/** The longest name above `name` that the record shows to exist. */
function encloserOf(name: string, { owner, next }: Nsec): string {
  const [byOwner, byNext] = [commonAncestor(name, owner), commonAncestor(name, next)];
  return labelsOf(byOwner).length >= labelsOf(byNext).length ? byOwner : byNext;
}

/** A record at a delegation or a DNAME above `name` says nothing of it (RFC 6840 §4.1). */
function covers({ owner, next, types }: Nsec, name: string): boolean {
  if (isBelow(name, owner) && (has(types, typeCodes.DNAME) || (has(types, typeCodes.NS) && !has(types, typeCodes.SOA)))) return false;
  const [from, at, to] = [orderKey(owner), orderKey(name), orderKey(next)];
  return from < to ? from < at && at < to : at > from || at < to;
}
