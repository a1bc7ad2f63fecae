import type { Finding } from '../../core/finding.ts';
import type { WalkStep } from './discover.ts';

/** A name that holds a DMARC record or should hold one. */
export interface Place {
  at: string;
  /** The name that `at` is an alias of, by one CNAME or several; null where it is none. */
  alias: string | null;
}

/** The place of one step of the tree walk. */
export function placeOf({ name, look }: WalkStep): Place {
  return { at: `_dmarc.${name}`, alias: look.outcome === 'failed' ? null : (look.via.at(-1) ?? null) };
}

/** `finding` with a fix that can be followed at `place`: beside a CNAME no other record can stand (RFC 1034 §3.6.2). */
export function heedAlias(finding: Finding, { at, alias }: Place): Finding {
  if (alias === null || finding.fix?.kind !== 'dnsRecord') return finding;
  const { kind, text } = finding.fix;
  return { ...finding, fix: { kind, text: `${text} ${at} is an alias of ${alias}, so the change belongs there.` } };
}
