import type { Finding, Fix } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { isLate, type WebReply } from '../../core/outside/probes.ts';
import { madeVisible } from '../blanks.ts';
import { complete } from '../complete.ts';
import { briefly, clip, MAX_SHOWN } from '../evidence.ts';
import { proven, published } from '../fixes.ts';
import { found } from '../lookups.ts';
import { isLiteral } from '../mx/index.ts';
import type { MtaStsFacts } from './collect.ts';
import { isMeantAsSts, isSts, matchesPattern, MAX_AGE_SECONDS, parseStsId, parseStsPolicy, policyHost, policyUrl, recordName, type StsPolicy } from './parse.ts';
import { repairedPolicy, repairedRecord, resemblesSts, withServers } from './repair.ts';
import { rules } from './rules.ts';

/** What the MX check knows and MTA-STS needs. */
export interface Others {
  /** Host names of the MX records, none where the domain takes no mail; null where the lookup failed. */
  mxHosts: readonly string[] | null;
}

const DAY_SECONDS = 86_400;

/** The MTA-STS records of the domain; other texts at the name are passed over (RFC 8461 §3.1). */
export function recordsOf({ txt }: Pick<MtaStsFacts, 'txt'>): string[] {
  return found(txt).filter(isSts);
}

/** The policy of a reply that a sender would accept, else null (RFC 8461 §3.3). */
export function policyOf(reply: WebReply | null): StsPolicy | null {
  return reply?.outcome === 'answered' && faultOf(reply) === null ? parseStsPolicy(reply.body) : null;
}

/** Judges record and policy file; fixes have proven themselves. */
export function analyzeMtaSts(facts: MtaStsFacts, others: Others): Finding[] {
  return proven(judge(facts, others), finding => judge(carryOutFix(facts, finding), others));
}

/** The facts once the fix of `finding` is carried out. */
export function carryOutFix({ domain, txt, host, policy }: MtaStsFacts, { fix }: Finding): MtaStsFacts {
  const served = fix?.file ? { outcome: 'answered' as const, status: 200, contentType: 'text/plain', location: null, body: fix.file.content, truncated: false } : policy;
  return { domain, host, policy: served, txt: fix?.record ? published(fix.record, recordName(domain), txt, resemblesSts) : txt };
}

function judge(facts: MtaStsFacts, others: Others): Finding[] {
  const { txt, domain } = facts;
  if (txt.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('TXT', recordName(domain), txt)));
  const records = recordsOf(facts);
  const meant = found(txt).filter(isMeantAsSts);
  if (records.length === 0) return meant.length > 0 ? judgeMeant(meant, domain) : judgeAbsence(facts, others);
  const policy = policyOf(facts.policy);
  const given = [rules.missing.pass(briefly(records)), judgeRecords(records, domain), judgeFetch(facts), rules.orphan.pass()];
  return complete(rules, [...given, ...(policy ? judgePolicy(policy, facts, others) : [])], rule => rule.notApplicable('There is no policy file to read'));
}

function judgeAbsence(facts: MtaStsFacts, { mxHosts }: Others): Finding[] {
  const { domain } = facts;
  const served = policyOf(facts.policy);
  const record = repairedRecord(domain, []);
  const text = rules.missing.fix.text.replace('<domain>', domain);
  return complete(rules, [
    mxHosts?.length === 0 ? rules.missing.notApplicable('The domain has no mail servers') : rules.missing.fail([`no record at ${record.name}`], { fix: { text, ...firstPolicy(domain, served, mxHosts ?? []) } }),
    served && served.mode !== null ? rules.orphan.fail([policyUrl(domain)], { fix: { record } }) : rules.orphan.pass(),
  ], rule => rule.notApplicable('MTA-STS is not published'));
}

/** The record, and the policy file that has to be there before it, unless one is served already; both need host names of mail servers. */
function firstPolicy(domain: string, served: StsPolicy | null, mxHosts: readonly string[]): Partial<Fix> {
  const record = repairedRecord(domain, []);
  if (served?.faults.length === 0) return { record };
  const content = withServers('version: STSv1\nmode: testing\n', mxHosts.filter(host => !isLiteral(host)));
  return content === undefined ? {} : { record, file: { url: policyUrl(domain), content } };
}

/** A record that senders pass over because it does not begin as one is not missing, but broken. */
function judgeMeant(meant: readonly string[], domain: string): Finding[] {
  const finding = rules.txt.fail(briefly(meant.map(text => `${recordName(domain)} TXT ${madeVisible(text)}`)), {
    title: 'The MTA-STS record does not begin with v=STSv1 and is ignored', fix: { record: repairedRecord(domain, meant) },
  });
  return complete(rules, [finding], rule => rule.notApplicable('Senders ignore the record'));
}

function judgeRecords(records: readonly string[], domain: string): Finding {
  const shown = briefly(records);
  const fix = { record: repairedRecord(domain, records) };
  if (records.length > 1) return rules.txt.fail(shown, { title: 'There are several MTA-STS records, so senders ignore the policy', fix });
  return parseStsId(records[0]!) === null ? rules.txt.fail(shown, { fix }) : rules.txt.pass(shown);
}

function judgeFetch({ domain, host, policy }: MtaStsFacts): Finding {
  const url = policyUrl(domain);
  if (policy === null) {
    if (host.outcome === 'failed') return rules.fetch.unknown(describeFailure('A', policyHost(domain), host));
    return rules.fetch.fail([`${policyHost(domain)} has no address`]);
  }
  if (policy.outcome === 'failed') {
    const cause = `${url}: ${policy.cause}`;
    return (policy.stage === 'tls' || policy.stage === 'http') && !isLate(policy) ? rules.fetch.fail([cause]) : rules.fetch.unknown(cause);
  }
  const fault = faultOf(policy);
  return fault === null ? rules.fetch.pass([url]) : rules.fetch.fail([`${url}: ${fault}`]);
}

function faultOf(reply: Extract<WebReply, { outcome: 'answered' }>): string | null {
  if (reply.status >= 300 && reply.status < 400) return `redirect to ${clip(reply.location ?? 'nowhere')}, which senders do not follow`;
  if (reply.status !== 200) return `status ${reply.status}`;
  if (reply.truncated) return 'larger than 64 KiB';
  const type = reply.contentType?.split(';', 1)[0]!.trim().toLowerCase() ?? 'none';
  return type === 'text/plain' ? null : `content type ${clip(type)}, must be text/plain`;
}

function judgePolicy(policy: StsPolicy, facts: MtaStsFacts, { mxHosts }: Others): Finding[] {
  const { mode, maxAgeSeconds, faults } = policy;
  const body = facts.policy?.outcome === 'answered' ? facts.policy.body : '';
  const serve = (content: string | undefined) => ({ file: content === undefined ? undefined : { url: policyUrl(facts.domain), content } });
  return [
    faults.length > 0 ? rules.policy.fail(faults.slice(0, MAX_SHOWN), { fix: serve(repairedPolicy(body)) }) : rules.policy.pass(),
    judgeMode(mode),
    judgeAge(maxAgeSeconds),
    judgeServers(policy, mxHosts, hosts => serve(withServers(body, hosts))),
  ];
}

function judgeAge(seconds: number | null): Finding {
  if (seconds === null) return rules.max_age.notApplicable('The age cannot be read');
  const evidence = [`max_age: ${seconds}`];
  if (seconds > MAX_AGE_SECONDS) return rules.max_age.fail(evidence, { title: 'The MTA-STS policy asks to be remembered for longer than a year, which is not allowed' });
  return seconds < DAY_SECONDS ? rules.max_age.fail(evidence) : rules.max_age.pass();
}

function judgeMode(mode: StsPolicy['mode']): Finding {
  if (mode === null) return rules.mode.notApplicable('The mode cannot be read');
  return mode === 'enforce' ? rules.mode.pass() : rules.mode.fail([`mode: ${mode}`]);
}

/** In mode testing senders report a server that is not named, but deliver to it (RFC 8461 §5). */
function judgeServers({ mode, mx, faults }: StsPolicy, mxHosts: Others['mxHosts'], serve: (hosts: readonly string[]) => Partial<Fix>): Finding {
  if (mode === 'none') return rules.mx.notApplicable('The policy is switched off');
  if (faults.length > 0) return rules.mx.notApplicable('Senders ignore a policy that has errors');
  if (mxHosts === null) return rules.mx.notTested('the MX records could not be looked up');
  const unmatched = mxHosts.filter(host => !mx.some(pattern => matchesPattern(host, pattern)));
  if (unmatched.length === 0) return rules.mx.pass();
  const evidence = [...unmatched.slice(0, MAX_SHOWN).map(host => `${host} is not matched`), `policy: ${clip(mx.join(', '))}`];
  const severity = mode === 'testing' ? 'medium' : 'high';
  // A policy names hosts: no line of it can match an address.
  if (unmatched.some(isLiteral)) {
    return rules.mx.fail(evidence, { severity, fix: { text: 'Let the MX record name a host instead of an address, name that host in an mx line of the policy, then change the id of the record.' } });
  }
  return rules.mx.fail(evidence, { severity, fix: serve(unmatched) });
}
