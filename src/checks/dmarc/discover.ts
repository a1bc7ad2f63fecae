import { registrableDomain } from '../../core/domain-name.ts';
import type { Failure, Lookup } from '../../core/lookup.ts';
import { found } from '../lookups.ts';
import { isDmarc, parseDmarc, type DmarcRecord } from './parse.ts';
import { policiesIn, type EffectivePolicy, type Standard } from './policies.ts';

/** The TXT records of `_dmarc.<name>` for one step of the tree walk. */
export interface WalkStep {
  name: string;
  lookup: Lookup<readonly string[]>;
}

/** A lookup that failed, and the name that was asked. */
export type FailedLookup = Failure & { name: string };

/** A record and the name, without `_dmarc.`, that holds it. */
export interface Published {
  name: string;
  record: DmarcRecord;
}

/** Which record governs a domain, to receivers by one standard. */
export interface Discovery {
  standard: Standard;
  organizationalDomain: string;
  /** The name, without `_dmarc.`, whose record governs the domain. */
  foundAt: string | null;
  record: DmarcRecord | null;
  /** The record that governs the subdomains: that of the organizational domain where it has one. */
  below: Published | null;
  /** Null where there is no record, or one by which receivers apply no DMARC. */
  policy: EffectivePolicy | null;
}

const MAX_WALKED_LABELS = 7;

/** The names of the tree walk, from the domain to its top-level domain, at most eight (RFC 9989 §4.10). */
export function walkNames(domain: string): string[] {
  const labels = domain.split('.');
  const parents = labels.slice(1).map((_, i) => labels.slice(i + 1).join('.'));
  return [domain, ...parents.slice(-MAX_WALKED_LABELS)];
}

/** The tree walk of RFC 9989 §4.10 over names that were looked up. */
export function discoverByWalk(domain: string, steps: readonly WalkStep[]): Discovery {
  const found = walked(steps).flatMap(({ name, lookup }) => {
    const record = recordOf(lookup);
    return record ? [{ name, record }] : [];
  });
  const last = found.at(-1);
  const suffix = last?.record.psd === 'y' && last.name !== domain ? last : undefined;
  const organizationalDomain = suffix ? oneLabelBelow(domain, suffix.name) : (last?.name ?? domain);
  const own = found.find(({ name }) => name === domain);
  const organizational = found.find(({ name }) => name === organizationalDomain);
  return discovery('RFC 9989', organizationalDomain, own, organizational ?? suffix);
}

/** The way of RFC 7489 §3.2, which about half of the receivers still go: the public suffix list names the organizational domain. */
export function discoverBySuffixList(domain: string, steps: readonly WalkStep[]): Discovery {
  const organizationalDomain = registrableDomain(domain) ?? domain;
  const at = (wanted: string) => {
    const step = steps.find(({ name }) => name === wanted);
    const record = step ? recordOf(step.lookup) : null;
    return record ? { name: wanted, record } : undefined;
  };
  return discovery('RFC 7489', organizationalDomain, at(domain), at(organizationalDomain));
}

/** The lookup that keeps the organizational domain from being known, or null; once a record was found, that of a top-level domain does not count. */
export function failureOfWalk(steps: readonly WalkStep[]): FailedLookup | null {
  const read = walked(steps);
  return read.some(({ lookup }) => recordOf(lookup) !== null) ? failureBelowTop(read) : firstFailure(read);
}

/** The first failed lookup of a name of more than one label, or null. */
export function failureBelowTop(steps: readonly WalkStep[]): FailedLookup | null {
  return firstFailure(steps.filter(({ name }) => name.includes('.')));
}

function firstFailure(steps: readonly WalkStep[]): FailedLookup | null {
  for (const { name, lookup } of steps) if (lookup.outcome === 'failed') return { ...lookup, name: `_dmarc.${name}` };
  return null;
}

/** The steps up to the record that ends the walk by its psd tag. */
function walked(steps: readonly WalkStep[]): readonly WalkStep[] {
  const end = steps.findIndex(({ lookup }) => (recordOf(lookup)?.psd ?? 'u') !== 'u');
  return end < 0 ? steps : steps.slice(0, end + 1);
}

/** The one policy record of an answer; none and several are the same to a receiver (RFC 9989 §4.10.1). */
function recordOf(lookup: Lookup<readonly string[]>): DmarcRecord | null {
  const records = found(lookup).filter(isDmarc);
  return records.length === 1 ? parseDmarc(records[0]!) : null;
}

function discovery(standard: Standard, organizationalDomain: string, own: Published | undefined, organizational: Published | undefined): Discovery {
  const governing = own ?? organizational;
  if (!governing) return { standard, organizationalDomain, foundAt: null, record: null, below: null, policy: null };
  const below = organizational ?? governing;
  return { standard, organizationalDomain, foundAt: governing.name, record: governing.record, below, policy: policyOf(standard, own, below) };
}

/** Subdomains have the record of the organizational domain, which need not be the one that governs the domain. */
function policyOf(standard: Standard, own: Published | undefined, below: Published): EffectivePolicy | null {
  const forBelow = policiesIn(below.record, standard);
  if (!own) return forBelow && { ...forBelow, domain: forBelow.subdomain };
  const forOwn = policiesIn(own.record, standard);
  return forOwn && { domain: forOwn.domain, subdomain: forBelow?.subdomain ?? 'none', nonexistent: forBelow?.nonexistent ?? 'none' };
}

function oneLabelBelow(domain: string, suffix: string): string {
  const labels = domain.split('.');
  return labels.slice(-(suffix.split('.').length + 1)).join('.');
}
