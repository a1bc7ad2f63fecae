import type { Finding, Particulars } from '../../core/finding.ts';
import { clip } from '../evidence.ts';
import type { Others } from './analyze.ts';
import type { EffectivePolicy } from './discover.ts';
import { policies, type DmarcPolicy } from './parse.ts';
import { remove, type InForce } from './record-findings.ts';
import { paste, withTag } from './rewrite.ts';
import { rules } from './rules.ts';

/** Judges what receivers are asked to do with mail that fails. */
export function judgePolicy(policy: EffectivePolicy, inForce: InForce, others: Others): Finding[] {
  const { record, inherited } = inForce;
  const { domain, subdomain, nonexistent } = policy;
  return [
    domain === 'none' ? judgeNone(inForce) : rules.p.pass([`policy ${domain}`]),
    !inherited && isWeaker(subdomain, domain) ? rules.sp.fail([`p=${domain}, subdomains ${subdomain}`], change(inForce, 'sp', domain)) : rules.sp.pass(),
    isWeaker(nonexistent, subdomain)
      ? rules.np.fail([`subdomains ${subdomain}, names that do not exist ${nonexistent}`], change(inForce, 'np', 'reject'))
      : rules.np.pass(),
    record.testing ? rules.t.fail([clip(record.text)], remove(inForce, 't')) : rules.t.pass(),
    judgeBacking(domain, others),
  ];
}

/** Without reports nobody can tell whether a stricter policy would hurt, so then none is offered to paste. */
function judgeNone(inForce: InForce): Finding {
  const { record, inherited } = inForce;
  const evidence = record.p === null && !inherited ? 'no p tag: none' : 'policy none';
  return rules.p.fail([evidence], record.rua.length > 0 ? change(inForce, inherited && record.sp ? 'sp' : 'p', 'quarantine') : {});
}

function judgeBacking(policy: DmarcPolicy, { hasSpf, hasDkim, nullMx }: Others): Finding {
  if (policy === 'none') return rules.nospfnodkim.notApplicable('The policy is not enforced');
  if (hasSpf === true || hasDkim === true) return rules.nospfnodkim.pass();
  if (nullMx) return rules.nospfnodkim.notApplicable('The domain takes no mail');
  if (hasSpf === 'unknown' || hasDkim === 'unknown') return rules.nospfnodkim.unknown('SPF or DKIM could not be looked up', { severity: 'info' });
  return rules.nospfnodkim.fail(['no SPF record, no DKIM key at the selectors that were tried']);
}

function change({ record, at }: InForce, tag: string, value: string): Particulars {
  return { fix: { record: paste(at, withTag(record, tag, value)) } };
}

function isWeaker(a: DmarcPolicy, b: DmarcPolicy): boolean {
  return policies.indexOf(a) < policies.indexOf(b);
}
