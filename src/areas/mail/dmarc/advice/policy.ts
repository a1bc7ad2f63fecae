import { english } from '../../../../core/language.ts';
import type { DmarcPolicy } from '../../../../checks/dmarc/parse.ts';
import type { SenderClass } from '../senders/shapes.ts';

/** What one sender has sent in the weeks that the advice covers. */
export interface SenderShare {
  id: string;
  name: string;
  class: SenderClass;
  messages: number;
  passed: number;
  /** When its first message ever was counted, in days since 1970. */
  firstDay: number;
}

/** What the advice on the next policy is made from: reports of those that could be trusted, over the last `days` days. */
export interface PolicyFacts {
  /** `missing` where none is published; null where the last scan could not determine it, or there was none. */
  current: DmarcPolicy | 'missing' | null;
  /** Whether the record holds its policy back: by `t=y` (RFC 9989 §4.7), or by a `pct` below 100 (RFC 7489 §6.6.4). */
  onTrial: boolean;
  days: number;
  /** Today, in days since 1970. */
  today: number;
  /** On how many of the days there were messages in reports. */
  daysWithReports: number;
  /** The first day from which reports tell of the current policy alone; null where none does. */
  since: number | null;
  /** Organizations that reported. */
  reporters: readonly string[];
  senders: readonly SenderShare[];
  /** Titles of findings of the reports that are severe and not settled. */
  openFindings: readonly string[];
}

export type BlockingCode = 'tooFewDays' | 'tooFewReporters' | 'noBigReporter' | 'tooFewMessages' | 'legitimateFailing' | 'newSender' | 'senderFailing' | 'openFinding' | 'policyUnknown';

export interface Blocking {
  code: BlockingCode;
  cause: string;
  fix: string;
  sender: { id: string; name: string; class: SenderClass } | null;
  messages: number | null;
}

export interface PolicyAdvice {
  current: PolicyFacts['current'];
  /** Null where nothing is left to do. */
  target: DmarcPolicy | null;
  ready: boolean;
  advice: string;
  blocking: Blocking[];
  legitimate: { messages: number; passed: number };
  impact: { legitimatePerWeek: number; threatPerWeek: number; unknownPerWeek: number } | null;
  rollback: string | null;
}

const MIN_DAYS = 14;
const MIN_REPORTERS = 4;
const MIN_MESSAGES = 1000;
const ENOUGH_DAYS = 30;
const NEW_DAYS = 14;
const SENDER_PASS = 0.95;
const LEGITIMATE_PASS = { quarantine: 0.98, reject: 0.995 };
const MAX_SENDERS = 10;
const wanted: ReadonlySet<SenderClass> = new Set(['own', 'known', 'forwarder', 'mailingList']);

/** The reporters whose absence makes a picture of the mail incomplete, by what their names begin with or contain. */
export const bigReporters = { google: /\bgoogle\b/i, microsoft: /\b(microsoft|outlook)\b/i, yahoo: /\byahoo\b/i } as const;

/** The next policy, whether it is time for it, what stands against it, and what it would do to mail as it is today. Pure. */
export function advisePolicy(facts: PolicyFacts): PolicyAdvice {
  const legitimate = totalOf(facts.senders.filter(sender => wanted.has(sender.class)));
  const target = targetOf(facts, legitimate.messages);
  const blocking = target === null || target === 'none' ? [] : target === 'reject' && sendsNothing(facts, legitimate.messages) ? [] : blockingOf(facts, target, legitimate);
  const unknown = facts.current === null;
  return {
    current: facts.current, target, ready: target !== null && !unknown && blocking.length === 0,
    advice: adviceOn(facts, target, blocking, legitimate.messages),
    blocking: unknown ? [policyUnknown] : blocking, legitimate,
    impact: target === null || target === 'none' ? null : impactOf(facts),
    rollback: facts.current === 'quarantine' || facts.current === 'reject' ? rollbackOf(facts.current) : null,
  };
}

function targetOf({ current, onTrial, daysWithReports, senders }: PolicyFacts, legitimate: number): DmarcPolicy | null {
  if (current === null) return null;
  if (current === 'missing') return 'none';
  // A domain that never sends needs no steps.
  if (current !== 'reject' && daysWithReports >= ENOUGH_DAYS && legitimate === 0 && senders.length > 0) return 'reject';
  if (current === 'none') return 'quarantine';
  if (current === 'quarantine') return onTrial ? 'quarantine' : 'reject';
  return onTrial ? 'reject' : null;
}

function sendsNothing({ daysWithReports, senders }: PolicyFacts, legitimate: number): boolean {
  return legitimate === 0 && daysWithReports >= ENOUGH_DAYS && senders.length > 0;
}

const policyUnknown: Blocking = {
  code: 'policyUnknown', cause: 'The policy in force is unknown: the domain has not been scanned, or the scan failed.', fix: 'Scan the domain, then ask again.', sender: null, messages: null,
};

function blockingOf(facts: PolicyFacts, target: 'quarantine' | 'reject', legitimate: { messages: number; passed: number }): Blocking[] {
  const { senders, reporters, daysWithReports, since, today, openFindings } = facts;
  const plain = (code: BlockingCode, cause: string, fix: string): Blocking => ({ code, cause, fix, sender: null, messages: null });
  const about = (code: BlockingCode, cause: string, fix: string, { id, name, class: of, messages, passed }: SenderShare): Blocking =>
    ({ code, cause, fix, sender: { id, name, class: of }, messages: messages - passed });
  const all = totalOf(senders).messages;
  const seenDays = target === 'reject' ? Math.min(daysWithReports, since === null ? 0 : today - since + 1) : daysWithReports;
  const least = LEGITIMATE_PASS[target];
  const failing = senders.filter(sender => wanted.has(sender.class) && sender.messages > sender.passed).toSorted((a, b) => b.messages - b.passed - (a.messages - a.passed));
  const enough = legitimate.messages === 0 || legitimate.passed / legitimate.messages >= least;
  return [
    ...(seenDays < MIN_DAYS ? [plain('tooFewDays', `Reports cover ${counted(seenDays, 'day')} ${target === 'reject' ? 'under the current policy' : ''}`.trim() + `, of the ${MIN_DAYS} that it takes.`, 'Wait for more reports.')] : []),
    ...(reporters.length < MIN_REPORTERS ? [plain('tooFewReporters', `${counted(reporters.length, 'organization')} reported, of the ${MIN_REPORTERS} that it takes.`, 'Wait for more reports.')] : []),
    ...(Object.values(bigReporters).some(big => reporters.some(name => big.test(name))) ? [] : [plain('noBigReporter', 'Neither Google nor Microsoft nor Yahoo has reported.', 'Check that the rua tag leads here, and wait for their reports.')]),
    ...(all < MIN_MESSAGES && daysWithReports < ENOUGH_DAYS ? [plain('tooFewMessages', `Reports tell of ${counted(all, 'message')}: fewer than ${english.number(MIN_MESSAGES)}, and in less than ${ENOUGH_DAYS} days.`, 'Wait for more reports.')] : []),
    ...(enough ? [] : failing.slice(0, MAX_SENDERS).map(sender => about('legitimateFailing',
      `${percent(legitimate.passed, legitimate.messages)} of wanted messages pass, of the ${least * 100} % that it takes. ${counted(sender.messages - sender.passed, 'message')} of ${sender.name} failed.`,
      `Make ${sender.name} pass: the diagnostics say how.`, sender))),
    ...senders.filter(sender => wanted.has(sender.class) && sender.class !== 'forwarder' && sender.class !== 'mailingList' && sender.messages > sender.passed && today - sender.firstDay < NEW_DAYS)
      .map(sender => about('newSender', `${sender.name} was first seen ${counted(today - sender.firstDay, 'day')} ago, and not all of its messages pass.`, 'Make it pass, or decide that it is not yours.', sender)),
    ...(enough ? senders.filter(sender => sender.class === 'own' && sender.messages > 0 && sender.passed / sender.messages < SENDER_PASS) : [])
      .map(sender => about('senderFailing', `Only ${percent(sender.passed, sender.messages)} of the messages of ${sender.name} pass.`, `Make ${sender.name} pass: the diagnostics say how.`, sender)),
    ...(target === 'reject' ? openFindings.map(title => plain('openFinding', `This is not settled: ${title}`, 'The diagnostics say how to fix it.')) : []),
  ];
}

/** What fails today is what a stricter policy acts on. */
function impactOf({ senders, days }: PolicyFacts): PolicyAdvice['impact'] {
  const perWeek = (of: (sender: SenderShare) => boolean): number => {
    const { messages, passed } = totalOf(senders.filter(of));
    return Math.round((messages - passed) * 70 / days) / 10;
  };
  return {
    legitimatePerWeek: perWeek(sender => wanted.has(sender.class)), threatPerWeek: perWeek(sender => sender.class === 'threat'), unknownPerWeek: perWeek(sender => sender.class === 'unknown'),
  };
}

function adviceOn({ current, onTrial }: PolicyFacts, target: DmarcPolicy | null, blocking: readonly Blocking[], legitimate: number): string {
  if (current === null) return 'Scan the domain: its policy is not known.';
  if (current === 'missing') return 'Publish a DMARC record with p=none first, so that reports come.';
  if (target === null) return 'The strictest policy is in force. Keep an eye on new senders. Where people post to mailing lists, p=reject can lose their messages (RFC 9989).';
  if (blocking.length > 0) return `Stay at ${inForce(current, onTrial)} for now: ${counted(blocking.length, 'thing')} ${blocking.length === 1 ? 'stands' : 'stand'} against p=${target}.`;
  if (onTrial) return `Remove t=y or pct, which hold the policy back, so that p=${target} takes full effect.`;
  if (target === 'reject' && legitimate === 0) return 'The domain sends no mail: publish p=reject at once, with the SPF record "v=spf1 -all" and a null MX record.';
  const caution = target === 'reject' ? ' Where people post to mailing lists, p=reject can lose their messages (RFC 9989).' : '';
  return `Publish p=${target}; with t=y added first, receivers report what it would do without doing it.${caution}`;
}

function inForce(current: string, onTrial: boolean): string {
  return `p=${current}${onTrial ? ' on trial' : ''}`;
}

function rollbackOf(current: 'quarantine' | 'reject'): string {
  return `If the share of wanted messages that pass falls by more than 2 points, publish p=${current === 'reject' ? 'quarantine' : 'none'} again until the cause is fixed.`;
}

function totalOf(senders: readonly SenderShare[]): { messages: number; passed: number } {
  return senders.reduce((sum, { messages, passed }) => ({ messages: sum.messages + messages, passed: sum.passed + passed }), { messages: 0, passed: 0 });
}

function percent(part: number, whole: number): string {
  return `${Math.floor(part / whole * 1000) / 10} %`;
}

function counted(count: number, what: string): string {
  return english.plural(count, { one: what, other: `${what}s` });
}
