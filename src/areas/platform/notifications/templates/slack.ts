import { cut, type Message } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';
import { escapeText, headline, listed, onlyNotice } from './words.ts';

/** Block Kit: a header has at most 150 characters, a section 3000. */
const MAX_HEADER = 150;
const MAX_SECTION = 3000;

/** An incoming webhook of Slack; `<`, `>` and `&` are escaped, so that no text mentions a channel or a person. */
export function slackBody(message: Message, _target: string, texts: NotificationsTexts): string {
  const only = onlyNotice(message);
  const text = only
    ? cutEscaped(only.body, MAX_SECTION)
    : listed(message, MAX_SECTION, texts, ({ severity, title }) => `• *${texts.severities[severity]}* ${escapeText(title)}`);
  const context = only ? `*${texts.severities[only.severity]}* · ${only.kind} · ${texts.language.isoMinute(only.createdAt)}` : texts.language.isoMinute(message.at);
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: headline(message, MAX_HEADER, texts), emoji: false } },
    ...(text === '' ? [] : [{ type: 'section', text: { type: 'mrkdwn', text } }]),
    { type: 'context', elements: [{ type: 'mrkdwn', text: `${context} · <${only?.url ?? message.url}|${escapeText(texts.open)}>` }] },
  ];
  return JSON.stringify({ text: escapeText(headline(message, MAX_HEADER, texts)), blocks, unfurl_links: false });
}

/** Escaping makes text at most five times as long. */
function cutEscaped(text: string, most: number): string {
  const escaped = escapeText(text);
  return escaped.length <= most ? escaped : escapeText(cut(text, Math.floor(most / 5)));
}
