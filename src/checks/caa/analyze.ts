import type { Finding } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { describeFailure, type Failure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import type { CaaFacts, CaaRecord } from './collect.ts';
import { judgeAccounts, judgeIssuer, type WebsiteCertificate } from './issuer-findings.ts';
import { isReportUrl, isSatisfiable, parseIssue } from './parse.ts';
import { rules } from './rules.ts';

/** The records in force and the name that holds them; `none` where no name on the way up has any. */
export type CaaSet =
  | { state: 'found'; at: string; records: readonly CaaRecord[] }
  | { state: 'none' }
  | { state: 'unknown'; name: string; failure: Failure };

/** Properties whose value says who may issue (RFC 8659 §4.2 and §4.3, RFC 9495, BIMI). */
const ISSUE_TAGS = new Set(['issue', 'issuewild', 'issuemail', 'issuevmc']);
const KNOWN_TAGS = new Set([...ISSUE_TAGS, 'iodef', 'contactemail', 'contactphone']);
const CRITICAL = 0x80;

/** The nearest set that is not empty (RFC 8659 §3); unknown where a failed lookup could hide a nearer one. */
export function setInForce({ levels }: CaaFacts): CaaSet {
  const decisive = levels.find(({ lookup }) => lookup.outcome !== 'absent');
  if (!decisive || decisive.lookup.outcome === 'absent') return { state: 'none' };
  const { name, lookup } = decisive;
  return lookup.outcome === 'failed' ? { state: 'unknown', name, failure: lookup } : { state: 'found', at: name, records: lookup.value };
}

/** What other checks know and CAA needs. */
export interface Others {
  certificate: WebsiteCertificate;
  /** Whether a mark certificate is in use (BIMI). */
  usesMarkCertificate: boolean;
}

/** Judges the CAA set in force for the domain. */
export function analyzeCaa(facts: CaaFacts, others: Others): Finding[] {
  const set = setInForce(facts);
  if (set.state === 'unknown') return complete(rules, [], rule => rule.unknown(describeFailure('CAA', set.name, set.failure)));
  if (set.state === 'none') {
    return complete(rules, [rules.missing.fail([`no CAA record from ${facts.domain} up to its top-level domain`])], rule => rule.notApplicable('There are no CAA records'));
  }
  const unreadable = set.records.filter(record => !isReadable(record));
  const forbidding = set.records.filter(({ flags, tag }) => (flags & CRITICAL) !== 0 && !KNOWN_TAGS.has(tag.toLowerCase()));
  const shown = show(set.records);
  const has = (property: string) => set.records.some(({ tag }) => tag.toLowerCase() === property);
  const given = (rule: BoundRule, property: string) => (has(property) ? rule.pass() : rule.fail(shown));
  return [
    rules.missing.pass([`in force at ${set.at}`]),
    unreadable.length > 0 ? rules.syntax.fail(show(unreadable)) : rules.syntax.pass(),
    forbidding.length > 0 ? rules.critical.fail(show(forbidding)) : rules.critical.pass(),
    has('issue') ? rules.issue.pass(shown) : rules.issue.fail(shown),
    judgeIssuer(facts.domain, set.records, others.certificate),
    given(rules.issuewild, 'issuewild'),
    given(rules.iodef, 'iodef'),
    given(rules.issuemail, 'issuemail'),
    others.usesMarkCertificate ? given(rules.issuevmc, 'issuevmc') : rules.issuevmc.notApplicable('No mark certificate is in use'),
    judgeAccounts(set.records),
  ];
}

function isReadable({ tag, value }: CaaRecord): boolean {
  const name = tag.toLowerCase();
  if (!/^[a-z0-9]+$/.test(name)) return false;
  if (ISSUE_TAGS.has(name)) return isSatisfiable(parseIssue(value));
  return name !== 'iodef' || isReportUrl(value);
}

function show(records: readonly CaaRecord[]): string[] {
  return records.slice(0, MAX_SHOWN).map(({ flags, tag, value }) => `${flags} ${tag} "${clip(value)}"`);
}
