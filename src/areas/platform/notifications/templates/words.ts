import type { Severity } from '../../../../core/finding.ts';
import { cut, type Message, type Notice } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';

/** The colour next to the word for a severity. */
export const severityColors: Readonly<Record<Severity, number>> = { critical: 0xb3261e, high: 0xd9480f, medium: 0xe8a300, low: 0x2f6fd0, info: 0x6b7280 };

/** The notice where the message tells just one. */
export function onlyNotice({ notices, total }: Message): Notice | null {
  return total === 1 ? notices[0] : null;
}

/** The title with the word for its severity, which `info` does without. */
export function titled({ severity, title }: Notice, texts: NotificationsTexts): string {
  return severity === 'info' ? title : texts.titled(severity, title);
}

/** One line that says it all, at most `most` characters. */
export function headline(message: Message, most: number, texts: NotificationsTexts): string {
  const only = onlyNotice(message);
  return cut(only ? titled(only, texts) : texts.summary(message.total, message.counts), most);
}

/** The notices a line each, as many as `most` characters hold, written by `line`, and how many are left out. */
export function listed({ notices, total }: Message, most: number, texts: NotificationsTexts, line: (notice: Notice) => string): string {
  const lines: string[] = [];
  let remaining = most - texts.more(total).length;
  for (const notice of notices) {
    const text = line(notice);
    remaining -= text.length + 1;
    if (remaining < 0) break;
    lines.push(text);
  }
  if (lines.length < total) lines.push(texts.more(total - lines.length));
  return lines.join('\n');
}

/** `text` as it stands in HTML text, and in Slack, which knows no other escapes. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `text` as it stands in HTML text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/** `text` without a meaning in Markdown: what strangers put into a record makes no link and no picture. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+!|~<>]/g, character => `\\${character}`);
}
