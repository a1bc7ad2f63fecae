import { registrableDomain } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import type { BoundRule, Particulars } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import { clip, inWords, MAX_SHOWN } from '../evidence.ts';
import { availabilityOf } from '../registration/index.ts';
import { tagValue, type Tag } from '../tag-list.ts';
import { answersOf, isAmbiguous, keysOf, type Answer, type FoundKey } from './answers.ts';
import { deadTargetOf, type DkimFacts, type SelectorFacts } from './collect.ts';
import { knownKeys } from './known-keys.ts';
import { allowsEmail, allowsSha256, formatTags, isUsable } from './parse.ts';
import { rules } from './rules.ts';

/** Whether mail is sent in the domain's name, as far as MX and SPF tell; `unknown` is the cause where a lookup failed. */
export type OutgoingMail = 'none' | 'possible' | { unknown: string };

/** Judges what was found under `_domainkey`; that nothing was found is never more than a medium fault, for selectors can only be guessed. */
export function analyzeDkim(facts: DkimFacts, outgoing: OutgoingMail): Finding[] {
  const answers = answersOf(facts);
  const keys = keysOf(answers);
  const hidden = describeFirstFailure(facts.selectors.filter(({ source }) => source !== 'inferred'));
  const judge = (rule: BoundRule, evidence: readonly string[], particulars?: Particulars) => {
    if (evidence.length > 0) return rule.fail(evidence.slice(0, MAX_SHOWN), particulars);
    if (hidden !== null) return rule.unknown(hidden);
    return keys.length > 0 ? rule.pass() : rule.notApplicable('No DKIM key was found to judge');
  };
  const each = (rule: BoundRule, fault: (key: FoundKey) => string | null, repair: (key: FoundKey) => string | null = () => null) => {
    const faulty = keys.filter(key => fault(key) !== null);
    return judge(rule, faulty.map(key => `${key.name}: ${fault(key)}`), { fix: pasteable(faulty[0], repair) });
  };
  const findings = [
    noneFound(facts, keys, outgoing),
    judge(rules.revoked, revokedOf(keys).map(key => `${key.name}: ${clip(key.text)}`), revocation(facts, keys, outgoing)),
    each(rules.syntax, key => (key.faults.length > 0 ? `${key.faults.join('; ')}: ${clip(key.text)}` : null), key => key.repaired),
    each(rules.h, key => (allowsSha256(key) ? null : `h=${clip(key.hashes!.join(':'))}`), key => without(key, 'h')),
    each(rules.k, key => (isKnownType(key) ? null : `k=${clip(key.keyType)}`)),
    each(rules.s, key => (allowsEmail(key) ? null : `s=${clip(key.services!.join(':'))}`), key => without(key, 's')),
    each(rules.t, key => (key.flags.includes('y') ? `t=${clip(key.flags.join(':'))}` : null), withoutTestFlag),
    judge(rules.rsa, weakKeys(keys).map(describeWeakKey), rsaParticulars(weakKeys(keys))),
    ed25519Alone(facts, keys) ?? judge(rules.ed25519, []),
    judge(rules.multi, answers.filter(isAmbiguous).map(({ name, texts }) => `${name}: ${texts.length} TXT records`)),
    dangling(facts, answers, hidden),
    shared(keys, hidden),
    wildcard(facts, answers, hidden),
  ];
  return keys.some(isUsable) ? findings.map(asSide) : findings;
}

/** Next to a usable key, a selector whose lookup failed takes nothing from what is known. */
function asSide(finding: Finding): Finding {
  return finding.state === 'unknown' ? { ...finding, severity: 'info' } : finding;
}

function revokedOf(keys: readonly FoundKey[]): FoundKey[] {
  return keys.filter(({ publicKey }) => publicKey.type === 'revoked');
}

/** A withdrawn key does no harm unless something signs with it: the owner says so of a chosen selector, and may where there is no live key (RFC 6376 §3.6.1). */
function revocation({ selectors }: DkimFacts, keys: readonly FoundKey[], outgoing: OutgoingMail): Particulars {
  const revoked = [...new Set(revokedOf(keys).map(({ selector }) => selector))];
  const named = revoked.filter(selector => selector !== '*');
  if (named.length === 0) return { title: 'DKIM keys are revoked at every selector without a key of its own' };
  const title = named.length === 1 ? `The DKIM key at selector ${named[0]} is revoked` : `The DKIM keys at selectors ${inWords(named.slice(0, MAX_SHOWN))} are revoked`;
  const isChosen = selectors.some(({ selector, source }) => source === 'chosen' && named.includes(selector));
  const isLast = revokedOf(keys).length === keys.length && outgoing === 'possible';
  return { title, severity: isChosen ? 'medium' : isLast ? 'low' : 'info' };
}

function noneFound(facts: DkimFacts, keys: readonly FoundKey[], outgoing: OutgoingMail): Finding {
  const present = keys.filter(({ publicKey }) => publicKey.type !== 'revoked');
  if (present.length > 0) return rules['none.found'].pass(present.slice(0, MAX_SHOWN).map(describeKey));
  const hidden = describeFirstFailure(facts.selectors);
  if (hidden !== null) return rules['none.found'].unknown(hidden);
  if (outgoing === 'none') return rules['none.found'].notApplicable('The domain sends no mail: null MX and "v=spf1 -all"');
  if (outgoing !== 'possible') return rules['none.found'].unknown(outgoing.unknown);
  const tried = facts.selectors.map(({ selector }) => selector);
  const title = `No DKIM key was found at the ${tried.length} selectors that were tried`;
  return rules['none.found'].fail([`selectors tried: ${tried.join(', ')}`], { title });
}

function ed25519Alone(facts: DkimFacts, keys: readonly FoundKey[]): Finding | null {
  const modern = keys.filter(({ publicKey }) => publicKey.type === 'ed25519');
  if (modern.length === 0 || keys.some(({ publicKey }) => publicKey.type === 'rsa')) return null;
  const hidden = describeFirstFailure(facts.selectors);
  return hidden === null ? rules.ed25519.fail(modern.map(describeKey)) : rules.ed25519.unknown(hidden);
}

function dangling({ nameStatuses }: DkimFacts, answers: readonly Answer[], hidden: string | null): Finding {
  const rule = rules['cname.dangling'];
  const dead = answers.map(({ name, lookup }) => ({ name, target: deadTargetOf(lookup) })).filter(({ target }) => target !== null);
  if (dead.length === 0) return hidden === null ? rule.pass() : rule.unknown(hidden);
  const evidence = dead.map(({ name, target }) => `${name} is a CNAME to ${target}: NXDOMAIN`);
  const free = nameStatuses.find(nameStatus => availabilityOf(nameStatus) === 'free');
  if (!free) return rule.fail(evidence);
  const title = `A DKIM selector points into ${free.registered}, which does not exist: anyone who registers it can sign mail as this domain`;
  return rule.fail([...evidence, `${free.registered} is not registered`], { severity: 'critical', title });
}

/** Keys that others can sign with: those printed in a standard. One key in the zones of two owners is often a record that was copied instead of pointed to. */
function shared(keys: readonly FoundKey[], hidden: string | null): Finding {
  const valued = keys.map(key => ({ ...key, value: tagValue(key.tags, 'p')?.replace(/\s/g, '') ?? '' })).filter(({ value }) => value !== '');
  const known = valued.flatMap(({ name, value }) => knownKeys.filter(({ key }) => key === value).map(({ source }) => `${name}: the example key of ${source}`));
  if (known.length > 0) return rules.sharedkey.fail(known, { severity: 'critical', title: 'A DKIM key is one whose private half is published: anybody can sign mail as this domain' });
  const alike = [...Map.groupBy(valued, ({ value }) => value).values()].filter(same => new Set(same.map(holderOf)).size > 1);
  if (alike.length > 0) return rules.sharedkey.fail(alike.flat().slice(0, MAX_SHOWN).map(key => `${key.name}: the key stands in the zone of ${holderOf(key)}`));
  if (hidden !== null) return rules.sharedkey.unknown(hidden);
  return keys.length > 0 ? rules.sharedkey.pass() : rules.sharedkey.notApplicable('No DKIM key was found to judge');
}

function holderOf({ name, via }: FoundKey): string {
  return registrableDomain(via ?? name) ?? via ?? name;
}

/** A wildcard with an empty p= is no fault: it withdraws every selector that has no record of its own. */
function wildcard(facts: DkimFacts, answers: readonly Answer[], hidden: string | null): Finding {
  const { lookup } = facts.wildcard;
  if (lookup.outcome === 'failed') return rules.wildcard.unknown(hidden ?? describeFailure('TXT', `*._domainkey.${facts.domain}`, lookup));
  const keys = keysOf(answers.filter(({ selector }) => selector === '*'));
  const evidence = keys.map(({ name, text }) => `${name}: ${clip(text)}`);
  return keys.some(({ publicKey }) => publicKey.type !== 'revoked') ? rules.wildcard.fail(evidence) : rules.wildcard.pass(evidence);
}

/** RSA keys with something wrong in them, worst first. */
function weakKeys(keys: readonly FoundKey[]): RsaKey[] {
  const isWeak = ({ publicKey }: RsaKey) => publicKey.bits < 2048 || publicKey.weakness !== null;
  const rank = (key: RsaKey) => (isBreakable(key) ? 0 : key.publicKey.weakness === null ? 2 : 1);
  return keys.filter(isRsa).filter(isWeak).toSorted((a, b) => rank(a) - rank(b));
}

type RsaKey = FoundKey & { publicKey: { type: 'rsa' } };

function isRsa(key: FoundKey): key is RsaKey {
  return key.publicKey.type === 'rsa';
}

/** RFC 8301 §3.2 has receivers refuse keys below 1024 bits; a modulus of zero is no key at all. */
function isBreakable({ publicKey: { bits } }: RsaKey): boolean {
  return bits > 0 && bits < 1024;
}

function describeWeakKey(key: RsaKey): string {
  return key.publicKey.weakness === null ? describeKey(key) : `${describeKey(key)}, ${key.publicKey.weakness}`;
}

function rsaParticulars([worst]: readonly RsaKey[]): Particulars {
  if (!worst) return {};
  const { selector, publicKey: { bits, weakness } } = worst;
  if (isBreakable(worst)) return { severity: 'critical', title: `The DKIM key at selector ${selector} has only ${bits} bits and can be broken` };
  if (weakness !== null) return { severity: 'high', title: `The DKIM key at selector ${selector} cannot be used: ${weakness}` };
  return { title: `The DKIM key at selector ${selector} has ${bits} bits; 2048 are recommended` };
}

function describeKey({ name, keyType, publicKey }: FoundKey): string {
  return `${name}: ${publicKey.type === 'rsa' ? `${publicKey.bits}-bit RSA key` : `${clip(keyType)} key`}`;
}

function isKnownType({ keyType }: FoundKey): boolean {
  return keyType === 'rsa' || keyType === 'ed25519';
}

/** The repaired record where the domain's own zone holds it: behind a CNAME it is the provider's to fix. */
function pasteable(key: FoundKey | undefined, repair: (key: FoundKey) => string | null): NonNullable<Particulars['fix']> {
  const value = key && key.via === null && key.selector !== '*' ? repair(key) : null;
  return value === null ? {} : { record: { name: key!.name, type: 'TXT', value } };
}

function without(key: FoundKey, name: string): string | null {
  return key.faults.length === 0 ? formatTags(key.tags.filter(tag => tag.name !== name)) : null;
}

function withoutTestFlag(key: FoundKey): string | null {
  const rest = key.flags.filter(flag => flag !== 'y').join(':');
  if (rest === '') return without(key, 't');
  const change = (tag: Tag): Tag => (tag.name === 't' ? { name: 't', value: rest } : tag);
  return key.faults.length === 0 ? formatTags(key.tags.map(change)) : null;
}

/** The first failure among `selectors`, so that all findings that it may hide give the same cause; null where none failed. */
function describeFirstFailure(selectors: readonly SelectorFacts[]): string | null {
  for (const { name, lookup } of selectors) if (lookup.outcome === 'failed') return describeFailure('TXT', name, lookup);
  return null;
}
