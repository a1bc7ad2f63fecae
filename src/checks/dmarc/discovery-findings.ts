import type { Finding, Severity } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { DmarcFacts } from './collect.ts';
import { failureBelowTop } from './discover.ts';
import { addressed, isMisordered, isWeaker } from './policies.ts';
import { describeView, receiversOf, type ReceiverView } from './receivers.ts';
import type { InForce } from './record-findings.ts';
import type { Repair } from './repair.ts';
import { rules } from './rules.ts';

/** Judges whose record governs the domain. */
export function judgeInherited(domain: string, { at, inherited }: InForce): Finding {
  return inherited ? rules.inherited.fail([`${at} governs ${domain}`], { title: `The policy comes from ${at.slice('_dmarc.'.length)}` }) : rules.inherited.pass();
}

/** Judges whether receivers of both standards act alike; unknown where a name that either reads could not be looked up. */
export function judgeDivergence(facts: DmarcFacts, { record }: InForce, repair: Repair): Finding {
  const failed = failureBelowTop(facts.walk);
  if (failed) return rules.divergence.unknown(describeFailure('TXT', failed.name, failed), { severity: 'info' });
  const [newer, older] = receiversOf(facts);
  const evidence = [describeView(newer), describeView(older)];
  if (newer.organizationalDomain !== older.organizationalDomain || (newer.applied !== null && older.foundAt === null)) return rules.divergence.fail(evidence);
  if (isMisordered(record)) return rules.divergence.fail(evidence, misordered(repair));
  const severity = severityOf(newer, older);
  return severity === null ? rules.divergence.pass(evidence) : rules.divergence.fail(evidence, { severity, ...byTags[severity] });
}

function misordered(repair: Repair): { title: string; detail: string; fix: object } {
  return {
    title: 'Older receivers may ignore the DMARC record: p does not follow v',
    detail: 'RFC 9989 leaves the order of tags free, RFC 7489 §6.4 wants p right behind v. Some receivers that follow it ignore other records.',
    fix: { text: 'Move the p tag to the second position.', record: repair.record },
  };
}

/** Null where both do the same; an np that only newer receivers know, and that asks for more, harms nobody. */
function severityOf(newer: ReceiverView, older: ReceiverView): Severity | null {
  if (newer.applied === null && older.applied === null) return null;
  if (newer.applied === null || older.applied === null) return 'medium';
  const [a, b] = [newer.applied, older.applied];
  const differing = addressed.filter(part => a[part] !== b[part]);
  if (newer.policy!.domain !== older.policy!.domain || newer.policy!.subdomain !== older.policy!.subdomain) return 'medium';
  if (older.percent < 100) return 'low';
  if (differing.length === 0) return null;
  return differing.length === 1 && differing[0] === 'nonexistent' && isWeaker(b.nonexistent, a.nonexistent) ? 'info' : 'low';
}

const byTags: Readonly<Partial<Record<Severity, { title: string; detail: string; fix: { text: string } }>>> = {
  low: {
    title: 'Older and newer receivers read the tags of the DMARC record differently, and act differently',
    detail: 'RFC 9989 reads t and np and not pct, RFC 7489 reads pct and neither t nor np; receivers of both kinds exist.',
    fix: { text: 'To hold a policy back for all receivers, publish the next weaker one without t and pct. When the reports show that your own mail passes, remove these tags.' },
  },
  info: {
    title: 'Only newer receivers apply the stricter policy for names that do not exist',
    detail: 'RFC 7489 does not know np: receivers that follow it apply the policy of subdomains.',
    fix: { text: 'Nothing needs to be done. A stricter sp protects such names at older receivers, too.' },
  },
};
