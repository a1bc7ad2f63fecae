import { cut, type Message } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';
import { escapeMarkdown, headline, listed, onlyNotice, severityColors } from './words.ts';

/** An embed: title 256 characters, description 4096. */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4096;

/** A webhook of Discord; nobody is mentioned, whatever the text says. */
export function discordBody(message: Message, _target: string, texts: NotificationsTexts): string {
  const only = onlyNotice(message);
  const description = only
    ? escapeMarkdown(cut(only.body, MAX_DESCRIPTION / 2))
    : listed(message, MAX_DESCRIPTION, texts, ({ severity, title }) => `- **${texts.severities[severity]}** ${escapeMarkdown(title)}`);
  const embed = {
    title: cut(escapeMarkdown(headline(message, MAX_TITLE / 2, texts)), MAX_TITLE),
    description,
    url: only?.url ?? message.url,
    color: severityColors[message.notices[0].severity],
    timestamp: only?.createdAt ?? message.at,
    ...(only ? { footer: { text: only.kind } } : {}),
  };
  return JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } });
}
