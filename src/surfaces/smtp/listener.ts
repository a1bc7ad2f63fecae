import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { OverQuota, type Admitted, type Intake, type MemoryBudget } from '../../areas/mail/dmarc/index.ts';
import type { ReplyIntake, ReplyTarget } from '../../areas/platform/support/index.ts';
import { clientNetwork } from '../../core/ip.ts';
import { forged, full, later, noMailbox, nothingSaid, notNow, refusal, SmtpRefusal, tooLarge, tooMany, tooMuch } from './refusals.ts';

export interface SmtpListenerOptions {
  intake: Intake;
  /** Takes replies to support threads; left out, there are none. */
  replies?: ReplyIntake;
  /** The domain of the addresses that reports go to. */
  host: string;
  /** Certificate chain and key, PEM; null offers no STARTTLS. */
  tls: { cert: string; key: string } | null;
  report(error: unknown, about: string): void;
  limits?: Partial<SmtpLimits>;
}

/** What one listener bears. */
export interface SmtpLimits {
  connections: number;
  /** For IPv6 those of a /64. */
  connectionsAnAddress: number;
  /** Without a byte from the client. */
  idleMs: number;
  /** For everything that a connection brings: bytes that trickle in do not extend it. */
  sessionMs: number;
  recipients: number;
  /** What a connection gets to end when the listener stops. */
  closeMs: number;
}

/** Takes mail with reports, and replies to support threads; nothing else. */
export interface SmtpListener {
  /** Starts to listen, port 0 on any free one; rejects where the address cannot be had. Gives the port. */
  listen(host: string, port: number): Promise<number>;
  /** Takes no more connections, and lets go of those under way soon. */
  stop(): Promise<void>;
}

const usualLimits: SmtpLimits = {
  connections: 200, connectionsAnAddress: 20, idleMs: 60_000, sessionMs: 600_000, recipients: 10, closeMs: 2000,
};

interface Session {
  /** By address: where its mail goes. */
  admitted: Map<string, Admitted>;
  replies: Map<string, ReplyTarget>;
}

/** A server for `<token>@<host>` (RFC 5321): it says 250 to a message when that will survive a crash, and 4yz to what it cannot keep now. */
export function createSmtpListener({ intake, replies, host, tls, report, limits: given }: SmtpListenerOptions): SmtpListener {
  const limits = { ...usualLimits, ...given };
  const { budget } = intake;
  const sessions = new WeakMap<SMTPServerSession, Session>();
  const sessionOf = (session: SMTPServerSession): Session => {
    let known = sessions.get(session);
    if (!known) sessions.set(session, known = { admitted: new Map(), replies: new Map() });
    return known;
  };

  const admit = async ({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> => {
    const at = address.lastIndexOf('@');
    if (address.slice(at + 1).toLowerCase() !== host.toLowerCase()) throw noMailbox();
    const local = address.slice(0, at);
    if (replies?.isFor(local)) {
      const target = await replies.admit(local, session.remoteAddress);
      if (target === 'unknown') throw noMailbox();
      if (target === 'later') throw later();
      sessionOf(session).replies.set(address, target);
      return;
    }
    const admission = await intake.admit(local, session.remoteAddress, 'smtp');
    if (admission === 'unknown') throw noMailbox();
    if (admission === 'later') throw later();
    if (admission instanceof OverQuota) throw full();
    sessionOf(session).admitted.set(address, admission);
  };

  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> => {
    const message = await readMessage(stream, budget, session.remoteAddress);
    try {
      if (stream.sizeExceeded) throw tooLarge(intake.maxBytes);
      if (message.bytes === null) throw notNow();
      const envelope = { address: session.remoteAddress, helo: session.hostNameAppearsAs, from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '' };
      const ids: string[] = [];
      for (const admitted of recipientsOf(session, sessionOf(session))) {
        const taken = await intake.take(admitted, { way: 'smtp', bytes: message.bytes, envelope });
        if (taken === 'later') throw notNow();
        if (taken instanceof OverQuota) throw full();
        ids.push(taken.id);
      }
      for (const target of repliesOf(session, sessionOf(session))) {
        const outcome = await replies!.take(target, message.bytes, { address: session.remoteAddress, helo: session.hostNameAppearsAs });
        if (outcome === 'forged') throw forged();
        if (outcome === 'empty') throw nothingSaid();
        if (outcome === 'tooLarge') throw tooMuch();
        if (outcome === 'full') throw full();
        ids.push(target.threadId);
      }
      return `2.6.0 Kept as ${ids.join(' ')}`;
    } finally {
      budget.give(message.taken, session.remoteAddress);
    }
  };

  const server: SMTPServer = new SMTPServer({
    name: host, banner: 'Reports only', size: intake.maxBytes, logger: false, disableReverseLookup: true, authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'], ...tls, hideDSN: true, hideREQUIRETLS: true,
    maxClients: limits.connections, maxRecipients: limits.recipients, socketTimeout: limits.idleMs, closeTimeout: limits.closeMs,
    onConnect({ remoteAddress }, callback) {
      const network = clientNetwork(remoteAddress);
      const same = [...server.connections].filter(connection => clientNetwork(connection.remoteAddress) === network).length;
      callback(same > limits.connectionsAnAddress ? tooMany() : null);
    },
    onMailFrom({ args }, session, callback) {
      sessions.delete(session);
      const bytes = Number(args && args['SIZE']) || 0;
      // A client that announces a size gets its answer at once.
      const fits = bytes === 0 || budget.take(bytes, session.remoteAddress);
      if (fits) budget.give(bytes, session.remoteAddress);
      callback(fits ? null : notNow());
    },
    onRcptTo: (address, session, callback) => answer(admit(address, session), callback),
    onData: (stream, session, callback) => answer(receive(stream, session), callback),
  });
  // What goes wrong on one connection is told to its client, and is no fault of the service.
  server.on('error', () => {});

  /** Faults of the service are reported as temporary: nothing that was sent is lost. */
  function answer<T>(work: Promise<T>, callback: (error: Error | null, result?: T) => void): void {
    work.then(result => callback(null, result), (error: unknown) => {
      if (!(error instanceof SmtpRefusal)) report(error, 'a report by SMTP');
      callback(error instanceof SmtpRefusal ? error : refusal(451, '4.3.0 Something went wrong here, try again later'));
    });
  }

  return {
    async listen(address, port) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const net = server.listen(port, address, resolve).once('error', reject);
      net.on('connection', socket => {
        const timer = setTimeout(() => socket.destroy(), limits.sessionMs).unref();
        socket.once('close', () => clearTimeout(timer));
      });
      await promise;
      net.off('error', reject);
      return (net.address() as { port: number }).port;
    },
    stop: () => new Promise(resolve => server.close(() => resolve())),
  };
}

/** Those that the message is for, each account once. */
function recipientsOf({ envelope }: SMTPServerSession, { admitted }: Session): Admitted[] {
  const recipients = new Map<string, Admitted>();
  for (const { address } of envelope.rcptTo) {
    const one = admitted.get(address);
    if (one) recipients.set(one.accountId, one);
  }
  return [...recipients.values()];
}

/** The threads that the message is for, each once. */
function repliesOf({ envelope }: SMTPServerSession, { replies }: Session): ReplyTarget[] {
  const targets = new Map<string, ReplyTarget>();
  for (const { address } of envelope.rcptTo) {
    const one = replies.get(address);
    if (one) targets.set(one.threadId, one);
  }
  return [...targets.values()];
}

/** The whole message; `bytes` is null where there was no room for it, and then the rest was passed over. `taken` is to be given back. */
async function readMessage(stream: SMTPServerDataStream, budget: MemoryBudget, address: string): Promise<{ bytes: Buffer | null; taken: number }> {
  let chunks: Buffer[] | null = [];
  let taken = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (chunks === null || stream.sizeExceeded) continue;
      if (budget.take(chunk.length, address)) {
        chunks.push(chunk);
        taken += chunk.length;
      } else {
        chunks = null;
      }
    }
    return { bytes: chunks && Buffer.concat(chunks), taken };
  } catch {
    // The client went in the middle.
    budget.give(taken, address);
    return { bytes: null, taken: 0 };
  }
}
