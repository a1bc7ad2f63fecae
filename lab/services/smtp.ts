import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import type { Authority } from './ca.ts';
import { listen, type Listening } from './listen.ts';

/** `refuse` says 550 to recipients, `temporary` 451; `drop` hangs up after the e-mail without a word. */
export type MailFault = 'refuse' | 'temporary' | 'drop' | 'silent' | 'noStarttls';

/** An e-mail as the lab's mail server took it. */
export interface TakenEmail {
  from: string;
  to: readonly string[];
  /** Headers and body, lines ending with \r\n, dots unstuffed. */
  text: string;
  /** Whether it came over TLS. */
  secure: boolean;
  /** Who signed in; null for nobody. */
  user: string | null;
}

/** A mail server that takes every e-mail and delivers none. */
export interface MailSink extends Listening {
  /** How it misbehaves from now on; null for not at all. `times` lets it recover after so many e-mails. */
  setFault(fault: MailFault | null, times?: number): void;
  /** The e-mails taken since the last call. */
  takeEmails(): TakenEmail[];
}

const HOST = 'localhost';
const MAX_LINE_BYTES = 4096;
const MAX_EMAIL_BYTES = 1024 * 1024;
const MAX_RECIPIENTS = 100;
/** Anyone who signs in must know this. */
const PASSWORD = 'lab';

interface Sink {
  mails: TakenEmail[];
  /** The fault for the next answer at `stage`, used up. */
  fault(...stage: MailFault[]): boolean;
  context: SecureContext;
}

/** Speaks SMTP (RFC 5321) with STARTTLS (RFC 3207) by a certificate of the lab for `localhost`, and AUTH PLAIN (RFC 4954). */
export async function startMailSink(authority: Authority): Promise<MailSink> {
  const mails: TakenEmail[] = [];
  let current: { fault: MailFault | null; times: number } = { fault: null, times: 0 };
  const sink: Sink = {
    mails,
    context: createSecureContext(authority.issue(HOST, 'good')),
    fault(...stage) {
      if (current.fault === null || current.times <= 0 || !stage.includes(current.fault)) return false;
      current.times--;
      return true;
    },
  };
  const listening = await listen(createServer(socket => {
    if (!sink.fault('silent')) serve(socket, sink, false);
  }));
  return {
    ...listening,
    setFault: (fault, times = Infinity) => { current = { fault, times }; },
    takeEmails: () => mails.splice(0),
  };
}

interface Envelope {
  from: string | null;
  to: string[];
}

function serve(socket: Socket, sink: Sink, secure: boolean): void {
  const say = (...lines: string[]) => socket.write(lines.map(line => `${line}\r\n`).join(''));
  let envelope: Envelope = { from: null, to: [] };
  let user: string | null = null;
  let data: string[] | null = null;
  let size = 0;

  const commands: Record<string, (argument: string) => void> = {
    EHLO: () => say(`250-${HOST}`, '250-8BITMIME', `250-SIZE ${MAX_EMAIL_BYTES}`, ...(secure || sink.fault('noStarttls') ? [] : ['250-STARTTLS']), '250 AUTH PLAIN'),
    HELO: () => say(`250 ${HOST}`),
    STARTTLS: () => startTls(),
    AUTH: argument => {
      const [, name, password] = Buffer.from(/^PLAIN (\S+)$/i.exec(argument)?.[1] ?? '', 'base64').toString('utf8').split('\0');
      if (!secure) return say('538 5.7.11 Encryption required');
      if (password !== PASSWORD) return say('535 5.7.8 Authentication credentials invalid');
      user = name!;
      return say('235 2.7.0 Authentication succeeded');
    },
    MAIL: argument => {
      const from = /^FROM:<([^<>\s]*)>/i.exec(argument)?.[1];
      if (from === undefined) return say('501 5.5.4 Syntax: MAIL FROM:<address>');
      envelope = { from, to: [] };
      return say('250 2.1.0 Ok');
    },
    RCPT: argument => {
      const to = /^TO:<([^<>\s]+@[^<>\s]+)>/i.exec(argument)?.[1];
      if (envelope.from === null) return say('503 5.5.1 MAIL first');
      if (to === undefined) return say('501 5.5.4 Syntax: RCPT TO:<address>');
      if (sink.fault('refuse')) return say('550 5.1.1 There is no such mailbox');
      if (sink.fault('temporary')) return say('451 4.3.0 Come back later');
      if (envelope.to.length === MAX_RECIPIENTS) return say('452 4.5.3 Too many recipients');
      envelope.to.push(to);
      return say('250 2.1.5 Ok');
    },
    DATA: () => {
      if (envelope.to.length === 0) return say('503 5.5.1 RCPT first');
      [data, size] = [[], 0];
      return say('354 End data with <CR><LF>.<CR><LF>');
    },
    RSET: () => {
      envelope = { from: null, to: [] };
      say('250 2.0.0 Ok');
    },
    NOOP: () => say('250 2.0.0 Ok'),
    QUIT: () => socket.end('221 2.0.0 Bye\r\n'),
  };

  function startTls(): void {
    if (secure) return void say('503 5.5.1 TLS is active');
    if (sink.fault('noStarttls')) return void say('502 5.5.1 Not implemented');
    say('220 2.0.0 Ready to start TLS');
    stopReading();
    const tls = new TLSSocket(socket, { isServer: true, secureContext: sink.context });
    // A client that refuses the certificate is a case of the tests.
    tls.on('error', () => tls.destroy());
    serve(tls, sink, true);
  }

  function command(line: string): void {
    const [, verb, argument] = /^([A-Za-z]+)(?: (.*))?$/.exec(line) ?? [];
    const run = commands[verb?.toUpperCase() ?? ''];
    if (run) run(argument ?? '');
    else say('500 5.5.2 Unknown command');
  }

  function dataLine(line: string, lines: string[]): void {
    if (line !== '.') {
      size += line.length + 2;
      // RFC 5321 §4.5.2: a dot was put before a line that begins with one.
      if (size <= MAX_EMAIL_BYTES) lines.push(line.startsWith('.') ? line.slice(1) : line);
      return;
    }
    data = null;
    if (sink.fault('drop')) return void socket.destroy();
    if (size > MAX_EMAIL_BYTES) return void say('552 5.3.4 The message is too large');
    sink.mails.push({ from: envelope.from!, to: envelope.to, text: lines.map(text => `${text}\r\n`).join(''), secure, user });
    envelope = { from: null, to: [] };
    say('250 2.0.0 Taken');
  }

  const stopReading = readLines(socket, line => (data ? dataLine(line, data) : command(line)));
  if (!secure) say(`220 ${HOST} ESMTP lab`);
}

/** Hands over lines without their end; what was sent together with STARTTLS is thrown away (RFC 3207 §6). */
function readLines(socket: Socket, onLine: (line: string) => void): () => void {
  let rest = '';
  const read = (chunk: Buffer) => {
    rest += chunk.toString('latin1');
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      onLine(line);
    }
    if (rest.length > MAX_LINE_BYTES) socket.destroy();
  };
  socket.on('data', read);
  return () => {
    rest = '';
    socket.off('data', read);
  };
}
