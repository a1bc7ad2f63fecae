import type { Severity } from '../../../../core/finding.ts';
import { cut, type Message, type Notice } from '../notice.ts';

/** Severities as people read them, and the colour next to the word. */
export const severityStyles: Readonly<Record<Severity, { word: string; color: number }>> = {
  critical: { word: 'Critical', color: 0xb3261e },
  high: { word: 'High', color: 0xd9480f },
  medium: { word: 'Medium', color: 0xe8a300 },
  low: { word: 'Low', color: 0x2f6fd0 },
  info: { word: 'Info', color: 0x6b7280 },
};

/** The notice where the message tells just one. */
export function onlyNotice({ notices, total }: Message): Notice | null {
  return total === 1 ? notices[0] : null;
}

/** The title with the word for its severity, which `info` does without. */
export function titled({ severity, title }: Notice): string {
  return severity === 'info' ? title : `${severityStyles[severity].word}: ${title}`;
}

/** One line that says it all, at most `most` characters. */
export function headline(message: Message, most: number): string {
  const only = onlyNotice(message);
  return cut(only ? titled(only) : summary(message), most);
}

/** Such as `3 notifications: 1 high, 2 low`. */
function summary({ total, counts }: Message): string {
  return `${total} notifications: ${counts.map(({ severity, count }) => `${count} ${severity}`).join(', ')}`;
}

/** The notices a line each, as many as `most` characters hold, written by `line`, and how many are left out. */
export function listed({ notices, total }: Message, most: number, line: (notice: Notice) => string): string {
  const lines: string[] = [];
  let remaining = most - '…and 99999 more'.length;
  for (const notice of notices) {
    const text = line(notice);
    remaining -= text.length + 1;
    if (remaining < 0) break;
    lines.push(text);
  }
  if (lines.length < total) lines.push(`…and ${total - lines.length} more`);
  return lines.join('\n');
}

/** `2026-01-15 10:30 UTC`. */
export function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
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
