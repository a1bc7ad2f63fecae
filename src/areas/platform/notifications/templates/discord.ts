import { cut, type Message } from '../notice.ts';
import { escapeMarkdown, headline, listed, severityStyles, onlyNotice } from './words.ts';

/** An embed: title 256 characters, description 4096. */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4096;

/** A webhook of Discord; nobody is mentioned, whatever the text says. */
export function discordBody(message: Message): string {
  const only = onlyNotice(message);
  const description = only
    ? escapeMarkdown(cut(only.body, MAX_DESCRIPTION / 2))
    : listed(message, MAX_DESCRIPTION, ({ severity, title }) => `- **${severityStyles[severity].word}** ${escapeMarkdown(title)}`);
  const embed = {
    title: cut(escapeMarkdown(headline(message, MAX_TITLE / 2)), MAX_TITLE),
    description,
    url: only?.url ?? message.url,
    color: severityStyles[message.notices[0].severity].color,
    timestamp: only?.createdAt ?? message.at,
    ...(only ? { footer: { text: only.kind } } : {}),
  };
  return JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } });
}
