import { createSecureContext, getCACertificates } from 'node:tls';
import { ImapFlow } from 'imapflow';
import { IMAPS_PORT, type Mailbox, type MailboxAccess, type MailboxFault } from '../../core/outside/mailbox.ts';
import { causeOf } from '../dial.ts';
import type { Connector } from '../door.ts';

const CONNECT_MS = 20_000;
const IDLE_MS = 60_000;
const MESSAGES = 200;
/** The numbers of a million messages fit in a line. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface ImapOptions {
  door: Connector;
  /** Trusted roots besides the usual ones, PEM. */
  ca: readonly string[];
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * A folder of an IMAP mailbox (RFC 9051) by TLS. What was fetched is known by its UID, whatever people read meanwhile; done messages
 * are marked as seen, or moved. The connection itself is the door's.
 */
export async function openImap({ host, port, user, password, folder, moveTo }: MailboxAccess & { kind: 'imap' }, { door, ca, maxBytes, signal }: ImapOptions): Promise<Mailbox | MailboxFault> {
  if (port !== IMAPS_PORT) return { fault: 'notAllowed', cause: `${host}: mailboxes are reached at port ${IMAPS_PORT} only. Remove the mailbox and add it again` };
  const socket = await door.connect({ host, port }, { timeoutMs: CONNECT_MS, signal });
  if ('refused' in socket) return { fault: socket.refused === 'notAllowed' ? 'notAllowed' : 'unreachable', cause: socket.cause };
  const client = new ImapFlow({
    host, port, secure: true, auth: { user, pass: password }, logger: false, disableAutoIdle: true, disableCompression: true,
    tls: { socket, secureContext: createSecureContext({ ca: [...getCACertificates('default'), ...ca] }) },
    connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: IDLE_MS,
    // A server is as hostile as anybody else: without these, one reply may have gigabytes.
    maxLineLength: MAX_LINE_BYTES, maxLiteralSize: maxBytes + 64 * 1024, maxResponseSize: maxBytes + 2 * MAX_LINE_BYTES,
  });
  // What breaks is reported by the call that it breaks.
  client.on('error', () => {});
  const end = (): void => {
    client.close();
    socket.destroy();
  };
  signal.addEventListener('abort', end, { once: true });
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | MailboxFault> => {
    try {
      return await work();
    } catch (error) {
      return faultOfError(error as ImapError, `${host}: ${what}`);
    }
  };

  const opened = await attempt('signing in', async () => {
    await client.connect();
    return null;
  }) ?? await attempt(`opening the folder ${folder}`, async () => {
    await client.mailboxOpen(folder);
    return null;
  });
  if (opened !== null) {
    end();
    return opened;
  }
  const validity = client.mailbox ? String(client.mailbox.uidValidity) : '';

  return {
    list: cursor => attempt('listing the folder', async () => {
      const [of, last] = (cursor ?? '').split(':');
      const after = of === validity ? Number(last) || 0 : 0;
      const found = await client.search({ uid: `${after + 1}:*` }, { uid: true });
      if (!found) return { fault: 'unreachable', cause: `${host}: the server refuses to search the folder` } as const;
      const uids = found.filter(uid => uid > after).toSorted((a, b) => a - b).slice(0, MESSAGES);
      if (uids.length === 0) return [];
      const sizes = new Map((await client.fetchAll(uids, { uid: true, size: true }, { uid: true })).map(({ uid, size }) => [uid, size]));
      return uids.map(uid => ({ id: String(uid), bytes: sizes.get(uid) ?? null, cursor: `${validity}:${uid}` }));
    }),
    read: id => attempt('reading a message', async (): Promise<Uint8Array | MailboxFault> => {
      const message = await client.fetchOne(id, { source: true }, { uid: true });
      return message && message.source ? message.source : { fault: 'notFound', cause: `${host}: the message is gone` };
    }),
    done: id => attempt('marking a message', async () => {
      if (moveTo === null) await client.messageFlagsAdd(id, ['\\Seen'], { uid: true });
      else if (!await client.messageMove(id, moveTo, { uid: true })) return { fault: 'notFound', cause: `${host}: the folder ${moveTo} does not take messages` } as const;
      return null;
    }),
    async close() {
      signal.removeEventListener('abort', end);
      await client.logout().catch(() => {});
      end();
    },
  };
}

type ImapError = Error & { authenticationFailed?: boolean; serverResponseCode?: string; responseStatus?: string; code?: string };

function faultOfError(error: ImapError, what: string): MailboxFault {
  if (error.authenticationFailed) return { fault: 'credentials', cause: `${what}: the name or password is not taken` };
  if (error.serverResponseCode === 'NONEXISTENT' || error.serverResponseCode === 'TRYCREATE') return { fault: 'notFound', cause: `${what}: there is no such folder` };
  if (error.serverResponseCode === 'OVERQUOTA' || error.serverResponseCode === 'LIMIT') return { fault: 'limited', cause: `${what}: the server limits what is asked` };
  if (error.code === 'LiteralTooLarge') return { fault: 'tooLarge', cause: `${what}: it is too large` };
  if (error.responseStatus === 'NO' && what.includes('opening')) return { fault: 'notFound', cause: `${what}: there is no such folder` };
  return { fault: 'unreachable', cause: `${what}: ${causeOf(error)}` };
}
