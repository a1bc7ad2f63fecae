import type { z } from 'zod';
import type { FeedReading, ReadFeed, StatusReport } from './report.ts';

const MAX_CAUSE_CHARACTERS = 200;

/** The text of a body by its byte order mark, else as UTF-8; null where it is neither. */
export function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(body), { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-16be' | 'utf-16le' | 'utf-8' {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
}

/** A feed of JSON in the form of `schema`. */
export function jsonFeed<Schema extends z.ZodType>(schema: Schema, reportOf: (given: z.output<Schema>) => StatusReport): ReadFeed {
  return body => {
    const text = textOf(body);
    if (text === null) return unreadable('the encoding is neither UTF-8 nor UTF-16 with a byte order mark');
    const json = parsed(text);
    if (json === undefined) return unreadable('not JSON, or cut off');
    const { success, data, error } = schema.safeParse(json);
    return success ? { outcome: 'report', report: reportOf(data) } : unreadable(`another form than expected, at ${error.issues[0]!.path.join('.') || 'the top'}`);
  };
}

export function unreadable(cause: string): FeedReading {
  return { outcome: 'unreadable', cause: cause.slice(0, MAX_CAUSE_CHARACTERS) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
