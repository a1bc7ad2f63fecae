import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { briefly } from '../evidence.ts';
import { found } from '../lookups.ts';
import type { TlsRptFacts } from './collect.ts';
import { isTlsRpt, isUsable, parseTlsRpt, recordName } from './parse.ts';
import { rules } from './rules.ts';

/** What other checks know and TLS reporting needs. */
export interface Others {
  /** The domain names mail servers, or may do so: the lookup failed. */
  hasMx: boolean;
  /** The domain publishes an MTA-STS policy or TLSA records, whose failures the reports would show. */
  protectsTransport: boolean;
}

/** The TLS reporting records of the domain; other texts at the name are passed over (RFC 8460 §3). */
export function recordsOf({ txt }: Pick<TlsRptFacts, 'txt'>): string[] {
  return found(txt).filter(isTlsRpt);
}

/** Judges the TLS reporting record. */
export function analyzeTlsRpt(facts: TlsRptFacts, others: Others): Finding[] {
  const { domain, txt } = facts;
  if (txt.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('TXT', recordName(domain), txt)));
  const records = recordsOf(facts);
  const shown = briefly(records);
  if (records.length === 0) return complete(rules, [judgeAbsence(domain, others)], rule => rule.notApplicable('TLS reporting is not published'));
  if (records.length > 1) return complete(rules, [rules.multiple.fail(shown)], rule => rule.notApplicable('Several records: all are ignored'));
  const { rua, faults } = parseTlsRpt(records[0]!)!;
  return [rules.missing.pass(shown), rules.multiple.pass(), faults.length > 0 ? rules.syntax.fail(faults) : rules.syntax.pass(), judgeAddresses(rua)];
}

function judgeAbsence(domain: string, { hasMx, protectsTransport }: Others): Finding {
  if (!hasMx) return rules.missing.notApplicable('The domain has no mail servers');
  const name = recordName(domain);
  return rules.missing.fail([`no record at ${name}`], {
    severity: protectsTransport ? 'medium' : 'low',
    fix: { record: { name, type: 'TXT', value: `v=TLSRPTv1; rua=mailto:tls-reports@${domain}` } },
  });
}

function judgeAddresses(rua: readonly string[]): Finding {
  if (rua.length === 0) return rules.rua.fail(['no rua field'], { title: 'The TLS reporting record names no address' });
  const unusable = rua.filter(uri => !isUsable(uri));
  return unusable.length > 0 ? rules.rua.fail(briefly(unusable)) : rules.rua.pass(briefly(rua));
}
