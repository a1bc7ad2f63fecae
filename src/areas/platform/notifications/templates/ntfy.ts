import type { Severity } from '../../../../core/finding.ts';
import { cut, type Message } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';
import { headline, listed, onlyNotice } from './words.ts';

/** A longer message becomes a file. */
const MAX_MESSAGE_BYTES = 4096;
const MAX_TITLE = 250;

const urgency: Readonly<Record<Severity, { priority: number; tag: string }>> = {
  critical: { priority: 5, tag: 'rotating_light' },
  high: { priority: 4, tag: 'warning' },
  medium: { priority: 3, tag: 'large_orange_diamond' },
  low: { priority: 2, tag: 'small_blue_diamond' },
  info: { priority: 1, tag: 'information_source' },
};

/** A message for ntfy, published as JSON: unlike headers it takes every character. `target` is the URL of the topic. */
export function ntfyBody(message: Message, target: string, texts: NotificationsTexts): string {
  const only = onlyNotice(message);
  const { priority, tag } = urgency[message.notices[0].severity];
  // Four bytes are the most that a UTF-16 code unit takes in UTF-8, rounded up.
  const text = only ? cut(only.body, MAX_MESSAGE_BYTES / 4) : listed(message, MAX_MESSAGE_BYTES / 4, texts, ({ severity, title }) => texts.titled(severity, title));
  const title = headline(message, MAX_TITLE, texts);
  return JSON.stringify({ topic: topicOf(target), title, message: text === '' ? title : text, priority, tags: [tag], click: only?.url ?? message.url });
}

function topicOf(target: string): string {
  return decodeURIComponent(new URL(target).pathname.split('/').at(-1)!);
}

/** Where JSON is posted: the server of the topic. */
export function ntfyServer(target: string): string {
  return new URL('./', target).href;
}
