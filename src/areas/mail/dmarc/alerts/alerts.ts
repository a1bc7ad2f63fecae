import type { Severity } from '../../../../core/finding.ts';
import type { SenderClass } from '../senders/shapes.ts';
import type { Finding } from '../advice/shapes.ts';
import type { DmarcTexts } from '../texts.ts';

/** The kinds of alerts on reports. */
export const alertKinds = {
  'dmarc.sender.new': 'Somebody sends in the name of the domain for the first time.',
  'dmarc.passrate.drop': 'The share of messages that pass has fallen.',
  'dmarc.volume.surge': 'Failing messages have multiplied.',
  'dmarc.reporter.quiet': 'A receiver has stopped reporting.',
} as const;

/** Something that people are notified of once, and again only after it was over. */
export interface Alert {
  kind: keyof typeof alertKinds;
  /** The sender or the organization; empty for the domain itself. */
  subject: string;
  severity: Severity;
  title: string;
  body: string;
}

/** A sender and when its first message was counted, in days since 1970. */
export interface SeenSender {
  id: string;
  name: string;
  class: SenderClass;
  firstDay: number;
  messages: number;
  passed: number;
}

const NEW_DAYS = 7;
const MIN_MESSAGES = 10;
/** Before, every sender is new. */
const MIN_HISTORY_DAYS = 14;

const ofFindings = {
  'reports.passrate.drop': 'dmarc.passrate.drop', 'reports.volume.surge': 'dmarc.volume.surge', 'reports.reporter.quiet': 'dmarc.reporter.quiet',
} as const;

/** Whether people are notified of the finding. */
export function isNotified(findingId: string): boolean {
  return Object.hasOwn(ofFindings, findingId);
}

/** The alerts for a domain. `firstDay` is that of its first report, `today` the current one. Pure. */
export function alertsOf(texts: DmarcTexts, { domain, findings, senders, firstDay, today }: {
  domain: string; findings: readonly Finding[]; senders: readonly SeenSender[]; firstDay: number; today: number;
}): Alert[] {
  const reported = findings.flatMap(({ id, severity, title, evidence, fix }): Alert[] => {
    const kind = ofFindings[id as keyof typeof ofFindings];
    return kind ? [{ kind, subject: kind === 'dmarc.reporter.quiet' ? title : '', severity, title: `${domain}: ${title}`, body: `${evidence.join('. ')}. ${fix.text}` }] : [];
  });
  const fresh = today - firstDay < MIN_HISTORY_DAYS ? [] : senders.filter(sender => today - sender.firstDay < NEW_DAYS && sender.messages >= MIN_MESSAGES);
  return [...reported, ...fresh.map(sender => newSender(texts, domain, sender))];
}

function newSender({ newSender: says }: DmarcTexts, domain: string, { id, name, class: of, messages, passed }: SeenSender): Alert {
  const wanted = of !== 'threat' && of !== 'unknown';
  return {
    kind: 'dmarc.sender.new', subject: id, severity: wanted ? 'medium' : 'low', title: says.title(domain, name),
    body: `${says.seen(messages, passed)} ${wanted ? says.wanted : says.unwanted}`,
  };
}
