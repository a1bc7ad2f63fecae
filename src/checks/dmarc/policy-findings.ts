import type { Finding } from '../../core/finding.ts';
import type { Particulars } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import { madeVisible } from '../blanks.ts';
import { clip } from '../evidence.ts';
import type { FixRecord } from '../fixes.ts';
import type { Others } from './others.ts';
import type { FailedLookup } from './discover.ts';
import type { DmarcPolicy, DmarcRecord } from './parse.ts';
import { asksForNothing, isWeaker, unreadableIn, type EffectivePolicy } from './policies.ts';
import type { InForce } from './record-findings.ts';
import type { Repair } from './repair.ts';
import { isHeldBack } from './rewrite.ts';
import { rules } from './rules.ts';

/** Judges what receivers are asked to do with mail of the domain that fails. */
export function judgePolicy({ domain }: EffectivePolicy, inForce: InForce, repair: Repair, others: Others): Finding[] {
  return [
    domain === 'none' ? judgeNone(inForce, repair) : rules.p.pass([`policy ${domain}`]),
    judgeTest(inForce, repair),
    judgeBacking(domain, others),
  ];
}

/** Without t=y newer receivers act on all mail, older ones do already; where pct holds them back, the owner has to decide. */
function judgeTest({ record }: InForce, repair: Repair): Finding {
  if (!record.testing) return rules.t.pass();
  const evidence = [clip(record.text)];
  if (asksForNothing(record)) {
    return rules.t.fail(evidence, {
      severity: 'info', title: 'The DMARC record is in test mode, but has no policy to test',
      detail: 'With t=y receivers apply the next weaker policy; there is none below "none".', fix: { text: 'Remove t=y: nothing changes by that.', record: repair.record },
    });
  }
  return rules.t.fail(evidence, isHeldBack(record) ? {} : { fix: { record: repair.step('t', null) } });
}

/** Judges what they are asked to do with mail of its subdomains, by the record that governs those. */
export function judgeBelow({ domain, subdomain, nonexistent }: EffectivePolicy, { step }: Repair, inherited: boolean): Finding[] {
  return [
    !inherited && isWeaker(subdomain, domain) ? rules.sp.fail([`p=${domain}, subdomains ${subdomain}`], change(step('sp', domain))) : rules.sp.pass(),
    isWeaker(nonexistent, subdomain)
      ? rules.np.fail([`subdomains ${subdomain}, names that do not exist ${nonexistent}`], change(step('np', 'reject')))
      : rules.np.pass(),
  ];
}

/** A parent that could not be looked up may govern the subdomains; none can be weaker than p=none. */
export function judgeBelowUnknown({ domain }: EffectivePolicy, failed: FailedLookup): Finding[] {
  const cause = describeFailure('TXT', failed.name, failed);
  return [domain === 'none' ? rules.sp.pass() : rules.sp.unknown(cause, { severity: 'info' }), rules.np.unknown(cause, { severity: 'info' })];
}

/** Without reports nobody can tell whether a stricter policy would hurt, so then none is offered to paste. */
function judgeNone({ record, inherited }: InForce, { record: repaired, step }: Repair): Finding {
  const offered = (tag: string) => (record.rua.some(({ fault }) => fault === null) ? change(step(tag, 'quarantine')) : {});
  // One repair puts the policy in force that the text asks for.
  const unreadable = unreadableNone(record);
  if (unreadable !== null) return rules.p.fail([unreadable], { fix: { text: 'Correct the record: receivers cannot read the policy that it asks for.', record: repaired } });
  if (!inherited || record.sp === null) return rules.p.fail([record.p === null ? 'no p tag: none' : 'p=none'], offered('p'));
  const text = 'When the reports show that your own mail passes, change sp to quarantine and then to reject.';
  return rules.p.fail(['sp=none'], {
    title: 'The DMARC policy for subdomains is "none": forged mail is still delivered',
    detail: 'With sp=none receivers only report; they do not stop mail of subdomains that fails.',
    fix: { text, ...offered('sp').fix },
  });
}

/** Why the policy is "none" although the record says something else: another tag that cannot be read makes it so. */
function unreadableNone(record: DmarcRecord): string | null {
  const tags = unreadableIn(record);
  if (tags.length === 0 && record.p === null && record.faults.length > 0) return clip(`no p tag, but ${record.faults[0]}: none`);
  return tags.length === 0 ? null : clip(`${tags.map(tag => `${tag}=${madeVisible(record.tags[tag]!)}`).join(' and ')} cannot be read: none`);
}

function judgeBacking(policy: DmarcPolicy, { hasSpf, hasDkim, nullMx }: Others): Finding {
  if (policy === 'none') return rules.nospfnodkim.notApplicable('The policy is not enforced');
  if (hasSpf === true || hasDkim === true) return rules.nospfnodkim.pass();
  if (nullMx) return rules.nospfnodkim.notApplicable('The domain takes no mail');
  if (hasSpf === 'unknown' || hasDkim === 'unknown') return rules.nospfnodkim.notTested('SPF or DKIM could not be looked up');
  return rules.nospfnodkim.fail(['no SPF record, no DKIM key at the selectors that were tried']);
}

function change(record: FixRecord | undefined): Particulars {
  return { fix: { record } };
}
