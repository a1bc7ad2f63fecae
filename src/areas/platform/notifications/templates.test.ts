import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test, { suite } from 'node:test';
import { MAX_POST_BYTES } from '../../../core/outside/post.ts';
import { channelKindNames, channelKinds, type ChannelKindName } from './channel-kinds.ts';
import type { Message, Notice } from './notice.ts';
import { ntfyServer } from './templates/ntfy.ts';
import { withUnsubscribe } from './templates/email-body.ts';
import { notificationsTexts } from './texts.ts';
import { inEnglish } from '../../../../test/speaking.ts';

const texts = inEnglish(notificationsTexts);
const golden = join(import.meta.dirname, 'golden');
const messages = globSync('messages/*.json', { cwd: golden }).map(file => basename(file, '.json')).toSorted();
const read = (file: string) => JSON.parse(readFileSync(join(golden, file), 'utf8')) as unknown;
const targets: Partial<Record<ChannelKindName, string>> = { telegram: '-100123', ntfy: 'https://ntfy.sh/my-alerts' };
const bodyOf = (kind: ChannelKindName, message: Message) => channelKinds[kind].body(message, targets[kind] ?? '', texts);

suite('every kind of channel says every message as its file shows', () => {
  test('the files are there', () => assert.ok(messages.length >= 4));
  for (const kind of channelKindNames) {
    for (const name of messages) {
      if (name === 'digest' && !channelKinds[kind].collects) continue;
      test(`${kind}: ${name}`, () => assert.deepEqual(JSON.parse(bodyOf(kind, read(`messages/${name}.json`) as Message)), read(`${kind}/${name}.json`)));
    }
  }
});

/** How long a text the receiver takes, by what its documentation says. */
const limits: Partial<Record<ChannelKindName, (body: never) => [text: string, most: number][]>> = {
  slack: ({ blocks }: { blocks: { type: string; text?: { text: string } }[] }) => blocks.flatMap(({ type, text }) => (text ? [[text.text, type === 'header' ? 150 : 3000] as [string, number]] : [])),
  teams: (body: object) => [[JSON.stringify(body), 28_000]],
  discord: ({ embeds: [embed] }: { embeds: [{ title: string; description: string }] }) => [[embed.title, 256], [embed.description, 4096]],
  telegram: ({ text }: { text: string }) => [[text.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '&'), 4096]],
  ntfy: ({ message, title }: { message: string; title: string }) => [[Buffer.from(message).toString('latin1'), 4096], [title, 250]],
  pagerduty: ({ payload }: { payload: { summary: string } }) => [[payload.summary, 1024]],
};

suite('no message is longer than its receiver takes', () => {
  const notice = read('messages/event.json') as Message;
  for (const [says, character] of [['letters', 'a'], ['what is escaped', '<'], ['Markdown', '*'], ['quotes', '"'], ['emoji', '🦊'], ['words of three bytes', '字']] as const) {
    const long: Notice = { ...notice.notices[0], title: character.repeat(Math.floor(300 / character.length)), body: character.repeat(Math.floor(4000 / character.length)), data: { domain: 'example.org', added: [character.repeat(3000)] } };
    const one: Message = { ...notice, notices: [long] };
    const many: Message = { ...notice, notices: [long, ...Array.from({ length: 99 }, () => long)], total: 5000, counts: [{ severity: 'critical', count: 5000 }] };
    for (const kind of channelKindNames) {
      test(`${kind}, full of ${says}`, () => {
        for (const message of channelKinds[kind].collects ? [one, many] : [one]) {
          const body = bodyOf(kind, message);
          if (kind !== 'email') assert.ok(Buffer.byteLength(body) < MAX_POST_BYTES, `${Buffer.byteLength(body)} bytes`);
          assert.ok(body.isWellFormed());
          for (const [text, most] of limits[kind]?.(JSON.parse(body) as never) ?? []) assert.ok(text.length <= most, `${text.length} characters, ${most} at most`);
        }
      });
    }
  }
});

test('an e-mail ends with its unsubscribe link, in both forms', () => {
  const { text, html } = withUnsubscribe({ subject: 'S', text: 'T', html: '<p>H</p>' }, 'https://dss.example/u/abc', texts);
  assert.ok(text.endsWith('\n--\nUnsubscribe: https://dss.example/u/abc\n'));
  assert.match(html, /<a href="https:\/\/dss\.example\/u\/abc">Unsubscribe<\/a>/);
});

test('ntfy gets JSON at the server of the topic', () => {
  assert.deepEqual(['https://ntfy.sh/a', 'https://push.example/ntfy/a'].map(ntfyServer), ['https://ntfy.sh/', 'https://push.example/ntfy/']);
});
