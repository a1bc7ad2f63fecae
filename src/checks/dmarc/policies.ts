import { policies, type DmarcPolicy, type DmarcRecord } from './parse.ts';

/** What a receiver goes by: RFC 9989 of 2026, or RFC 7489, which it replaced and many receivers still follow. */
const standards = ['RFC 9989', 'RFC 7489'] as const;
export type Standard = (typeof standards)[number];

/** The policies in force: for the domain, for its subdomains that exist, and for names that do not. */
export interface EffectivePolicy {
  domain: DmarcPolicy;
  subdomain: DmarcPolicy;
  nonexistent: DmarcPolicy;
}

/** The names of the three parts of a policy. */
export const addressed = ['domain', 'subdomain', 'nonexistent'] as const satisfies readonly (keyof EffectivePolicy)[];

const NONE: EffectivePolicy = { domain: 'none', subdomain: 'none', nonexistent: 'none' };

/**
 * The policies that a receiver reads in the record; null where it applies no DMARC. Without a valid p, or with an sp or np that is
 * not valid, a record counts as p=none if it names an address for reports, else not at all (RFC 9989 §4.10.1, RFC 7489 §6.6.3).
 */
export function policiesIn(record: DmarcRecord, standard: Standard): EffectivePolicy | null {
  if (standard === 'RFC 7489' && isMisordered(record)) return null;
  const { p, sp, np } = record;
  if (p === null || unreadableIn(record, standard).length > 0) return record.rua.some(({ isUri }) => isUri) ? NONE : null;
  const subdomain = sp ?? p;
  return { domain: p, subdomain, nonexistent: standard === 'RFC 9989' ? np ?? subdomain : subdomain };
}

/** The tags among p, sp and np that are given and hold no policy; RFC 7489 does not know np. */
export function unreadableIn(record: DmarcRecord, standard: Standard = 'RFC 9989'): string[] {
  const tags = standard === 'RFC 9989' ? ['p', 'sp', 'np'] as const : ['p', 'sp'] as const;
  return tags.filter(tag => Object.hasOwn(record.tags, tag) && record[tag] === null);
}

/** Whether p stands elsewhere than behind v, where RFC 7489 §6.4 wants it: receivers that hold to that do not read the record. */
export function isMisordered({ tags, p }: DmarcRecord): boolean {
  return p !== null && Object.keys(tags)[1] !== 'p';
}

/** The part of failing mail, in percent, that RFC 7489 applies the policies to; the rest gets the next weaker one (§6.6.4). A value that is none counts as 100. */
export function percentIn({ tags }: DmarcRecord): number {
  const pct = tags['pct'];
  return pct !== undefined && /^\d{1,3}$/.test(pct) ? Math.min(100, Number(pct)) : 100;
}

/** Whether the record holds its policies back: for all mail by t=y, or for a part of it by pct. */
export function isOnTrial(record: DmarcRecord): boolean {
  return record.testing || percentIn(record) < 100;
}

/** Whether no policy of the record asks for anything, so that t and pct change nothing. */
export function asksForNothing(record: DmarcRecord): boolean {
  return standards.every(standard => {
    const policy = policiesIn(record, standard);
    return policy === null || addressed.every(part => policy[part] === 'none');
  });
}

/** One step weaker; none stays none. */
export function weaker(policy: DmarcPolicy): DmarcPolicy {
  return policies[Math.max(0, policies.indexOf(policy) - 1)]!;
}

/** The weakest of some policies. */
export function weakest(given: readonly DmarcPolicy[]): DmarcPolicy {
  return policies.find(policy => given.includes(policy)) ?? 'none';
}

export function isWeaker(a: DmarcPolicy, b: DmarcPolicy): boolean {
  return policies.indexOf(a) < policies.indexOf(b);
}
