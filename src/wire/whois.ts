import type { Socket } from 'node:net';
import type { RegistryReply } from '../core/outside/probes.ts';
import { unlessLate, withDeadline } from './deadline.ts';
import { causeOf } from './dial.ts';
import type { Connector, Door, Target } from './door.ts';

export interface WhoisOptions {
  door: Door;
  /** The operator's own first server, which may stand anywhere and may answer itself. Null for IANA's. */
  server: Target | null;
}

/** Asks the first server, and those that it refers to, for a name in A-labels (RFC 3912). Ends when `signal` fires. */
export type Whois = (name: string, signal: AbortSignal) => Promise<RegistryReply>;

/** The server that knows which registry has a top-level domain. */
export const IANA_WHOIS: Target = { host: 'whois.iana.org', port: 43 };
const TIMEOUT_MS = 5000;
const MAX_REPLY_BYTES = 128 * 1024;
const MAX_REFERRALS = 2;

export function createWhois({ door, server }: WhoisOptions): Whois {
  return (name, signal) => withDeadline(TIMEOUT_MS, signal, async signal => {
    const asked = new Set<string>();
    let target = server ?? IANA_WHOIS;
    for (let referrals = 0; ; referrals++) {
      const text = await ask(referrals === 0 && server ? door.configured : door, target, name, signal);
      if (typeof text !== 'string') return failed(text.failed);
      const next = subjectOf(text) === name ? null : referralOf(text);
      if (!next || textOf(next) === textOf(target)) return answerOf(text, name, target);
      asked.add(textOf(target));
      if (asked.has(textOf(next))) return failed(`${textOf(target)} refers back to ${textOf(next)}`);
      if (referrals === MAX_REFERRALS) return failed(`more than ${MAX_REFERRALS} referrals`);
      target = next;
    }
  });
}

/** The server in `host[:port]`, null where it is none. */
export function parseWhoisServer(text: string): Target | null {
  const match = /^([a-z0-9._-]{1,254}|\[[0-9a-f:.]{1,45}\])(?::(\d{1,5}))?$/i.exec(text.trim());
  const port = Number(match?.[2] ?? 43);
  return match && port > 0 && port < 65_536 ? { host: match[1]!.toLowerCase(), port } : null;
}

/** Where the reply sends the reader on: the first `refer:` or else `whois:` line, as IANA writes them. Total on any input. */
export function referralOf(text: string): Target | null {
  const line = /^refer:[ \t]*(\S+)/im.exec(text) ?? /^whois:[ \t]*(\S+)/im.exec(text);
  return line ? parseWhoisServer(line[1]!.replace(/^whois:\/\//i, '').replace(/\/$/, '')) : null;
}

/** Where the registry has no WHOIS server, IANA speaks of the top-level domain or finds nothing: that is no word on the name, but under .int, of which IANA is the registry. */
function answerOf(text: string, name: string, server: Target): RegistryReply {
  const subject = subjectOf(text);
  const isAbove = subject === undefined ? /^% IANA WHOIS server/im.test(text) && !name.endsWith('.int') : name.endsWith(`.${subject}`);
  if (isAbove) return failed(`no WHOIS server is known for .${name.split('.').at(-1)}`);
  return { outcome: 'answered', source: 'whois', server: textOf(server), text };
}

function subjectOf(text: string): string | undefined {
  return /^domain:[ \t]*(\S+)/im.exec(text)?.[1]?.toLowerCase();
}

async function ask(connector: Connector, server: Target, name: string, signal: AbortSignal): Promise<string | { failed: string }> {
  const socket = await connector.connect(server, { timeoutMs: TIMEOUT_MS, signal });
  if ('refused' in socket) return { failed: socket.cause };
  try {
    socket.write(`${name}\r\n`);
    const reply = await unlessLate(readAll(socket), signal, { failed: 'timeout' });
    return 'failed' in reply ? { failed: `${textOf(server)}: ${reply.failed}` } : decodeText(reply);
  } finally {
    socket.destroy();
  }
}

async function readAll(socket: Socket): Promise<Uint8Array | { failed: string }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of socket as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_REPLY_BYTES) return { failed: `the reply is larger than ${MAX_REPLY_BYTES / 1024} KiB` };
    }
  } catch (error) {
    return { failed: causeOf(error as Error) };
  }
  return length > 0 ? Buffer.concat(chunks) : { failed: 'the reply is empty' };
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

function textOf({ host, port }: Target): string {
  return port === 43 ? host : `${host}:${port}`;
}

function failed(cause: string): RegistryReply {
  return { outcome: 'failed', source: 'whois', cause };
}
