import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** A sender and how many messages of it are meant. */
export interface NamedCount {
  name: string;
  count: number;
}

/** What the weekly report and alerts say of DMARC reports. */
export const dmarcTexts = defineTexts('mail/dmarc', ({ number }) => {
  const listed = (senders: readonly NamedCount[]) => senders.map(({ name, count }) => `${name} (${number(count)})`).join(', ');
  return {
    digest: {
      messages: (messages: number, passed: number) => `Messages in your name: ${number(messages)}, of which ${number(Math.round(passed / messages * 1000) / 10)} % passed DMARC`,
      blocked: (rejected: number, quarantined: number) => `Blocked: ${number(rejected)} rejected, ${number(quarantined)} quarantined`,
      forged: (messages: number) => `Spoofed, as far as known: ${number(messages)}`,
      fresh: (senders: readonly NamedCount[]) => `New senders: ${listed(senders)}`,
      failing: (senders: readonly NamedCount[]) => `Wanted messages that fail: ${listed(senders)}`,
    },
    forgery: {
      title: (sender: string) => `${sender} sends forged messages`,
      seen: (messages: number, blocked: number) => `${number(messages)} messages in 30 days that nothing ties to the domain; receivers rejected or quarantined ${number(blocked)} of them. A policy of quarantine or reject keeps them out.`,
    },
    newSender: {
      title: (domain: string, sender: string) => `${domain}: ${sender} sends in its name, for the first time`,
      seen: (messages: number, passed: number) => `${number(messages)} messages, of which ${number(passed)} passed DMARC.`,
      wanted: 'If you have set it up, make sure that all of it passes; if not, find out who did.',
      unwanted: 'Nothing shows that it may do so. Decide in the list of senders what it is.',
    },
  };
});
export type DmarcTexts = SpokenOf<typeof dmarcTexts>;
