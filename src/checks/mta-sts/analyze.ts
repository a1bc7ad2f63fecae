import type { BoundRule, Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { WebReply } from '../../core/outside.ts';
import { policyUrl, type MtaStsFacts } from './collect.ts';
import { isSts, matchesPattern, parseStsId, parseStsPolicy, type StsPolicy } from './parse.ts';
import { rules } from './rules.ts';

export { rules } from './rules.ts';

export interface Others {
  /** Host names of the MX records; null where the look failed, empty where there are none. */
  mxHosts: readonly string[] | null;
  nullMx: boolean;
}

const DAY_SECONDS = 86_400;

/** Judges record and policy file; every rule gives exactly one finding. */
export function analyzeMtaSts(facts: MtaStsFacts, others: Others): Finding[] {
  const { txt, domain } = facts;
  if (txt.outcome === 'failed') {
    const cause = describeFailure('TXT', `_mta-sts.${domain}`, txt);
    return all(rule => rule.unknown(cause));
  }
  const records = txt.outcome === 'found' ? txt.value.filter(isSts) : [];
  if (records.length === 0) return judgeAbsence(facts, others);
  const policy = policyOf(facts.policy);
  return [
    rules.missing.pass(records),
    judgeRecords(records, domain),
    judgeFetch(facts),
    policy === null ? rules.policy.notApplicable('There is no policy file to read') : policy.faults.length > 0 ? rules.policy.fail(policy.faults) : rules.policy.pass(),
    ...judgePolicy(policy, others),
    rules.orphan.pass(),
  ];
}

/** The policy of a reply that a sender would accept, else null (RFC 8461 §3.3). */
export function policyOf(reply: WebReply | null): StsPolicy | null {
  return reply?.outcome === 'answered' && faultOf(reply) === null ? parseStsPolicy(reply.body) : null;
}

function all(say: (rule: BoundRule) => Finding): Finding[] {
  return Object.values<BoundRule>(rules).map(say);
}

function judgeAbsence(facts: MtaStsFacts, { nullMx, mxHosts }: Others): Finding[] {
  const orphan = policyOf(facts.policy)?.mode !== undefined && policyOf(facts.policy)!.mode !== null;
  const idle = nullMx || mxHosts?.length === 0;
  const record = { name: `_mta-sts.${facts.domain}`, type: 'TXT', value: 'v=STSv1; id=1' };
  return all(rule => {
    if (rule === rules.orphan) return orphan ? rule.fail([policyUrl(facts.domain)], { fix: { record } }) : rule.pass();
    if (rule !== rules.missing) return rule.notApplicable('MTA-STS is not published');
    if (idle) return rule.notApplicable('The domain has no mail servers');
    return rule.fail([`no record at ${record.name}`], { fix: { text: rule.fix.text.replace('<domain>', facts.domain), record } });
  });
}

function judgeRecords(records: readonly string[], domain: string): Finding {
  if (records.length > 1) return rules.txt.fail(records, { title: 'There are several MTA-STS records, so senders ignore the policy' });
  if (parseStsId(records[0]!) !== null) return rules.txt.pass(records);
  return rules.txt.fail(records, { fix: { record: { name: `_mta-sts.${domain}`, type: 'TXT', value: 'v=STSv1; id=1' } } });
}

function judgeFetch({ domain, host, policy }: MtaStsFacts): Finding {
  const url = policyUrl(domain);
  if (policy === null) {
    if (host.outcome === 'failed') return rules.fetch.unknown(describeFailure('A', `mta-sts.${domain}`, host));
    return rules.fetch.fail([`mta-sts.${domain} has no address`]);
  }
  if (policy.outcome === 'failed') {
    const cause = `${url}: ${policy.cause}`;
    return policy.stage === 'tls' || policy.stage === 'http' ? rules.fetch.fail([cause]) : rules.fetch.unknown(cause);
  }
  const fault = faultOf(policy);
  return fault === null ? rules.fetch.pass([url]) : rules.fetch.fail([`${url}: ${fault}`]);
}

function faultOf(reply: Extract<WebReply, { outcome: 'answered' }>): string | null {
  if (reply.status >= 300 && reply.status < 400) return `redirect to ${reply.location ?? 'nowhere'}, which senders do not follow`;
  if (reply.status !== 200) return `status ${reply.status}`;
  if (reply.truncated) return 'larger than 64 KiB';
  const type = reply.contentType?.split(';', 1)[0]!.trim().toLowerCase() ?? 'none';
  return type === 'text/plain' ? null : `content type ${type}, must be text/plain`;
}

function judgePolicy(policy: StsPolicy | null, { mxHosts }: Others): Finding[] {
  if (policy === null) return [rules.mode, rules.max_age, rules.mx].map(rule => rule.notApplicable('There is no policy file to read'));
  const { mode, maxAgeSeconds, mx } = policy;
  const unmatched = (mxHosts ?? []).filter(host => !mx.some(pattern => matchesPattern(host, pattern)));
  return [
    mode === null ? rules.mode.notApplicable('The mode cannot be read') : mode === 'enforce' ? rules.mode.pass() : rules.mode.fail([`mode: ${mode}`]),
    maxAgeSeconds !== null && maxAgeSeconds < DAY_SECONDS ? rules.max_age.fail([`max_age: ${maxAgeSeconds}`]) : rules.max_age.pass(),
    mode === 'none' ? rules.mx.notApplicable('The policy is switched off')
      : mxHosts === null ? rules.mx.unknown('the MX records could not be looked up', { severity: 'info' })
        : unmatched.length > 0 ? rules.mx.fail([...unmatched.map(host => `${host} is not matched`), `policy: ${mx.join(', ')}`], mode === 'testing' ? { severity: 'medium' } : {}) : rules.mx.pass(),
  ];
}
