import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext, type SecureContextOptions } from 'node:tls';
import type { LabMailServer, World } from '../types.ts';
import { addressesOf, exchangesOf } from '../world/records.ts';
import { createAuthority, type Authority, type Credentials } from './ca.ts';
import { listen, type Listening } from './listen.ts';
import { labServer, privateAuthority } from './mail-hosts-keys.ts';

/** The mail servers behind the MX records of a world. */
export interface MailHosts {
  /** `address:25` -> loopback port. */
  routes: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

type Conduct = NonNullable<LabMailServer['fault']> | 'good';

const GREETING = '220 mail.lab ESMTP\r\n';
const READY = '220 2.0.0 Ready to start TLS\r\n';
const OLD_TLS: SecureContextOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' };
const ENDLESS_LINE = '220-Welcome\r\n'.repeat(1000);
/** How much an endless greeting sends before it gives up; a client should have hung up long before. */
const ENDLESS_BYTES = 16 * 1024 * 1024;

/** Starts one listener for each way to behave, shared by all hosts that behave so; certificates go by SNI and hold at `now` (epoch milliseconds). */
export async function startMailHosts(world: World, authority: Authority, now: number): Promise<MailHosts> {
  const servers = world.domains.flatMap(domain => domain.mailServers);
  const contextOf = contextsOf(servers, authority, createAuthority(now, { root: privateAuthority, web: labServer }));
  const conducts = conductsOf(world, servers);
  const listeners = new Map<Conduct, Listening>();
  for (const conduct of new Set(conducts.values())) {
    if (conduct !== 'unreachable') listeners.set(conduct, await listen(createServer(socket => serve(socket, conduct, contextOf))));
  }
  const routed = [...conducts].flatMap(([address, conduct]) => {
    const listener = listeners.get(conduct);
    return listener ? [[`${address}:25`, listener.port] as const] : [];
  });
  return { routes: new Map(routed), stop: async () => void await Promise.all([...listeners.values()].map(listener => listener.stop())) };
}

/** How the server at each address of an MX host behaves; throws where two hosts at one address differ. */
function conductsOf(world: World, servers: readonly LabMailServer[]): Map<string, Conduct> {
  const faults = new Map(servers.map(({ host, fault }) => [host, fault]));
  const conducts = new Map<string, Conduct>();
  for (const host of new Set(exchangesOf(world))) {
    const conduct = faults.get(host) ?? 'good';
    for (const address of addressesOf(world, host)) {
      if ((conducts.get(address) ?? conduct) !== conduct) throw new Error(`${host}: ${address} belongs to a mail server that behaves otherwise`);
      conducts.set(address, conduct);
    }
  }
  return conducts;
}

/** The certificate of a host with limits on TLS. */
type ContextOf = (host: string, limits?: SecureContextOptions) => SecureContext;

/** Makes the certificate of a host when it is first asked for; the chain of the private authority ends with its own. */
function contextsOf(servers: readonly LabMailServer[], trusted: Authority, untrusted: Authority): ContextOf {
  const certificates = new Map(servers.map(({ host, certificate }) => [host, certificate]));
  const contexts = new Map<string, SecureContext>();
  const issue = (host: string): Credentials => {
    const kind = certificates.get(host) ?? 'good';
    if (kind !== 'privateAuthority') return trusted.issue(host, kind);
    const { cert, key } = untrusted.issue(host, 'good');
    return { cert: cert + untrusted.pem, key };
  };
  return (host, limits) => {
    const key = limits ? `${host} with limits` : host;
    const known = contexts.get(key) ?? createSecureContext({ ...issue(host), ...limits });
    contexts.set(key, known);
    return known;
  };
}

/** Speaks SMTP as far as STARTTLS (RFC 3207); takes no mail. */
function serve(socket: Socket, conduct: Conduct, contextOf: ContextOf): void {
  if (conduct === 'silent') return;
  if (conduct === 'endless') return greetWithoutEnd(socket);
  let text = '';
  const onData = (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      answer(line.toUpperCase());
    }
  };
  const answer = (line: string): void => {
    if (line.startsWith('EHLO ')) socket.write(`250-mail.lab\r\n250-SIZE 1000000\r\n${conduct === 'noStarttls' ? '' : '250-STARTTLS\r\n'}250 8BITMIME\r\n`);
    else if (line === 'STARTTLS' && conduct !== 'noStarttls') startTls();
    else if (line === 'QUIT') socket.end('221 2.0.0 Bye\r\n');
    else socket.write('500 5.5.2 Unknown command\r\n');
  };
  const startTls = (): void => {
    socket.off('data', onData);
    if (conduct === 'hangUp') return void socket.end(READY);
    socket.write(conduct === 'injection' ? `${READY}250 2.0.0 Injected\r\n` : READY);
    const secureContext = contextOf('no-name.example', conduct === 'oldTls' ? OLD_TLS : undefined);
    const tls = new TLSSocket(socket, { isServer: true, secureContext, SNICallback: (host, done) => done(null, contextOf(host)) });
    // A client that refuses the certificate is what some hosts are for.
    tls.on('error', () => tls.destroy());
  };
  socket.on('data', onData).write(GREETING);
}

function greetWithoutEnd(socket: Socket): void {
  let sent = 0;
  const more = (): void => {
    while (sent < ENDLESS_BYTES && !socket.destroyed) {
      sent += ENDLESS_LINE.length;
      if (!socket.write(ENDLESS_LINE)) return void socket.once('drain', more);
    }
    socket.destroy();
  };
  more();
}
