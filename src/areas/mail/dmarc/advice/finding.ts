import type { Severity } from '../../../../core/finding.ts';
import type { AdviceRule } from '../../../../core/findings/rules.ts';
import { english } from '../../../../core/language.ts';
import { isoOf } from '../answers/scope.ts';
import { OWN_NAME } from '../senders/shapes.ts';
import { startOfDay } from '../store/days.ts';
import type { Detail, Finding } from './shapes.ts';

/** What one case says besides its rule; `words` fill in its templates. */
export type Case<Words extends string = string> = Seen & ([Words] extends [never] ? { words?: undefined } : { words: Readonly<Record<Words, string>> });

interface Seen {
  evidence: readonly string[];
  severity?: Severity;
  sender?: Finding['sender'];
  messages: number;
  firstDay: number;
  lastDay: number;
  confidence?: Finding['confidence'];
  steps?: readonly string[];
  record?: { name: string; type: 'TXT' | 'CNAME'; value: string } | null;
}

/** Rules speak of one sender, and "Own servers" are several. */
const OWN_IN_SENTENCES = 'one of your own servers';

/** The rule on one case. */
export function findingOf<Words extends string>(rule: AdviceRule<Words>, reported: Case<Words>): Finding {
  const { evidence, severity = rule.severity, sender = null, messages, firstDay, lastDay, confidence = 'high', steps = [], record = null } = reported;
  const { fix, ...finding } = (rule as AdviceRule).fail(evidence, { words: inSentences(reported.words ?? {}), severity, ...(record && { fix: { record } }) });
  return {
    ...finding, area: 'dmarc', record: rule.record as Finding['record'], state: 'fail', title: finding.title.replace(/^one of/, 'One of'),
    fix: { ...fix!, steps: [...steps] }, sender, messages, confidence, firstSeenAt: isoOf(startOfDay(firstDay)), lastSeenAt: isoOf(startOfDay(lastDay)),
  };
}

function inSentences(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return words['sender'] === OWN_NAME ? { ...words, sender: OWN_IN_SENTENCES } : words;
}

/** Messages and days of details taken together. */
export function spanOfDetails(details: readonly Detail[]): { messages: number; firstDay: number; lastDay: number } {
  return {
    messages: details.reduce((sum, { messages }) => sum + messages, 0),
    firstDay: Math.min(...details.map(({ firstDay }) => firstDay)), lastDay: Math.max(...details.map(({ lastDay }) => lastDay)),
  };
}

/** The sender as findings name it. */
export function senderOf([detail]: readonly Detail[]): NonNullable<Finding['sender']> {
  const { id, name, class: of } = detail!;
  return { id, name, class: of };
}

/** How many messages, for people. */
export function messagesOf(details: readonly Detail[], what = 'messages'): string {
  return `${english.number(spanOfDetails(details).messages)} ${what}`;
}
