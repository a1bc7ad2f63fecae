import type { Finding } from '../../core/finding.ts';
import type { Particulars } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import { clip } from '../evidence.ts';
import type { Others } from './others.ts';
import type { EffectivePolicy, FailedLookup } from './discover.ts';
import { policies, type DmarcPolicy } from './parse.ts';
import { remove, type InForce } from './record-findings.ts';
import { paste, withTag } from './rewrite.ts';
import { rules } from './rules.ts';

/** Judges what receivers are asked to do with mail of the domain that fails. */
export function judgePolicy({ domain }: EffectivePolicy, inForce: InForce, others: Others): Finding[] {
  return [
    domain === 'none' ? judgeNone(inForce) : rules.p.pass([`policy ${domain}`]),
    inForce.record.testing ? rules.t.fail([clip(inForce.record.text)], remove(inForce, 't')) : rules.t.pass(),
    judgeBacking(domain, others),
  ];
}

/** Judges what they are asked to do with mail of its subdomains, by the record that governs those. */
export function judgeBelow({ domain, subdomain, nonexistent }: EffectivePolicy, below: InForce, inherited: boolean): Finding[] {
  return [
    !inherited && isWeaker(subdomain, domain) ? rules.sp.fail([`p=${domain}, subdomains ${subdomain}`], change(below, 'sp', domain)) : rules.sp.pass(),
    isWeaker(nonexistent, subdomain)
      ? rules.np.fail([`subdomains ${subdomain}, names that do not exist ${nonexistent}`], change(below, 'np', 'reject'))
      : rules.np.pass(),
  ];
}

/** A parent that could not be looked up may govern the subdomains; none can be weaker than p=none. */
export function judgeBelowUnknown({ domain }: EffectivePolicy, failed: FailedLookup): Finding[] {
  const cause = describeFailure('TXT', failed.name, failed);
  return [domain === 'none' ? rules.sp.pass() : rules.sp.unknown(cause, { severity: 'info' }), rules.np.unknown(cause, { severity: 'info' })];
}

/** Without reports nobody can tell whether a stricter policy would hurt, so then none is offered to paste. */
function judgeNone(inForce: InForce): Finding {
  const { record, inherited } = inForce;
  const offered = (tag: string) => (record.rua.length > 0 ? change(inForce, tag, 'quarantine') : {});
  if (!inherited || record.sp === null) return rules.p.fail([describeNone(record.p, record.tags['p'])], offered('p'));
  const text = 'When the reports show that your own mail passes, change sp to quarantine and then to reject.';
  return rules.p.fail(['sp=none'], {
    title: 'The DMARC policy for subdomains is "none": forged mail is still delivered',
    detail: 'With sp=none receivers only report; they do not stop mail of subdomains that fails.',
    fix: { text, ...offered('sp').fix },
  });
}

function describeNone(p: DmarcPolicy | null, written: string | undefined): string {
  if (p !== null) return 'p=none';
  return written === undefined ? 'no p tag: none' : clip(`p=${written} cannot be read: none`);
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
