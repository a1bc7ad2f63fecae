import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { proven } from '../fixes.ts';
import { briefly } from '../evidence.ts';
import { judgeLocation, judgeMissing } from './absence-findings.ts';
import { heedAlias, locationOf } from './alias.ts';
import { carryOutFix, type DmarcFacts } from './collect.ts';
import { discoverByWalk, failureOfWalk, type Published, type WalkStep } from './discover.ts';
import { judgeDivergence, judgeInherited } from './discovery-findings.ts';
import { judgeIgnored, judgeMultiple } from './ignored-findings.ts';
import { judgeBelow, judgeBelowUnknown, judgePolicy } from './policy-findings.ts';
import { judgeRecord, judgeSyntax, type InForce } from './record-findings.ts';
import type { EffectivePolicy } from './policies.ts';
import { repairOf } from './repair.ts';
import { judgeConsent, judgeReports } from './report-findings.ts';
import { rules } from './rules.ts';
import type { Others } from './others.ts';

/** Judges the DMARC record in force, and those on the way to it that receivers pass over; fixes have proven themselves. */
export function analyzeDmarc(facts: DmarcFacts, others: Others): Finding[] {
  return proven(judge(facts, others), finding => {
    const after = carryOutFix(facts, finding);
    return after && judge(after, finding.id === rules.location.id ? { ...others, apexTxt: [] } : others);
  });
}

function judge(facts: DmarcFacts, others: Others): Finding[] {
  const { domain, walk, failed } = facts;
  const location = judgeLocation(facts, others);
  if (failed) return complete(rules, [location, ...judgePassedOver(upTo(walk, failed.name))], rule => rule.unknown(describeFailure('TXT', failed.name, failed)));
  const discovery = discoverByWalk(domain, walk);
  const { record, foundAt, below, policy } = discovery;
  if (!record || !foundAt || !below || !policy) return complete(rules, [location, ...judgeAbsence(facts, others)], rule => rule.notApplicable('No DMARC record is in force'));
  const inForce = inForceAt(facts, { name: foundAt, record });
  const steps = upTo(walk, inForce.at);
  const repair = repairOf(inForce, !others.nullMx);
  const ofRecord = [...judgeRecord(inForce, repair), ...judgePolicy(policy, inForce, repair, others), ...judgeReports(inForce, repair, facts, others.nullMx)];
  return [
    location,
    judgeMultiple(steps, true),
    joinSyntax(judgeIgnored(steps, true), heedAlias(judgeSyntax(inForce, repair), inForce)),
    ...ofRecord.map(finding => heedAlias(finding, inForce)),
    ...judgeSubdomains(facts, policy, inForceAt(facts, below), inForce.inherited, !others.nullMx && below.name === foundAt),
    judgeConsent(facts),
    judgeInherited(domain, inForce),
    heedAlias(judgeDivergence(facts, inForce, repair), inForce),
  ];
}

/** No record is in force: because those that exist are passed over, or because there is none. */
function judgeAbsence(facts: DmarcFacts, others: Others): Finding[] {
  const passedOver = judgePassedOver(facts.walk);
  if (passedOver.length === 0) return [judgeMissing(facts, others)];
  return [...passedOver, rules.missing.notApplicable('DMARC records exist, but receivers ignore them')];
}

function judgePassedOver(steps: readonly WalkStep[]): Finding[] {
  return [judgeMultiple(steps, false), judgeIgnored(steps, false)].filter(({ state }) => state === 'fail');
}

/** A record that is passed over comes first: receivers do not get to read its tags. */
function joinSyntax(ignored: Finding, syntax: Finding): Finding {
  return ignored.state === 'pass' ? syntax : { ...ignored, evidence: briefly([...ignored.evidence, ...syntax.evidence]) };
}

function judgeSubdomains({ walk }: DmarcFacts, policy: EffectivePolicy, below: InForce, inherited: boolean, wantsReports: boolean): Finding[] {
  const failed = failureOfWalk(walk);
  if (failed) return judgeBelowUnknown(policy, failed);
  return judgeBelow(policy, repairOf(below, wantsReports), inherited).map(finding => heedAlias(finding, below));
}

function inForceAt({ domain, walk }: DmarcFacts, { name, record }: Published): InForce {
  return { ...locationOf(walk.find(step => step.name === name)!), record, inherited: name !== domain };
}

/** The steps of the walk from the domain to the one at `at`. */
function upTo(walk: readonly WalkStep[], at: string): readonly WalkStep[] {
  return walk.slice(0, walk.findIndex(({ name }) => `_dmarc.${name}` === at) + 1);
}
