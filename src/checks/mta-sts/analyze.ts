import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { WebReply } from '../../core/outside/probes.ts';
import { complete } from '../complete.ts';
import { briefly, clip, MAX_SHOWN } from '../evidence.ts';
import { found } from '../lookups.ts';
import type { MtaStsFacts } from './collect.ts';
import { isSts, matchesPattern, MAX_AGE_SECONDS, parseStsId, parseStsPolicy, policyHost, policyUrl, recordName, type StsPolicy } from './parse.ts';
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

/** Judges record and policy file. */
export function analyzeMtaSts(facts: MtaStsFacts, others: Others): Finding[] {
  const { txt, domain } = facts;
  if (txt.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('TXT', recordName(domain), txt)));
  const records = recordsOf(facts);
  if (records.length === 0) return judgeAbsence(facts, others);
  const policy = policyOf(facts.policy);
  const given = [rules.missing.pass(briefly(records)), judgeRecords(records, domain), judgeFetch(facts), rules.orphan.pass()];
  return complete(rules, [...given, ...(policy ? judgePolicy(policy, others) : [])], rule => rule.notApplicable('There is no policy file to read'));
}

function judgeAbsence(facts: MtaStsFacts, { mxHosts }: Others): Finding[] {
  const { domain } = facts;
  const served = policyOf(facts.policy);
  const record = recordToPaste(domain);
  const text = rules.missing.fix.text.replace('<domain>', domain);
  return complete(rules, [
    mxHosts?.length === 0 ? rules.missing.notApplicable('The domain has no mail servers') : rules.missing.fail([`no record at ${record.name}`], { fix: { text, record } }),
    served && served.mode !== null ? rules.orphan.fail([policyUrl(domain)], { fix: { record } }) : rules.orphan.pass(),
  ], rule => rule.notApplicable('MTA-STS is not published'));
}

function judgeRecords(records: readonly string[], domain: string): Finding {
  const shown = briefly(records);
  if (records.length > 1) return rules.txt.fail(shown, { title: 'There are several MTA-STS records, so senders ignore the policy' });
  return parseStsId(records[0]!) === null ? rules.txt.fail(shown, { fix: { record: recordToPaste(domain) } }) : rules.txt.pass(shown);
}

function recordToPaste(domain: string): { name: string; type: string; value: string } {
  return { name: recordName(domain), type: 'TXT', value: 'v=STSv1; id=1' };
}

function judgeFetch({ domain, host, policy }: MtaStsFacts): Finding {
  const url = policyUrl(domain);
  if (policy === null) {
    if (host.outcome === 'failed') return rules.fetch.unknown(describeFailure('A', policyHost(domain), host));
    return rules.fetch.fail([`${policyHost(domain)} has no address`]);
  }
  if (policy.outcome === 'failed') {
    const cause = `${url}: ${policy.cause}`;
    return policy.stage === 'tls' || policy.stage === 'http' ? rules.fetch.fail([cause]) : rules.fetch.unknown(cause);
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

function judgePolicy(policy: StsPolicy, { mxHosts }: Others): Finding[] {
  const { mode, maxAgeSeconds, faults } = policy;
  return [
    faults.length > 0 ? rules.policy.fail(faults.slice(0, MAX_SHOWN)) : rules.policy.pass(),
    judgeMode(mode),
    judgeAge(maxAgeSeconds),
    judgeServers(policy, mxHosts),
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
function judgeServers({ mode, mx, faults }: StsPolicy, mxHosts: Others['mxHosts']): Finding {
  if (mode === 'none') return rules.mx.notApplicable('The policy is switched off');
  if (faults.length > 0) return rules.mx.notApplicable('Senders ignore a policy that has errors');
  if (mxHosts === null) return rules.mx.unknown('the MX records could not be looked up', { severity: 'info' });
  const unmatched = mxHosts.filter(host => !mx.some(pattern => matchesPattern(host, pattern)));
  if (unmatched.length === 0) return rules.mx.pass();
  const evidence = [...unmatched.slice(0, MAX_SHOWN).map(host => `${host} is not matched`), `policy: ${clip(mx.join(', '))}`];
  return rules.mx.fail(evidence, mode === 'testing' ? { severity: 'medium' } : {});
}
