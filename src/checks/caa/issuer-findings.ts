import type { Finding } from '../../core/finding.ts';
import { clip } from '../evidence.ts';
import { authorities, type AuthorityNames } from './authorities.ts';
import type { CaaRecord } from './collect.ts';
import { parseIssue, type IssueValue } from './parse.ts';
import { rules } from './rules.ts';

/** What the website shows; `none` where it has no certificate to judge by, and why. */
export type WebsiteCertificate =
  | { state: 'seen'; host: string; issuer: string; names: readonly string[] }
  | { state: 'none'; reason: string }
  | { state: 'unknown'; cause: string };

/** Judges the certificate in use by the records in force for `domain` (RFC 8659 §4): what it may not have been issued by, it cannot be renewed by. */
export function judgeIssuer(domain: string, records: readonly CaaRecord[], certificate: WebsiteCertificate): Finding {
  if (certificate.state === 'unknown') return rules.mismatch.unknown(certificate.cause, { severity: 'info' });
  if (certificate.state === 'none') return rules.mismatch.notApplicable(certificate.reason);
  const authority = authorityOf(certificate.issuer);
  if (!authority) return rules.mismatch.notApplicable('The authority that issued the certificate of the website is not among those whose names in CAA are known');
  const allowed = issuersFor(domain, records, certificate.names);
  const evidence = [clip(`the certificate of ${certificate.host} was issued by ${certificate.issuer}`), `which CAA names ${authority.caa.join(' or ')}`];
  return allowed === null || allowed.some(({ issuer }) => authority.caa.includes(issuer)) ? rules.mismatch.pass(evidence) : rules.mismatch.fail(evidence);
}

/** Those who may issue for the name in the certificate; null where nothing limits it. Of a wildcard `issuewild` decides where there is any (§4.3). */
function issuersFor(domain: string, records: readonly CaaRecord[], names: readonly string[]): IssueValue[] | null {
  const wild = issuersOf(records, 'issuewild');
  const plain = issuersOf(records, 'issue');
  return names.includes(domain) ? plain : wild ?? plain;
}

/** The readable values of a property, those for nobody included; null where the property is not given. */
function issuersOf(records: readonly CaaRecord[], property: string): IssueValue[] | null {
  const given = records.filter(({ tag }) => tag.toLowerCase() === property);
  return given.length === 0 ? null : given.map(({ value }) => parseIssue(value)).filter(value => value !== null);
}

/** Whether every authority that can bind a name to one account of its own is asked to do so (RFC 8657 §3). */
export function judgeAccounts(records: readonly CaaRecord[]): Finding {
  const able = (issuersOf(records, 'issue') ?? []).filter(({ issuer }) => authorities.some(({ caa, bindsAccounts }) => bindsAccounts && caa.includes(issuer)));
  if (able.length === 0) return rules.account.notApplicable('No authority is named that is known to heed accounts');
  const open = able.filter(({ parameters }) => !parameters.some(({ name }) => name === 'accounturi'));
  return open.length > 0 ? rules.account.fail(open.map(({ issuer }) => issuer)) : rules.account.pass(able.map(({ issuer }) => issuer));
}

/** The authority by the organisation in the issuer's name, or its common name where it has none. */
export function authorityOf(issuer: string): AuthorityNames | undefined {
  const attribute = (key: string) => new RegExp(`(?:^|, )${key}=(.*?)(?=, [A-Za-z]{1,10}=|$)`).exec(issuer)?.[1];
  const name = (attribute('O') ?? attribute('CN') ?? '').toLowerCase();
  return authorities.find(({ organizations }) => organizations.some(organization => name.startsWith(organization)));
}
