import { cut, type Message } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';
import { escapeHtml, headline, listed, onlyNotice } from './words.ts';

/** A message has at most 4096 characters after its entities are parsed; ours are counted before. */
const MAX_TEXT = 3600;
const MAX_TITLE = 200;

/** `sendMessage` of Telegram's bot interface; `target` is the chat. */
export function telegramBody(message: Message, target: string, texts: NotificationsTexts): string {
  const only = onlyNotice(message);
  const rest = only ? escapeHtml(cut(only.body, MAX_TEXT)) : listed(message, MAX_TEXT, texts, ({ severity, title }) => `• <b>${texts.severities[severity]}</b> ${escapeHtml(title)}`);
  const parts = [`<b>${escapeHtml(headline(message, MAX_TITLE, texts))}</b>`, ...(rest === '' ? [] : [rest]), `<a href="${escapeHtml(only?.url ?? message.url)}">${escapeHtml(texts.open)}</a>`];
  return JSON.stringify({ chat_id: target, text: parts.join('\n\n'), parse_mode: 'HTML', link_preview_options: { is_disabled: true } });
}
