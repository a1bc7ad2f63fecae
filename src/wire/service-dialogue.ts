import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import { formatIp, parseIp } from '../core/ip.ts';
import type { DialogueFailure, Received, ServiceDialogue, ServiceDialogues, TlsSeen } from '../core/outside/service-dialogues.ts';
import { withDeadline } from './deadline.ts';
import { startTls } from './dial.ts';
import type { Door, Refused } from './door.ts';
import { judgingContext } from './tls/handshake.ts';

/** What is read beyond what was asked for stays in the kernel. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** Dialogues through `door`, which waits for each target's turn. */
export function createServiceDialogues(door: Pick<Door, 'connect' | 'mayReach' | 'route' | 'turn'>): ServiceDialogues {
  let context: SecureContext | undefined;
  return {
    async open(target, options) {
      const socket = await door.connect(target, options);
      if ('refused' in socket) return failureOf(socket);
      return dialogueOn(socket, target.host, () => (context ??= judgingContext([])), options.signal);
    },
    async ask({ host, port }, datagram, { waitMs, maxBytes, signal }) {
      const to = door.mayReach(host) ? door.route(host, port) : null;
      if (to === null) return null;
      const leave = await door.turn(to.address, signal).catch(() => null);
      return leave && withDeadline(waitMs, signal, signal => exchange(to, datagram, maxBytes, signal)).finally(leave);
    },
  };
}

function failureOf({ refused, cause }: Refused): DialogueFailure {
  const failed = refused === 'notAllowed' || refused === 'timeout' ? refused : cause.endsWith('refused') ? 'refused' : 'unreachable';
  return { failed, cause };
}

function dialogueOn(plain: Socket, host: string, context: () => SecureContext, signal: AbortSignal): ServiceDialogue {
  let reader = readFrom(plain);
  const give = () => plain.destroy();
  signal.addEventListener('abort', give, { once: true });
  plain.once('close', () => signal.removeEventListener('abort', give));
  return {
    send: bytes => { if (reader.socket.writable) reader.socket.write(bytes); },
    receive: options => reader.receive(options),
    async startTls({ serverName, alpn, waitMs }) {
      reader.release();
      return withDeadline(waitMs, signal, async signal => {
        try {
          const tls = await startTls(plain, { host: serverName ?? host, alpn, context: context(), anyCertificate: true, signal });
          reader = readFrom(tls);
          return seenOf(tls);
        } catch (error) {
          return { failed: 'tls' as const, cause: (error as Error).message };
        }
      });
    },
    close: () => {
      reader.socket.destroy();
      plain.destroy();
    },
  };
}

interface Reader {
  socket: Socket;
  receive: ServiceDialogue['receive'];
  release(): void;
}

function readFrom(socket: Socket): Reader {
  let unread: Buffer[] = [];
  let unreadBytes = 0;
  let closed = socket.destroyed;
  let wake = () => {};
  const onData = (chunk: Buffer) => {
    unread.push(chunk);
    unreadBytes += chunk.length;
    if (unreadBytes > MAX_UNREAD_BYTES) socket.pause();
    wake();
  };
  const onEnd = () => {
    closed = true;
    wake();
  };
  socket.on('data', onData).once('end', onEnd).once('close', onEnd).on('error', onEnd);
  return {
    socket,
    receive: async ({ waitMs, maxBytes, isWhole = bytes => bytes.length > 0 }) => {
      let end: Received['end'] | null = null;
      const timer = setTimeout(() => {
        end ??= 'timeout';
        wake();
      }, waitMs);
      try {
        for (;;) {
          const bytes = unread.length === 1 ? unread[0]! : Buffer.concat(unread);
          unread = [bytes];
          if (bytes.length >= maxBytes) end = 'full';
          else if (bytes.length > 0 && isWhole(bytes)) end = 'whole';
          else if (closed) end = 'closed';
          if (end !== null) return taken(bytes, maxBytes, end);
          await new Promise<void>(resolve => { wake = resolve; });
        }
      } finally {
        clearTimeout(timer);
      }
    },
    release: () => { socket.off('data', onData).off('end', onEnd).off('close', onEnd); },
  };

  /** What goes beyond `maxBytes` is dropped: an endless reply is nobody's second answer. */
  function taken(bytes: Buffer, maxBytes: number, end: Received['end']): Received {
    unread = [];
    unreadBytes = 0;
    if (end !== 'full') socket.resume();
    return { bytes: bytes.subarray(0, maxBytes), end };
  }
}

function seenOf(tls: TLSSocket): TlsSeen {
  const certificate = tls.getPeerX509Certificate();
  const line = (name: string | undefined) => name?.replaceAll('\n', ', ') ?? null;
  return {
    version: tls.getProtocol() ?? 'unknown',
    alpn: typeof tls.alpnProtocol === 'string' ? tls.alpnProtocol : null,
    subject: line(certificate?.subject),
    issuer: line(certificate?.issuer),
  };
}

/** The socket is connected, so that the system drops what comes from elsewhere. */
async function exchange({ address, port }: { address: string; port: number }, datagram: Uint8Array, maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null> {
  const bytes = parseIp(address);
  if (bytes === null) return null;
  const socket = createSocket(bytes.length === 4 ? 'udp4' : 'udp6');
  try {
    socket.connect(port, formatIp(bytes));
    await once(socket, 'connect', { signal });
    const reply = once(socket, 'message', { signal }) as Promise<[Buffer]>;
    socket.send(datagram);
    const [message] = await reply;
    return message.subarray(0, maxBytes);
  } catch {
    return null;
  } finally {
    socket.close();
  }
}
