import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import type { NewId } from '../core/ids.ts';
import type { Email, Mailer } from '../core/outside/mail.ts';
import { createMailFolder } from './mail-folder.ts';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with credentials where the server wants them; null keeps e-mails in the folder. */
  smtpUrl: string | null;
  /** The sender: an address, or `Name <address>`. */
  from: string;
  /** Where e-mails are kept that cannot leave. */
  folder: string;
  log(line: string): void;
  clock: Clock;
  newId: NewId;
  /** Trusted roots besides the usual ones, PEM. */
  ca?: readonly string[];
  /** How long a server gets that asks to come back later; a second unless given. */
  retryAfterMs?: number;
}

const CONNECT_MS = 5_000;
const WHOLE_MS = 20_000;

/** Sends by the operator's mail server; without one, e-mails go to the folder and a line of the log says where they lie. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, clock, from, retryAfterMs = 1_000 } = options;
  const message = (mail: Email) => ({
    from, to: { name: '', address: mail.to }, subject: mail.subject, text: mail.text, date: new Date(clock.now()),
    ...(mail.html === undefined ? {} : { html: mail.html }),
    ...(mail.id === undefined ? {} : { messageId: `<${mail.id}@${hostOf(from)}>` }),
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    // RFC 3834 §5: keeps holiday replies away.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    disableFileAccess: true, disableUrlAccess: true,
  });
  if (smtpUrl === null) {
    const keep = createMailFolder(options);
    return { configured: false, send: mail => keep(mail).then(() => null) };
  }
  const server = readSmtpUrl(smtpUrl);
  return {
    configured: true,
    async send(mail) {
      try {
        return await sendOnce(message(mail));
      } catch (error) {
        if (!isTemporary(error)) throw error;
        await delay(retryAfterMs);
        return await sendOnce(message(mail));
      }
    },
  };

  async function sendOnce(mail: ReturnType<typeof message>): Promise<number> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...server, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: CONNECT_MS, dnsTimeout: CONNECT_MS,
      ...(options.ca ? { tls: { ca: [...options.ca] } } : {}),
    });
    const over = new AbortController();
    const late = delay(WHOLE_MS, undefined, { signal: over.signal }).then(() => { throw new LateError(); });
    try {
      const { response } = await Promise.race([transport.sendMail(mail), late]);
      return Number(response.slice(0, 3));
    } finally {
      over.abort();
      late.catch(() => {});
      transport.close();
    }
  }
}

/** RFC 2369 §3.2, and RFC 8058 §3.1 where the page is on https. */
function unsubscribeHeaders({ unsubscribeUrl: url }: Email): Record<string, string> {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}) };
}

/** The domain of the sender. */
function hostOf(from: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

class LateError extends Error {
  override message = `The mail server took longer than ${WHOLE_MS / 1000} s`;
}

/** Host, port and credentials; throws an `Error` that names the setting, never the credentials. */
function readSmtpUrl(text: string) {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('DSS_SMTP_URL must be smtp://host:port or smtps://host:port, with user:password@ before the host where needed');
  }
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // Credentials never go over a line that somebody has stripped of STARTTLS.
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) }, requireTLS: !secure }),
  };
}

/** RFC 5321 §4.2.1: 4yz may pass; so may a connection that fails or breaks. A server that refuses for good is asked once. */
function isTemporary(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode !== undefined) return responseCode >= 400 && responseCode < 500;
  return ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'].includes(code ?? '');
}
