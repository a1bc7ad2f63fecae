import { isoOf } from '../answers/scope.ts';
import { OWN_NAME } from '../senders/shapes.ts';
import { startOfDay } from '../store/days.ts';
import type { ReportRule } from './rules.ts';
import type { Detail, Finding } from './shapes.ts';

/** What one case says beside its rule. */
export interface Case {
  /** What is filled in where the rule has `{…}`. */
  words?: Readonly<Record<string, string>>;
  evidence: readonly string[];
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
export function findingOf(id: string, rule: ReportRule, { words = {}, evidence, sender = null, messages, firstDay, lastDay, confidence = 'high', steps = [], record = null }: Case): Finding {
  const said: Case['words'] = words['sender'] === OWN_NAME ? { ...words, sender: OWN_IN_SENTENCES } : words;
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => said[word] ?? whole).replace(/^one of/, 'One of');
  return {
    id, area: 'dmarc', record: rule.record, severity: rule.severity, state: 'fail', title: fill(rule.title), detail: fill(rule.why),
    evidence: [...evidence], fix: { kind: record ? 'dns' : 'manual', text: fill(rule.fix), record, steps: [...steps] }, references: [...rule.references],
    sender, messages, confidence, firstSeenAt: isoOf(startOfDay(firstDay)), lastSeenAt: isoOf(startOfDay(lastDay)),
  };
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
  return `${spanOfDetails(details).messages.toLocaleString('en')} ${what}`;
}
