import { parseDmarc, policies } from '../../../../checks/dmarc/parse.ts';
import { obsoleteTags, paste, without, withoutObsolete, withTag } from '../../../../checks/dmarc/rewrite.ts';
import { isWithin } from '../../../../core/domain-name.ts';
import { english } from '../../../../core/language.ts';
import { dayOf } from '../store/days.ts';
import { findingOf, messagesOf, senderOf, spanOfDetails } from './finding.ts';
import { bigReporters } from './policy.ts';
import { reportRules } from './rules.ts';
import type { DiagnosticFacts, Finding } from './shapes.ts';

const DAY_MS = 86_400_000;
const SURGE = 5;
const MIN_SURGE_MESSAGES = 100;
const DROP = 0.02;
const MIN_DAYS = 7;
const MIN_MESSAGES_A_DAY = 20;
const QUIET_DAYS = 3;
const VANISHED_DAYS = 7;
const SETTLING_MS = 2 * DAY_MS;

/** What is wrong with the domain as a whole: its policy, and how its mail changes. */
export function diagnoseDomain(facts: DiagnosticFacts): Finding[] {
  return [...policyFindings(facts), ...forgedSubdomains(facts), ...disregarded(facts), ...changesOfVolume(facts), ...vanished(facts), ...quiet(facts)];
}

function rank(policy: string | null): number {
  return policies.findIndex(known => known === policy);
}

function policyFindings({ dns, policies: seen, from, to, now }: DiagnosticFacts): Finding[] {
  const record = parseDmarc(dns?.dmarc ?? '');
  if (!dns || !record || dns.foundAt === null) return [];
  const [name, span] = [dns.foundAt, { messages: 0, firstDay: from, lastDay: to }];
  const obsolete = obsoleteTags.filter(tag => Object.hasOwn(record.tags, tag));
  const last = seen.at(-1);
  const changed = last !== undefined && last.policy.p !== null && record.p !== null && last.policy.p !== record.p && now - last.lastAt < 7 * DAY_MS;
  // Caches keep the older record for a while.
  const settled = changed && seen.filter(({ policy }) => policy.p === record.p).every(({ lastAt }) => now - lastAt > SETTLING_MS);
  return [
    ...(record.sp !== null && rank(record.sp) < rank(record.p) ? [findingOf(reportRules['policy.subdomains'], { evidence: [record.text], record: paste(name, without(record, 'sp')) ?? null, ...span })] : []),
    ...(obsolete.length > 0 ? [findingOf(reportRules['policy.obsolete'], {
      words: { tags: obsolete.map(tag => `${tag}=${record.tags[tag]}`).join(', ') }, evidence: [record.text], ...span,
      record: paste(name, withoutObsolete(record)) ?? null,
    })] : []),
    ...(settled ? [findingOf(reportRules['policy.differs'], {
      words: { seen: last.policy.p!, live: record.p! }, evidence: [`${last.reports} reports up to ${english.isoDay(last.lastAt)} tell of p=${last.policy.p}`, record.text],
      messages: 0, firstDay: dayOf(last.firstAt), lastDay: dayOf(last.lastAt), confidence: 'medium',
    })] : []),
  ];
}

function forgedSubdomains({ domain, dns, details }: DiagnosticFacts): Finding[] {
  if (!dns || rank(dns.policy?.nonexistent ?? null) === 2) return [];
  const known = new Set(dns.names);
  const those = details.filter(({ tuple: { headerFrom, dkimAligned, spfAligned } }) => headerFrom !== null && headerFrom !== domain && isWithin(headerFrom, domain)
    && !dkimAligned && !spfAligned && !known.has(headerFrom) && !details.some(({ tuple }) => tuple.headerFrom === headerFrom && (tuple.dkimAligned || tuple.spfAligned)));
  if (those.length === 0) return [];
  const record = parseDmarc(dns.dmarc ?? '');
  return [findingOf(reportRules['subdomain.forged'], {
    ...spanOfDetails(those), confidence: 'medium', evidence: [messagesOf(those), ...new Set(those.map(({ tuple }) => tuple.headerFrom!).slice(0, 10))],
    record: (record && dns.foundAt ? paste(dns.foundAt, withTag(record, 'np', 'reject')) : null) ?? null,
  })];
}

function disregarded({ details, policies: seen }: DiagnosticFacts): Finding[] {
  const asked = seen.length === 1 ? seen[0]!.policy.p : null;
  if (asked !== 'reject' && asked !== 'quarantine') return [];
  const failing = details.filter(({ tuple: { dkimAligned, spfAligned } }) => !dkimAligned && !spfAligned);
  const those = failing.filter(({ tuple }) => tuple.reasons.length === 0 && (tuple.disposition === 'none' || tuple.disposition === 'pass'));
  return those.length === 0 ? [] : [findingOf(reportRules['disposition.differs'], {
    ...spanOfDetails(those), evidence: [`${messagesOf(those)} of ${messagesOf(failing, 'failing ones')} were delivered although the policy is p=${asked}`, ...new Set(those.map(detail => detail.name).slice(0, 5))],
  })];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[Math.floor(sorted.length / 2)]!;
}

function changesOfVolume({ days }: DiagnosticFacts): Finding[] {
  const last = days.at(-1);
  if (!last) return [];
  const usual = days.slice(-15, -1);
  const failing = usual.map(({ messages, passed }) => messages - passed);
  const lastFailing = last.messages - last.passed;
  const surge = usual.length >= MIN_DAYS && lastFailing >= MIN_SURGE_MESSAGES && lastFailing > SURGE * Math.max(1, median(failing));
  return [
    ...(surge ? [findingOf(reportRules['volume.surge'], { messages: lastFailing, firstDay: last.day, lastDay: last.day, evidence: [`${english.number(lastFailing)} failing messages on one day, usually ${english.number(median(failing))}`] })] : []),
    ...drop(days),
  ];
}

function drop(days: DiagnosticFacts['days']): Finding[] {
  const counting = days.filter(({ messages }) => messages >= MIN_MESSAGES_A_DAY);
  const [recent, usual] = [counting.slice(-2), counting.slice(-16, -2)];
  if (usual.length < MIN_DAYS || recent.length < 2) return [];
  const [messages, passed] = [recent.reduce((sum, day) => sum + day.messages, 0), recent.reduce((sum, day) => sum + day.passed, 0)];
  const before = median(usual.map(day => day.passed / day.messages));
  if (passed / messages >= before - DROP) return [];
  const percent = (rate: number): string => `${Math.round(rate * 1000) / 10} %`;
  return [findingOf(reportRules['passrate.drop'], { messages: messages - passed, firstDay: recent[0]!.day, lastDay: recent.at(-1)!.day, evidence: [`${percent(passed / messages)} passed, usually ${percent(before)}`] })];
}

function vanished({ details, to }: DiagnosticFacts): Finding[] {
  const lastReportedDay = Math.max(...details.map(({ lastDay }) => lastDay), 0);
  return [...Map.groupBy(details.filter(({ class: of }) => of === 'own' || of === 'known'), ({ id }) => id).values()].flatMap(those => {
    const { messages, firstDay, lastDay } = spanOfDetails(those);
    // Without newer reports nothing is known of anybody.
    const gone = lastReportedDay >= to - QUIET_DAYS && lastDay <= lastReportedDay - VANISHED_DAYS && lastDay - firstDay >= MIN_DAYS && messages >= 100;
    return gone ? [findingOf(reportRules['sender.vanished'], { words: { sender: senderOf(those).name }, sender: senderOf(those), messages, firstDay, lastDay, confidence: 'medium', evidence: [`${messagesOf(those)} up to then`] })] : [];
  });
}

function quiet({ reporters, to, from }: DiagnosticFacts): Finding[] {
  return Object.values(bigReporters).flatMap(big => {
    const those = reporters.filter(({ organization }) => big.test(organization));
    const lastDay = Math.max(...those.map(reporter => reporter.lastDay), 0);
    const regular = those.reduce((sum, { reports }) => sum + reports, 0) >= MIN_DAYS;
    return those.length > 0 && regular && to - lastDay > QUIET_DAYS
      ? [findingOf(reportRules['reporter.quiet'], { words: { organization: those[0]!.organization }, messages: 0, firstDay: from, lastDay, evidence: [`the last report is of ${english.isoDay(lastDay * DAY_MS)}`] })]
      : [];
  });
}
