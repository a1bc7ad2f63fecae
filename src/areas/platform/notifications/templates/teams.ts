import type { Severity } from '../../../../core/finding.ts';
import { cut, type Message } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';
import { escapeMarkdown, headline, listed, onlyNotice } from './words.ts';

/** A card has at most 28 KB. */
const MAX_TEXT = 8000;
const MAX_TITLE = 300;

const colors: Readonly<Record<Severity, string>> = { critical: 'Attention', high: 'Attention', medium: 'Warning', low: 'Accent', info: 'Default' };

/** An adaptive card for a workflow of Microsoft Teams that posts to a chat when a webhook request is received. */
export function teamsBody(message: Message, _target: string, texts: NotificationsTexts): string {
  const only = onlyNotice(message);
  // A single line break is none in a card.
  const text = only
    ? escapeMarkdown(cut(only.body, MAX_TEXT / 2)).replaceAll('\n', '\n\n')
    : listed(message, MAX_TEXT, texts, ({ severity, title }) => `- **${texts.severities[severity]}** ${escapeMarkdown(title)}`);
  const facts = only ? [[texts.facts.severity, texts.severities[only.severity]], [texts.facts.kind, only.kind], [texts.facts.time, texts.language.isoMinute(only.createdAt)]] : [[texts.facts.time, texts.language.isoMinute(message.at)]];
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, color: colors[message.notices[0].severity], text: escapeMarkdown(headline(message, MAX_TITLE, texts)) },
      ...(text === '' ? [] : [{ type: 'TextBlock', wrap: true, text }]),
      { type: 'FactSet', facts: facts.map(([title, value]) => ({ title, value })) },
    ],
    actions: [{ type: 'Action.OpenUrl', title: texts.open, url: only?.url ?? message.url }],
  };
  return JSON.stringify({ type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }] });
}
