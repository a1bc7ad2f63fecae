import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { madeVisible } from '../blanks.ts';
import { complete } from '../complete.ts';
import { briefly } from '../evidence.ts';
import { proven, published, type FixRecord } from '../fixes.ts';
import { found } from '../lookups.ts';
import type { TlsRptFacts } from './collect.ts';
import { isMeantAsTlsRpt, isTlsRpt, isUsable, parseTlsRpt, recordName } from './parse.ts';
import { repairedTlsRpt, resemblesTlsRpt } from './repair.ts';
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

/** Judges the TLS reporting record; fixes have proven themselves. */
export function analyzeTlsRpt(facts: TlsRptFacts, others: Others): Finding[] {
  return proven(judge(facts, others), finding => judge(carryOutFix(facts, finding), others));
}

/** The facts once the fix of `finding` is carried out. */
export function carryOutFix({ domain, txt }: TlsRptFacts, { fix }: Finding): TlsRptFacts {
  return { domain, txt: fix?.record ? published(fix.record, recordName(domain), txt, resemblesTlsRpt) : txt };
}

function judge(facts: TlsRptFacts, others: Others): Finding[] {
  const { domain, txt } = facts;
  if (txt.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('TXT', recordName(domain), txt)));
  const records = recordsOf(facts);
  const shown = briefly(records);
  const meant = found(txt).filter(isMeantAsTlsRpt);
  if (records.length === 0 && meant.length > 0) return complete(rules, [judgeMeant(meant, domain)], rule => rule.notApplicable('Senders ignore the record'));
  if (records.length === 0) return complete(rules, [judgeAbsence(domain, others)], rule => rule.notApplicable('TLS reporting is not published'));
  const fix = { record: repairedTlsRpt(domain, records) };
  if (records.length > 1) return complete(rules, [rules.multiple.fail(shown, { fix })], rule => rule.notApplicable('Several records: all are ignored'));
  const { rua, faults } = parseTlsRpt(records[0]!)!;
  return [rules.missing.pass(shown), rules.multiple.pass(), faults.length > 0 ? rules.syntax.fail(faults, { fix }) : rules.syntax.pass(), judgeAddresses(rua, fix)];
}

function judgeAbsence(domain: string, { hasMx, protectsTransport }: Others): Finding {
  if (!hasMx) return rules.missing.notApplicable('The domain has no mail servers');
  const name = recordName(domain);
  return rules.missing.fail([`no record at ${name}`], {
    severity: protectsTransport ? 'medium' : 'low',
    fix: { record: repairedTlsRpt(domain, []) },
  });
}

/** A record that senders pass over because it does not begin as one is not missing, but broken. */
function judgeMeant(meant: readonly string[], domain: string): Finding {
  return rules.syntax.fail(briefly(meant.map(text => `${recordName(domain)} TXT ${madeVisible(text)}`)), {
    title: 'The TLS reporting record does not begin with v=TLSRPTv1 and is ignored', fix: { record: repairedTlsRpt(domain, meant) },
  });
}

function judgeAddresses(rua: readonly string[], fix: { record: FixRecord | undefined }): Finding {
  if (rua.length === 0) return rules.rua.fail(['no rua field'], { title: 'The TLS reporting record names no address', fix });
  const unusable = rua.filter(uri => !isUsable(uri));
  return unusable.length > 0 ? rules.rua.fail(briefly(unusable), { fix }) : rules.rua.pass(briefly(rua));
}
