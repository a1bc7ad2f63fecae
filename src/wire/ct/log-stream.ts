import type { NamesStep, NameStream } from '../../core/outside/name-stream.ts';
import { later, type Later } from './ask.ts';
import { isEqual, type Hash } from './merkle.ts';
import type { TreeHead } from './tree-head.ts';

/** A log shows something that cannot be so if it is honest and whole. */
export interface Broken {
  outcome: 'broken';
  cause: string;
}

/** The state of a log that was believed. */
export type KnownHead = Pick<TreeHead, 'size' | 'root'>;

/** One kind of log, as a stream reads it. */
export interface LogReader {
  /** The state that the log shows now, signed by it. */
  head(signal: AbortSignal): Promise<{ outcome: 'head'; head: TreeHead } | Later | Broken>;
  /** Whether the tree of `now` begins with that of `before`, which is smaller; null where it does. */
  contradiction(before: KnownHead, now: KnownHead, signal: AbortSignal): Promise<Later | Broken | null>;
  /** The names in the entries from `at` on, at least one entry and none beyond `head`. */
  names(head: KnownHead, at: number, signal: AbortSignal): Promise<{ outcome: 'entries'; names: string[]; count: number } | Later | Broken>;
}

/** What a cursor holds: up to where entries were read, and the state of the log that was believed last. */
interface Position {
  at: number;
  head: KnownHead;
}

/**
 * A log of certificates as a stream. It begins at the end of the log; what was read of it is held against what it signs later, so that
 * a log which forks or goes back is broken and not believed.
 */
export function createLogStream(url: string, reader: LogReader): NameStream {
  return {
    id: `ct:${url}`,
    source: 'ct',
    async next(cursor, signal): Promise<NamesStep> {
      const position = cursor === null ? null : readPosition(cursor);
      if (position && position.at < position.head.size) return read(position, signal);
      const shown = await reader.head(signal);
      if (shown.outcome !== 'head') return shown;
      const { head } = shown;
      if (position === null) return { outcome: 'names', names: [], cursor: write({ at: head.size, head }), more: false };
      const contradiction = await compare(position.head, head, signal);
      if (contradiction) return contradiction;
      return head.size === position.at ? { outcome: 'names', names: [], cursor: cursor!, more: false } : read({ at: position.at, head }, signal);
    },
  };

  async function compare(before: KnownHead, now: TreeHead, signal: AbortSignal): Promise<Later | Broken | null> {
    if (now.size < before.size) {
      // A cache in between may be behind.
      const contradiction = now.size === 0 ? null : await reader.contradiction(now, before, signal);
      return contradiction ?? later(`${url} shows an older state: ${now.size} entries, and had ${before.size}`);
    }
    if (now.size > before.size) return before.size === 0 ? null : reader.contradiction(before, now, signal);
    return isEqual(before.root, now.root) ? null : { outcome: 'broken', cause: `${url} shows two different trees of ${now.size} entries` };
  }

  async function read({ at, head }: Position, signal: AbortSignal): Promise<NamesStep> {
    const step = await reader.names(head, at, signal);
    if (step.outcome !== 'entries') return step;
    const after = at + step.count;
    return { outcome: 'names', names: step.names, cursor: write({ at: after, head }), more: after < head.size };
  }
}

function write({ at, head: { size, root } }: Position): string {
  return JSON.stringify({ at, size, root: Buffer.from(root).toString('base64') });
}

/** Null for what is no cursor of a log: then the stream begins anew. */
function readPosition(cursor: string): Position | null {
  try {
    const { at, size, root } = JSON.parse(cursor) as { at: number; size: number; root: string };
    const hash: Hash = Buffer.from(root, 'base64');
    return Number.isSafeInteger(at) && Number.isSafeInteger(size) && at >= 0 && at <= size ? { at, head: { size, root: hash } } : null;
  } catch {
    return null;
  }
}
