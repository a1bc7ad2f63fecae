import type { Socket } from 'node:net';
import { causeOf } from './dial.ts';

/** One reply of an SMTP server (RFC 5321 §4.2): its code, and its lines without the code. */
export interface SmtpServerReply {
  code: number;
  lines: readonly string[];
}

/** Why there is no reply: none in time, none before the end, or nothing that is one. */
export interface NoReply {
  kind: 'timeout' | 'closed' | 'garbled';
  cause: string;
}

/** Reads replies from a socket until `release`. */
export interface SmtpReplies {
  next(signal: AbortSignal): Promise<SmtpServerReply | NoReply>;
  /** Stops reading, so that TLS can; tells whether anything came behind the last reply. */
  release(): boolean;
}

/** RFC 5321 §4.5.3.1.5 allows 512; the room above is for careless servers. */
const MAX_LINE_BYTES = 2048;
const MAX_LINES = 100;
const MAX_UNREAD_BYTES = MAX_LINES * MAX_LINE_BYTES;
const LINE = /^([2-5]\d\d)([ -]|$)(.*)$/s;

/** Begins to read from `socket`. */
export function readReplies(socket: Socket): SmtpReplies {
  let rest = '';
  let openLineBytes = 0;
  let end: NoReply | null = null;
  let wake = () => {};
  const onData = (chunk: Buffer) => {
    rest += chunk.toString('latin1');
    // What is sent unasked waits in the kernel.
    if (rest.length > MAX_UNREAD_BYTES) socket.pause();
    const lastEnd = chunk.lastIndexOf('\n');
    openLineBytes = lastEnd < 0 ? openLineBytes + chunk.length : chunk.length - lastEnd - 1;
    // Bytes that trickle in are not worth another read before their line ends, or is too long.
    if (lastEnd >= 0 || openLineBytes > MAX_LINE_BYTES) wake();
  };
  const onEnd = () => finish('the server hung up');
  const onError = (error: Error) => finish(causeOf(error));
  socket.on('data', onData).once('end', onEnd).once('close', onEnd).on('error', onError);

  return {
    async next(signal) {
      const fire = () => wake();
      signal.addEventListener('abort', fire);
      try {
        for (;;) {
          const taken = takeReply(rest);
          if (taken && 'rest' in taken) {
            rest = taken.rest;
            return taken.reply;
          }
          if (taken) return taken;
          if (end) return end;
          if (signal.aborted) return { kind: 'timeout', cause: 'timeout' };
          await new Promise<void>(resolve => { wake = resolve; });
        }
      } finally {
        signal.removeEventListener('abort', fire);
      }
    },
    release() {
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
      return rest !== '';
    },
  };

  function finish(cause: string): void {
    end ??= { kind: 'closed', cause };
    wake();
  }
}

/** The first whole reply in `text` and what is behind it; null while it is not complete. */
function takeReply(text: string): { reply: SmtpServerReply; rest: string } | NoReply | null {
  const lines: string[] = [];
  let at = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    const line = text.slice(at, end).replace(/\r$/, '');
    const match = LINE.exec(line);
    if (!match || line.length > MAX_LINE_BYTES) return garbled(line);
    at = end + 1;
    lines.push(printable(match[3]!));
    if (match[2] !== '-') return { reply: { code: Number(match[1]), lines }, rest: text.slice(at) };
    if (lines.length === MAX_LINES) return { kind: 'garbled', cause: 'a reply without end' };
  }
  return text.length - at > MAX_LINE_BYTES ? garbled(text.slice(at)) : null;
}

function garbled(line: string): NoReply {
  return { kind: 'garbled', cause: `not SMTP: ${printable(line.slice(0, 60))}` };
}

const MAX_TEXT_CHARACTERS = 200;

/** Foreign text made harmless, and cut where it is long. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_TEXT_CHARACTERS).trim();
}
