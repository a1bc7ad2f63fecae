import { registrableDomain } from '../../core/domain-name.ts';
import type { Failure, Look } from '../../core/lookup.ts';
import { found } from '../looks.ts';
import { isDmarc, parseDmarc, type DmarcPolicy, type DmarcRecord } from './parse.ts';

/** The TXT records of `_dmarc.<name>` for one step of the tree walk. */
export interface WalkStep {
  name: string;
  look: Look<readonly string[]>;
}

/** The policies in force: for the domain, for its subdomains that exist, and for names that do not. */
export interface EffectivePolicy {
  domain: DmarcPolicy;
  subdomain: DmarcPolicy;
  nonexistent: DmarcPolicy;
}

/** Which record governs a domain, by one way of finding out. */
export interface Discovery {
  organizationalDomain: string;
  /** The name, without `_dmarc.`, whose record governs the domain. */
  foundAt: string | null;
  record: DmarcRecord | null;
  policy: EffectivePolicy | null;
}

const MAX_WALKED_LABELS = 7;

/** The names of the tree walk, from the domain to its top-level domain, at most eight (RFC 9989 §4.10). */
export function walkNames(domain: string): string[] {
  const labels = domain.split('.');
  const parents = labels.slice(1).map((_, i) => labels.slice(i + 1).join('.'));
  return [domain, ...parents.slice(-MAX_WALKED_LABELS)];
}

/** The tree walk of RFC 9989 §4.10 over names that were looked at. */
export function discoverByWalk(domain: string, steps: readonly WalkStep[]): Discovery {
  const found: { name: string; record: DmarcRecord }[] = [];
  for (const { name, look } of steps) {
    const record = recordOf(look);
    if (record) found.push({ name, record });
    if (record && record.psd !== 'u') break;
  }
  const last = found.at(-1);
  const suffix = last?.record.psd === 'y' && last.name !== domain ? last : undefined;
  const organizationalDomain = suffix ? oneLabelBelow(domain, suffix.name) : (last?.name ?? domain);
  const own = found.find(({ name }) => name === domain);
  const organizational = found.find(({ name }) => name === organizationalDomain);
  return discovery(domain, organizationalDomain, own, organizational ?? suffix);
}

/** The way of RFC 7489 §3.2, which about half of the receivers still go: the public suffix list names the organizational domain. */
export function discoverBySuffixList(domain: string, steps: readonly WalkStep[]): Discovery {
  const organizationalDomain = registrableDomain(domain) ?? domain;
  const at = (wanted: string) => {
    const step = steps.find(({ name }) => name === wanted);
    const record = step ? recordOf(step.look) : null;
    return record ? { name: wanted, record } : undefined;
  };
  return discovery(domain, organizationalDomain, at(domain), at(organizationalDomain));
}

/** The look that keeps the answer from being known, or null: a failed look matters up to the record that governs. */
export function failureOf(domain: string, steps: readonly WalkStep[]): { name: string; failure: Failure } | null {
  const found = steps.some(({ look }) => recordOf(look) !== null);
  const ownRecord = steps.some(({ name, look }) => name === domain && recordOf(look) !== null);
  if (ownRecord) return null;
  for (const { name, look } of steps) {
    const isTopLevel = !name.includes('.');
    if (look.outcome === 'failed' && !(isTopLevel && found)) return { name, failure: look };
  }
  return null;
}

/** The one policy record of an answer; none and several are the same to a receiver (RFC 9989 §4.10.1). */
function recordOf(look: Look<readonly string[]>): DmarcRecord | null {
  const records = found(look).filter(isDmarc);
  return records.length === 1 ? parseDmarc(records[0]!) : null;
}

type Found = { name: string; record: DmarcRecord } | undefined;

function discovery(domain: string, organizationalDomain: string, own: Found, organizational: Found): Discovery {
  const governing = own ?? organizational;
  if (!governing) return { organizationalDomain, foundAt: null, record: null, policy: null };
  const below = forSubdomains((organizational ?? governing).record);
  const policy = { domain: own ? (own.record.p ?? 'none') : below.subdomain, ...below };
  return { organizationalDomain, foundAt: governing.name, record: governing.record, policy };
}

function forSubdomains({ p, sp, np }: DmarcRecord): Omit<EffectivePolicy, 'domain'> {
  const subdomain = sp ?? p ?? 'none';
  return { subdomain, nonexistent: np ?? subdomain };
}

function oneLabelBelow(domain: string, suffix: string): string {
  const labels = domain.split('.');
  return labels.slice(-(suffix.split('.').length + 1)).join('.');
}
