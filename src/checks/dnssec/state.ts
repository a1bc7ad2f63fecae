import { isWithin, registeredDomain } from '../../core/domain-name.ts';
import { describeFailure, type SecurityReason, type ZoneLink } from '../../core/lookup.ts';
import { found } from '../lookups.ts';
import type { DnssecFacts } from './collect.ts';

/** What can be said of the domain's DNSSEC at all. */
export type DnssecState =
  | { kind: 'notValidated' }
  | { kind: 'unknown'; cause: string }
  /** A zone above that is not the domain's own is not signed. */
  | { kind: 'above'; zone: string }
  /** A zone above that is the domain's own does not prove whether there is a DS. */
  | { kind: 'unproven'; reason: SecurityReason }
  | { kind: 'unsigned'; link: ZoneLink }
  | { kind: 'island'; link: ZoneLink }
  /** There are DS records; whether all is well with them is another matter. */
  | { kind: 'signed'; link: ZoneLink };

/** Nothing that went wrong above the registered name is held against the domain. */
export function dnssecStateOf({ domain, chain, keys }: DnssecFacts): DnssecState {
  const link = chain.at(-1);
  const isOwn = (of: ZoneLink | undefined) => of !== undefined && isWithin(of.zone, registeredDomain(domain) ?? domain);
  if (!link) return { kind: 'notValidated' };
  const { zone, status, reason, ds } = link;
  if (status === 'indeterminate') return { kind: 'unknown', cause: causeOf(reason, zone) };
  if (!isOwn(link)) {
    if (status === 'insecure') return { kind: 'above', zone };
    return { kind: 'unknown', cause: status === 'bogus' ? causeOf(reason, zone) : `no zone was found that holds ${domain}` };
  }
  if (ds.length > 0) return { kind: 'signed', link };
  if (status === 'bogus' && reason) return isOwn(chain.at(-2)) ? { kind: 'unproven', reason } : { kind: 'unknown', cause: causeOf(reason, zone) };
  if (keys?.outcome === 'failed') return { kind: 'unknown', cause: describeFailure('DNSKEY', zone, keys) };
  return { kind: keys && found(keys).length > 0 ? 'island' : 'unsigned', link };
}

/** The name of a zone for people. */
export function shownZone(zone: string): string {
  return zone === '' ? 'the root' : zone;
}

function causeOf(reason: SecurityReason | null, zone: string): string {
  return reason?.detail ?? `${shownZone(zone)} could not be judged`;
}
