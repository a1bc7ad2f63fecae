import type { Cause } from '../../../platform/alerts/index.ts';
import { defineAlerts } from '../../../alert.ts';
import type { Finding } from '../advice/shapes.ts';
import type { DmarcTexts } from '../texts.ts';
import { isNotified, type SeenSender } from './alerts.ts';

/** The alerts on reports. */
export const reportAlerts = defineAlerts('dmarc', {
  'dmarc.forgery': { scope: 'domains', says: 'A sender forges the name of a domain.' },
  'dmarc.finding': { scope: 'domains', says: 'The reports of receivers show a fault.', finding: true },
});

/** A sender with what receivers did with its messages, and the last day of these. */
export interface BlockedSender extends SeenSender {
  blocked: number;
  lastDay: number;
}

/** After so many days without a message a sender is no alert. */
const QUIET_DAYS = 7;
const MIN_MESSAGES = 10;
/** Behind the most active ones, further senders are in the list of senders. */
const MAX_SENDERS = 20;

/** Everything that the reports of a domain show to be wrong. `today` counts days since 1970. Pure. */
export function causesOf(texts: DmarcTexts, { domain, findings, senders, today }: { domain: string; findings: readonly Finding[]; senders: readonly BlockedSender[]; today: number }): Cause<keyof typeof reportAlerts.of>[] {
  const path = `/dmarc/${encodeURIComponent(domain)}`;
  const forging = senders.filter(sender => sender.class === 'threat' && today - sender.lastDay < QUIET_DAYS && sender.messages >= MIN_MESSAGES).toSorted((a, b) => b.messages - a.messages).slice(0, MAX_SENDERS);
  return [
    ...forging.map(({ id, name, messages, blocked }) => ({
      kind: 'dmarc.forgery' as const, cause: id, severity: blocked < messages ? 'high' as const : 'low' as const,
      title: texts.forgery.title(name), detail: texts.forgery.seen(messages, blocked), path,
    })),
    ...findings.filter(({ severity }) => severity !== 'info').map(({ id, severity, title, detail, sender }) => ({
      kind: 'dmarc.finding' as const, cause: [id, ...(sender ? [sender.id] : [])].join(' '), severity, title, detail, path, notified: isNotified(id),
    })),
  ];
}
