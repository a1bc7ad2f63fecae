import type { DmarcFacts } from './collect.ts';
import { discoverBySuffixList, discoverByWalk, type Discovery } from './discover.ts';
import type { DmarcPolicy, DmarcRecord } from './parse.ts';
import { addressed, isMisordered, percentIn, weaker, type EffectivePolicy, type Standard } from './policies.ts';

/** What receivers of one standard do with mail of the domain that fails. */
export interface ReceiverView {
  standard: Standard;
  organizationalDomain: string;
  /** The name that holds the record in force, `_dmarc.` included. */
  foundAt: string | null;
  /** The policies that they read; null where they apply no DMARC. */
  policy: EffectivePolicy | null;
  /** Those that they act by: the next weaker ones where the record is in test mode and they know that. */
  applied: EffectivePolicy | null;
  /** The part of failing mail that they act on so; the rest gets the next weaker policy. */
  percent: number;
  /** Tags that they read in a way of their own, as sentences. */
  notes: string[];
}

/** Both columns: receivers that follow RFC 9989, and those that follow RFC 7489. */
export function receiversOf({ domain, walk }: Pick<DmarcFacts, 'domain' | 'walk'>): [newer: ReceiverView, older: ReceiverView] {
  return [viewOf(discoverByWalk(domain, walk)), viewOf(discoverBySuffixList(domain, walk))];
}

function viewOf({ standard, organizationalDomain, foundAt, record, below, policy }: Discovery): ReceiverView {
  const found = { standard, organizationalDomain, foundAt: foundAt && `_dmarc.${foundAt}`, policy };
  if (!record) return { ...found, applied: null, percent: 100, notes: [] };
  const notes = notesOn(record, standard);
  if (!policy) return { ...found, applied: null, percent: 100, notes };
  const testing = standard === 'RFC 9989' ? { domain: record.testing, below: below?.record.testing === true } : { domain: false, below: false };
  const acted = (asked: DmarcPolicy, isTest: boolean) => (isTest ? weaker(asked) : asked);
  const applied = {
    domain: acted(policy.domain, testing.domain), subdomain: acted(policy.subdomain, testing.below), nonexistent: acted(policy.nonexistent, testing.below),
  };
  const asks = addressed.some(part => policy[part] !== 'none');
  return { ...found, applied, percent: standard === 'RFC 7489' && asks ? percentIn(record) : 100, notes };
}

function notesOn(record: DmarcRecord, standard: Standard): string[] {
  const percent = percentIn(record);
  return standard === 'RFC 9989'
    ? [
      ...(record.testing ? ['t=y: the next weaker policy is applied'] : []),
      ...(record.tags['pct'] === undefined ? [] : ['pct is not read: the policy applies to all mail']),
    ]
    : [
      ...(isMisordered(record) ? ['p does not follow v: the record is not read'] : []),
      ...(record.testing ? ['t is not read: the policy applies in full'] : []),
      ...(record.tags['np'] === undefined ? [] : ['np is not read: names that do not exist have the policy of subdomains']),
      ...(record.psd === 'u' ? [] : ['psd is not read: the public suffix list decides']),
      ...(percent < 100 ? [`pct=${percent}: ${percent} % of failing mail, the rest gets the next weaker policy`] : []),
    ];
}

/** One column as a line of evidence. */
export function describeView({ standard, organizationalDomain, foundAt, applied, notes }: ReceiverView): string {
  const policy = applied && `domain ${applied.domain}, subdomains ${applied.subdomain}, names that do not exist ${applied.nonexistent}`;
  const record = foundAt === null ? 'no record' : `record at ${foundAt}, ${policy ?? 'no DMARC is applied'}`;
  return [`${standard}: ${record}; organizational domain ${organizationalDomain}`, ...notes].join('; ');
}
