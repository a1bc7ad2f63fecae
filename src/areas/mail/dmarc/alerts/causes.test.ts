import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { inEnglish } from '../../../../../test/speaking.ts';
import type { Severity } from '../../../../core/finding.ts';
import { TODAY } from '../advice/facts.sample.ts';
import type { Finding } from '../advice/shapes.ts';
import { dmarcTexts } from '../texts.ts';
import { causesOf, type BlockedSender } from './causes.ts';

const forger: BlockedSender = { id: 'forger', name: 'Forger', class: 'threat', firstDay: TODAY - 20, lastDay: TODAY - 1, messages: 50, passed: 0, blocked: 0 };
const finding = (severity: Severity, sender: string | null = null): Finding => ({ id: 'reports.example', severity, title: 'T', detail: 'D', evidence: [], fix: { text: 'F' }, sender: sender === null ? null : { id: sender, name: sender } }) as unknown as Finding;
const causes = (senders: readonly BlockedSender[], findings: readonly Finding[] = []): string[] =>
  causesOf(inEnglish(dmarcTexts), { domain: 'example.com', findings, senders, today: TODAY }).map(({ kind, severity, cause }) => `${kind} ${severity} ${cause}`);

suite('what reports show to be wrong', () => {
  const cases: [says: string, given: Parameters<typeof causes>, expected: string[]][] = [
    ['nothing', [[]], []],
    ['somebody who forges', [[forger]], ['dmarc.forgery high forger']],
    ['somebody who forges and whose messages are all stopped, which is less severe', [[{ ...forger, blocked: 50 }]], ['dmarc.forgery low forger']],
    ['a sender that is known is none', [[{ ...forger, class: 'known' }]], []],
    ['somebody who forged a week ago and stopped', [[{ ...forger, lastDay: TODAY - 7 }]], []],
    ['a few messages', [[{ ...forger, messages: 9 }]], []],
    ['a fault for each sender, and no advice', [[], [finding('high', 'a'), finding('high', 'b'), finding('medium'), finding('info')]], ['dmarc.finding high reports.example a', 'dmarc.finding high reports.example b', 'dmarc.finding medium reports.example']],
    ['the twenty most active of very many', [Array.from({ length: 100 }, (_, n) => ({ ...forger, id: `f${n}`, messages: 100 + n }))], Array.from({ length: 20 }, (_, n) => `dmarc.forgery high f${99 - n}`)],
  ];
  for (const [says, given, expected] of cases) test(says, () => assert.deepEqual(causes(...given), expected));
});
