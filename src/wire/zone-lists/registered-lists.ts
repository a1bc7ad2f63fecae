import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { z } from 'zod';
import type { NamesStep, NameStream } from '../../core/outside/name-stream.ts';
import { asLater, ask, later, type Asking } from '../ct/ask.ts';

const TIMEOUT_MS = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
const NAMES_A_STEP = 5000;
const DAY_MS = 86_400_000;
/** After a longer pause the lists in between are passed over. */
const MOST_DAYS = 7;

const NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const Position = z.object({ day: z.iso.date(), at: z.int().nonnegative() });

/**
 * Daily lists of newly registered names as one stream. In `template`, `{date}` stands for the day, such as 2026-11-22, and `{base64}` for
 * the base64 of `2026-11-22.zip`. A list is text with a name a line, or a ZIP or gzip of it.
 */
export function createRegisteredLists(asking: Asking, template: string): NameStream {
  let taken: { day: string; names: string[] } | null = null;
  return {
    id: 'nrd',
    source: 'nrd',
    async next(cursor, signal): Promise<NamesStep> {
      const yesterday = asking.clock.now() - DAY_MS;
      const position = positionIn(cursor, yesterday);
      if (position.day > dayOf(yesterday)) return { outcome: 'names', names: [], cursor: JSON.stringify(position), more: false };
      if (taken?.day !== position.day) {
        const answer = await ask(asking, addressOf(template, position.day), { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
        if (answer.outcome !== 'body') return asLater(answer);
        const names = namesIn(answer.body);
        if (names === null) return later(`the list of ${position.day} cannot be read`);
        taken = { day: position.day, names };
      }
      const end = position.at + NAMES_A_STEP;
      const names = taken.names.slice(position.at, end);
      if (end < taken.names.length) return { outcome: 'names', names, cursor: JSON.stringify({ day: position.day, at: end }), more: true };
      taken = null;
      const next = dayOf(Date.parse(position.day) + DAY_MS);
      return { outcome: 'names', names, cursor: JSON.stringify({ day: next, at: 0 }), more: next <= dayOf(yesterday) };
    },
  };
}

function positionIn(cursor: string | null, yesterday: number): z.output<typeof Position> {
  const earliest = dayOf(yesterday - MOST_DAYS * DAY_MS);
  try {
    const position = Position.parse(JSON.parse(cursor!));
    return position.day < earliest ? { day: earliest, at: 0 } : position;
  } catch {
    return { day: dayOf(yesterday), at: 0 };
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function addressOf(template: string, day: string): string {
  return template.replaceAll('{date}', day).replaceAll('{base64}', encodeURIComponent(Buffer.from(`${day}.zip`).toString('base64')));
}

/** The names, one a line; null where the file is damaged, would unpack to far too much, or has none. */
function namesIn(body: Uint8Array): string[] | null {
  const text = unpack(body);
  const names = text && Buffer.from(text).toString('latin1').split(/[\r\n]+/).map(line => line.trim().toLowerCase()).filter(line => NAME.test(line));
  return names?.length ? names : null;
}

function unpack(body: Uint8Array): Uint8Array | null {
  try {
    if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body, { maxOutputLength: MAX_TEXT_BYTES });
    if (body[0] !== 0x50 || body[1] !== 0x4b) return body;
    let remaining = MAX_TEXT_BYTES;
    const files = unzipSync(body, { filter: ({ originalSize }) => (remaining -= originalSize) >= 0 });
    return Buffer.concat(Object.values(files));
  } catch {
    return null;
  }
}
