import type { Finding } from '../../core/finding.ts';
import type { WalkStep } from './discover.ts';

/** A name that holds a DMARC record or should hold one. */
export interface RecordLocation {
  at: string;
  /** The name that `at` is an alias of, by one CNAME or several; null where it is none. */
  alias: string | null;
}

/** The location of one step of the tree walk. */
export function locationOf({ name, lookup }: WalkStep): RecordLocation {
  return { at: `_dmarc.${name}`, alias: lookup.outcome === 'failed' ? null : (lookup.via.at(-1) ?? null) };
}

/** `finding` with a fix that can be followed at `at`: next to a CNAME no other record can exist (RFC 1034 §3.6.2). */
export function heedAlias(finding: Finding, { at, alias }: RecordLocation): Finding {
  if (alias === null || finding.fix?.kind !== 'dnsRecord') return finding;
  const { kind, text } = finding.fix;
  return { ...finding, fix: { kind, text: `${text} ${at} is an alias of ${alias}, so the change belongs there.` } };
}
