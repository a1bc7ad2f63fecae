import type { Finding } from '../../core/finding.ts';
import { describeFailure, type Failure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { briefly, clip } from '../evidence.ts';
import type { BimiFacts } from './facts.ts';
import { judgeFiles } from './file-findings.ts';
import { isHttpsUrl, isSvgUrl, type BimiRecord } from './parse.ts';
import { publishedRecords } from './published.ts';
import { rules } from './rules.ts';

type Policy = 'none' | 'quarantine' | 'reject';

/** The DMARC policy that holds for the domain; null where there is none, with `failed` where that could not be determined. */
export interface DmarcView {
  policy: { domain: Policy; subdomain: Policy } | null;
  failed: (Failure & { name: string }) | null;
}

/** Judges the record, and the logo and the certificate that it names. */
export function analyzeBimi(facts: BimiFacts, dmarc: DmarcView): Finding[] {
  const published = publishedRecords(facts.candidates);
  if (published.state === 'unknown') {
    return complete(rules, [], rule => rule.unknown(describeFailure('TXT', published.name, published.failure)));
  }
  if (published.state === 'none') {
    const asked = facts.candidates.map(({ name }) => name).join(' or ');
    return complete(rules, [rules.missing.fail([`no record at ${asked}`])], rule => rule.notApplicable('There is no BIMI record'));
  }
  const { name, records } = published;
  const broken = records.filter(({ faults }) => faults.length > 0);
  return [
    rules.missing.pass([`${name}: ${clip(records[0]!.text)}`]),
    broken.length > 0 ? rules.syntax.fail(broken.map(({ faults, text }) => `${faults.join('; ')}: ${clip(text)}`)) : rules.syntax.pass(),
    records.length > 1 ? rules.multiple.fail(briefly(records.map(({ text }) => text))) : rules.multiple.pass(),
    ...judgeRecord(records[0]!, dmarc),
    ...judgeFiles(facts, name.slice('default._bimi.'.length)),
  ];
}

function judgeRecord(record: BimiRecord, dmarc: DmarcView): Finding[] {
  const { location, authority, declined } = record;
  const none = [rules.l, rules.a, rules.dmarc, rules.novmc].map(rule => rule.notApplicable('The record says that no logo is to be shown'));
  if (declined) return [rules.declined.fail([clip(record.text)]), ...none];
  return [
    rules.declined.pass(),
    judgeLocation(location),
    authority === null || isHttpsUrl(authority) ? rules.a.pass() : rules.a.fail([`a=${clip(authority)}`]),
    judgePolicy(dmarc),
    authority === null ? rules.novmc.fail([clip(record.text)]) : rules.novmc.pass([`a=${clip(authority)}`]),
  ];
}

function judgeLocation(location: string | null): Finding {
  if (location === null) return rules.l.notApplicable('The record has no l= tag');
  return isSvgUrl(location) ? rules.l.pass([`l=${clip(location)}`]) : rules.l.fail([`l=${clip(location)}`]);
}

function judgePolicy({ policy, failed }: DmarcView): Finding {
  if (policy === null) return failed ? rules.dmarc.unknown(describeFailure('TXT', failed.name, failed)) : rules.dmarc.fail(['there is no valid DMARC policy']);
  const evidence = [`policy ${policy.domain}, for subdomains ${policy.subdomain}`];
  return policy.domain === 'none' || policy.subdomain === 'none' ? rules.dmarc.fail(evidence) : rules.dmarc.pass(evidence);
}
