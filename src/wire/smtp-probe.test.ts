import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import test, { after, suite } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { createAuthority } from '../../lab/services/ca.ts';
import { systemClock as clock } from '../core/clock.ts';
import type { SmtpFailure, SmtpReply } from '../core/outside/probes.ts';
import { createDoor } from './door.ts';
import { createSmtpProbe } from './smtp-probe.ts';
import { readReplies } from './smtp-probe-replies.ts';
import { never, smallInternet } from './testing/loopback.ts';

const HOST = 'mx.example.org';
const ADDRESS = '45.54.1.25';
const authority = createAuthority(Date.now());
const good = createSecureContext(authority.issue(HOST, 'good'));
const selfSigned = createSecureContext(authority.issue(HOST, 'selfSigned'));

const stops: (() => void)[] = [];
after(() => stops.forEach(stop => stop()));

/** What a server does with a new connection, and with each line that comes. */
interface Script {
  greet: (socket: Socket) => unknown;
  onLine?: (line: string, socket: Socket) => unknown;
}

/** One visit to a server that follows the script, and what it heard. */
async function visit({ greet, onLine = () => {} }: Script, { timeoutMs = 5000 } = {}): Promise<{ reply: SmtpReply; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer(socket => {
    const onData = (bytes: Buffer) => {
      const line = bytes.toString('latin1').trimEnd();
      heard.push(line);
      if (line === 'STARTTLS') socket.off('data', onData);
      onLine(line, socket);
    };
    socket.on('error', () => socket.destroy()).on('data', onData);
    greet(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const door = createDoor(smallInternet({}, { address: '127.0.0.1', port }));
  const reply = await createSmtpProbe({ door, clock, ca: [authority.pem], timeoutMs }).visit(HOST, ADDRESS, never);
  return { reply, heard };
}

/** A well-behaved server that says `consent` to STARTTLS and then speaks TLS. */
function offering(consent: string, secureContext = good): Script {
  return {
    greet: socket => socket.write(`220-${HOST}\r\n220 ESMTP\r\n`),
    onLine: (line, socket) => {
      if (line.startsWith('EHLO')) socket.write(`250-${HOST}\r\n250-starttls\r\n250 8BITMIME\r\n`);
      if (line !== 'STARTTLS') return;
      socket.write(consent);
      if (consent.startsWith('220')) new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
    },
  };
}

suite('a visit comes as far as the handshake and sends no mail', () => {
  test('greeting, EHLO by address, STARTTLS, handshake', async () => {
    const { reply, heard } = await visit(offering('220 Go ahead\r\n'));
    assert.deepEqual(heard, ['EHLO [127.0.0.1]', 'STARTTLS']);
    assert.ok(reply.outcome === 'answered' && reply.handshake?.outcome === 'answered');
    const { handshake, ...rest } = reply;
    assert.deepEqual(rest, { outcome: 'answered', address: ADDRESS, greeting: HOST, startTls: true, talksOn: false });
    assert.deepEqual([handshake.protocol, handshake.refused, handshake.chain[0]!.names], ['TLSv1.3', null, [HOST]]);
  });
  test('any certificate is taken, and why a sender would refuse it is told', async () => {
    const { reply } = await visit(offering('220 Go ahead\r\n', selfSigned));
    assert.ok(reply.outcome === 'answered' && reply.handshake?.outcome === 'answered');
    assert.equal(reply.handshake.refused?.reason, 'chain');
  });
  test('without STARTTLS it takes its leave', async () => {
    const { reply, heard } = await visit({ greet: socket => socket.write('220 hello\r\n'), onLine: (_, socket) => socket.write('250 hello\r\n') });
    assert.deepEqual(reply, { outcome: 'answered', address: ADDRESS, greeting: 'hello', startTls: false, talksOn: false, handshake: null });
    for (let tries = 0; heard.length < 2 && tries < 200; tries++) await delay(5);
    assert.deepEqual(heard.map(line => line.split(' ')[0]), ['EHLO', 'QUIT']);
  });
  test('a server that does not know EHLO has no STARTTLS', async () => {
    const { reply } = await visit({ greet: socket => socket.write('220 old\r\n'), onLine: (_, socket) => socket.write('502 what?\r\n') });
    assert.ok(reply.outcome === 'answered' && !reply.startTls);
  });
  test('a reply that comes letter by letter is a reply', async () => {
    const text = '220-first\r\n220 second\r\n';
    const { reply } = await visit({
      greet: socket => text.split('').forEach((letter, at) => setTimeout(() => socket.write(letter), at)),
      onLine: (_, socket) => socket.write('250 ok\r\n'),
    });
    assert.ok(reply.outcome === 'answered' && reply.greeting === 'first');
  });
});

suite('what goes wrong behind STARTTLS is given as a handshake that failed', () => {
  const cases: [says: string, consent: string, cause: RegExp, talksOn: boolean][] = [
    ['no consent', '454 4.7.0 Not now\r\n', /^STARTTLS: 454 4\.7\.0 Not now$/, false],
    ['no SMTP', '\0\x01\x02\r\n', /^STARTTLS: not SMTP: \?\?\?$/, false],
  ];
  for (const [says, consent, cause, talksOn] of cases) {
    test(says, async () => {
      const { reply } = await visit(offering(consent));
      assert.ok(reply.outcome === 'answered' && reply.handshake?.outcome === 'failed');
      assert.match(reply.handshake.cause, cause);
      assert.equal(reply.talksOn, talksOn);
    });
  }
  test('a server that hangs up', async () => {
    const hangsUp: Script = { ...offering(''), onLine: (line, socket) => (line === 'STARTTLS' ? socket.destroy() : socket.write('250 STARTTLS\r\n')) };
    const { reply } = await visit(hangsUp);
    assert.ok(reply.outcome === 'answered' && reply.handshake?.outcome === 'failed');
  });
  test('text behind the consent is noticed and not taken for TLS (RFC 3207 §5)', async () => {
    const { reply } = await visit(offering('220 Go ahead\r\n250 injected\r\n'));
    assert.ok(reply.outcome === 'answered' && reply.talksOn && reply.handshake?.outcome === 'answered');
  });
});

suite('what ends a visit before is named by stage and kind', () => {
  const cases: [says: string, greet: Script['greet'], onLine: Script['onLine'], stage: SmtpFailure['stage'], kind: SmtpFailure['kind'], cause: RegExp][] = [
    ['a refusal', socket => socket.write('554 5.7.1 No\r\n'), undefined, 'greeting', 'rejected', /^554 5\.7\.1 No$/],
    ['a refusal of EHLO', socket => socket.write('220 hi\r\n'), (_, socket) => socket.write('550 Bad name\r\n'), 'ehlo', 'rejected', /^550/],
    ['hanging up', socket => socket.end(), undefined, 'greeting', 'closed', /hung up/],
    ['a website', socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), undefined, 'greeting', 'garbled', /^not SMTP: HTTP\/1\.1 400/],
    ['bytes', socket => socket.write(Buffer.alloc(4096, 0xff)), undefined, 'greeting', 'garbled', /^not SMTP: \?+$/],
    ['a line without end', socket => socket.write(`220 ${'x'.repeat(3000)}`), undefined, 'greeting', 'garbled', /^not SMTP/],
    ['a greeting without end', socket => socket.write('220-on\r\n'.repeat(10_000)), undefined, 'greeting', 'garbled', /without end/],
    ['an offer without end', socket => socket.write('220 hi\r\n'), (_, socket) => socket.write('250-on\r\n'.repeat(10_000)), 'ehlo', 'garbled', /without end/],
  ];
  for (const [says, greet, onLine, stage, kind, cause] of cases) {
    test(says, async () => {
      const { reply } = await visit({ greet, ...(onLine ? { onLine } : {}) });
      assert.ok(reply.outcome === 'failed');
      assert.deepEqual([reply.stage, reply.kind], [stage, kind]);
      assert.match(reply.cause, cause);
    });
  }
  const late: [says: string, script: Script, stage: SmtpFailure['stage']][] = [
    ['silence', { greet: () => {} }, 'greeting'],
    ['a teaser and silence', { greet: socket => socket.write('220-wait\r\n') }, 'greeting'],
    ['silence behind STARTTLS', { ...offering(''), onLine: (line, socket) => (line === 'STARTTLS' ? null : socket.write('250 STARTTLS\r\n')) }, 'tls'],
    ['silence in place of TLS', { ...offering(''), onLine: (line, socket) => socket.write(line === 'STARTTLS' ? '220 go\r\n' : '250 STARTTLS\r\n') }, 'tls'],
  ];
  for (const [says, script, stage] of late) {
    test(`${says}: timeout`, async () => {
      const { reply } = await visit(script, { timeoutMs: 150 });
      assert.deepEqual(reply, { outcome: 'failed', stage, kind: 'timeout', cause: 'timeout' });
    });
  }
  test('a port that nobody listens on, and a network that is not reached', async () => {
    const probe = (socketAddress: { address: string; port: number } | null) =>
      createSmtpProbe({ door: createDoor(smallInternet({}, socketAddress)), clock }).visit(HOST, ADDRESS, never);
    assert.deepEqual(await probe(null), { outcome: 'failed', stage: 'connect', kind: 'unreachable', cause: 'no route' });
    assert.deepEqual(await probe({ address: '127.0.0.1', port: 1 }), { outcome: 'failed', stage: 'connect', kind: 'unreachable', cause: 'connection refused' });
  });
  test('an address that must not be reached is not visited', async () => {
    const door = createDoor(smallInternet({}, { address: '127.0.0.1', port: 1 }));
    const reply = await createSmtpProbe({ door, clock }).visit(HOST, '10.0.0.1', never);
    assert.ok(reply.outcome === 'failed' && reply.kind === 'unreachable' && /not public/.test(reply.cause));
  });
});

test('any bytes give replies or the reason why there is none', async () => {
  const part = fc.constantFrom('220', '250', '-', ' ', '\r\n', '\n', '\0', 'STARTTLS', 'x', '-\r\n');
  await fc.assert(fc.asyncProperty(fc.array(part, { maxLength: 40 }), async parts => {
    const socket = Object.assign(new EventEmitter(), { pause() {} });
    const replies = readReplies(socket as unknown as Socket);
    socket.emit('data', Buffer.from(parts.join('')));
    socket.emit('end');
    for (let left = parts.length + 1; left >= 0; left--) if ('kind' in await replies.next(never)) return;
    assert.fail('there were more replies than lines');
  }), { seed: 5321 });
});
