import assert from 'node:assert/strict';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import test, { after, before, suite } from 'node:test';
import { createAuthority } from '../../../lab/services/ca.ts';
import { listen, type Listening } from '../../../lab/services/listen.ts';
import { createAntiqueServer } from '../../../lab/services/tls-antique.ts';
import type { CertificateKind } from '../../../lab/page.ts';
import { systemClock as clock } from '../../core/clock.ts';
import type { TlsProbe, TlsOffer } from '../../core/outside/probes.ts';
import { createDoor } from '../door.ts';
import { never, smallInternet } from '../testing/loopback.ts';
import { createTlsProbes } from './probe.ts';

const HOST = 'a.example';
const ADDRESS = '45.54.80.80';
const target = { host: HOST, port: 443 };
const authority = createAuthority(Date.now());
const probes = createTlsProbes({ ca: [authority.pem], clock, random: () => 0.5 });

/** A probe of whatever stands at `port`, as `a.example`. */
function probe(port: number, names: Readonly<Record<string, readonly string[]>> = { [HOST]: [ADDRESS] }): TlsProbe {
  return probes(createDoor(smallInternet(names, { address: '127.0.0.1', port })));
}

/** Runs `work` against `server`, which it ends. */
async function against<T>(server: Server, work: (probe: TlsProbe, listening: Listening) => Promise<T>): Promise<T> {
  server.on('tlsClientError', () => {});
  const listening = await listen(server);
  try {
    return await work(probe(listening.port), listening);
  } finally {
    await listening.stop();
  }
}

function web(options: ServerOptions = {}, kind: CertificateKind = 'good'): Server {
  return createHttps({ ciphers: 'DEFAULT:@SECLEVEL=0', ...options, ...authority.issue(HOST, kind) });
}

/** Sends `bytes` again and again, as fast as they are taken. */
function pour(socket: Socket, bytes: Buffer): void {
  const block = Buffer.concat(Array.from({ length: 1000 }, () => bytes));
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}

suite('a handshake takes any certificate and says why a client would refuse it', () => {
  const refusals: Partial<Record<CertificateKind, { reason: string | null; namesHost: boolean }>> = {
    good: { reason: null, namesHost: true },
    wrongName: { reason: 'name', namesHost: false },
    expired: { reason: 'expired', namesHost: true },
    selfSigned: { reason: 'chain', namesHost: true },
    incomplete: { reason: 'chain', namesHost: true },
    runsOutSoon: { reason: null, namesHost: true },
    runsOutInWeeks: { reason: null, namesHost: true },
    shortKey: { reason: null, namesHost: true },
    sha1: { reason: null, namesHost: true },
    tooLong: { reason: null, namesHost: true },
  };
  for (const [kind, refusal] of Object.entries(refusals)) {
    test(kind, () => against(web({}, kind as CertificateKind), async probe => {
      const reply = await probe.handshake(target, never);
      assert.ok(reply.outcome === 'answered', JSON.stringify(reply));
      assert.deepEqual({ reason: reply.refused?.reason ?? null, namesHost: reply.namesHost }, refusal);
      assert.deepEqual([reply.address, reply.protocol, reply.group], [ADDRESS, 'TLSv1.3', 'X25519MLKEM768']);
    }));
  }

  test('the chain is shown as it was sent, superfluous certificates included', () => {
    const own = authority.issue(HOST, 'good');
    const server = createHttps({ key: own.key, cert: own.cert + authority.issue('other.example', 'good').cert + authority.pem });
    return against(server, async probe => {
      const reply = await probe.handshake(target, never);
      assert.ok(reply.outcome === 'answered');
      assert.deepEqual(reply.chain.map(({ subject }) => subject), ['CN=a.example', 'CN=other.example', 'CN=Lab Root CA']);
      assert.equal(reply.refused, null);
    });
  });

  test('an old server is spoken to in its own version', () => against(web({ maxVersion: 'TLSv1', minVersion: 'TLSv1' }), async probe => {
    const reply = await probe.handshake(target, never);
    assert.ok(reply.outcome === 'answered');
    assert.deepEqual([reply.protocol, reply.group], ['TLSv1', 'x25519']);
  }));
});

suite('a handshake that fails says how far it came', () => {
  const cases: [says: string, serve: (socket: Socket) => void, cause: RegExp][] = [
    ['the server hangs up', socket => socket.destroy(), /^a\.example:443: (connection reset|closed during the handshake)/],
    ['the server speaks something else', socket => socket.write('220 mail.example ESMTP\r\n'), /^a\.example:443: ./],
    ['the server answers with an alert', socket => socket.write(Buffer.of(21, 3, 3, 0, 2, 2, 40)), /handshake failure/],
  ];
  for (const [says, serve, cause] of cases) {
    test(says, () => against(createServer(serve), async probe => {
      const reply = await probe.handshake(target, never);
      assert.ok(reply.outcome === 'failed');
      assert.equal(reply.stage, 'tls');
      assert.match(reply.cause, cause);
    }));
  }
  test('the server sends messages without end', () => against(createServer(socket => pour(socket, Buffer.of(22, 3, 3, 0, 4, 0, 0, 0, 0))), async probe => {
    assert.deepEqual(await probe.handshake(target, never), { outcome: 'failed', stage: 'tls', cause: 'a.example:443: the handshake is too long' });
  }));
  test('the server keeps silent', () => against(createServer(() => {}), async probe => {
    assert.deepEqual(await probe.handshake(target, AbortSignal.timeout(50)), { outcome: 'failed', stage: 'tls', cause: 'a.example:443: timeout' });
  }));
  test('nobody listens', async () => {
    const { port, stop } = await listen(createServer());
    await stop();
    assert.deepEqual(await probe(port).handshake(target, never), { outcome: 'failed', stage: 'connect', cause: 'a.example:443: connection refused' });
  });
  test('the name has no address', async () => {
    const reply = await probe(1, {}).handshake(target, never);
    assert.ok(reply.outcome === 'failed');
    assert.equal(reply.stage, 'dns');
  });
});

suite('an old client gets the old version, or is turned away', () => {
  test('TLS 1.1 is offered', () => against(web({ minVersion: 'TLSv1' }), async probe => {
    assert.deepEqual(await probe.oldVersion(target, never), { outcome: 'answered', address: ADDRESS, version: 'TLSv1.1' });
  }));
  test('TLS 1.2 is the oldest', () => against(web(), async probe => {
    assert.deepEqual(await probe.oldVersion(target, never), { outcome: 'answered', address: ADDRESS, version: null });
  }));
  test('no TLS at all', () => against(createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')), async probe => {
    assert.deepEqual(await probe.oldVersion(target, never), { outcome: 'failed', stage: 'tls', cause: 'a.example:443: the answer is no TLS' });
  }));
});

async function offerOf(probe: TlsProbe): Promise<TlsOffer> {
  const reply = await probe.enumerate(target, never);
  assert.ok(reply.outcome === 'answered', JSON.stringify(reply));
  assert.equal(reply.address, ADDRESS);
  return reply.offer;
}

/** What is offered, in any order. */
function inOrder({ versions, groups, alpn }: TlsOffer) {
  return {
    versions: versions.map(({ version, suites }) => [version, suites.toSorted()]),
    tls13: groups.tls13.toSorted(),
    older: groups.older.toSorted(),
    alpn: alpn.toSorted(),
  };
}

suite('an enumeration finds exactly what is offered', () => {
  const tls13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

  test('TLS 1.3 alone, with two groups', () => against(web({ minVersion: 'TLSv1.3', ecdhCurve: 'X25519MLKEM768:X448', ALPNProtocols: ['http/1.1'] }), async probe => {
    const offer = await offerOf(probe);
    assert.deepEqual(inOrder(offer), { versions: [['TLSv1.3', tls13]], tls13: ['X25519MLKEM768', 'x448'], older: [], alpn: ['http/1.1'] });
    assert.deepEqual([offer.downgradeProtected, offer.secureRenegotiation, offer.extendedMasterSecret, offer.dhBits], [null, null, null, null]);
    assert.ok(offer.connections < 40, String(offer.connections));
  }));

  test('two versions, two suites, all hybrids', () => {
    const suites = ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384'];
    const server = web({ ciphers: `TLS_AES_128_GCM_SHA256:${suites.join(':')}`, ecdhCurve: 'SecP384r1MLKEM1024:SecP256r1MLKEM768:X25519MLKEM768:P-256', ALPNProtocols: ['h2', 'http/1.1'] });
    return against(server, async probe => {
      const offer = await offerOf(probe);
      assert.deepEqual(inOrder(offer), {
        versions: [['TLSv1.3', ['TLS_AES_128_GCM_SHA256']], ['TLSv1.2', ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384']]],
        tls13: ['SecP256r1MLKEM768', 'SecP384r1MLKEM1024', 'X25519MLKEM768', 'secp256r1'],
        older: ['secp256r1'],
        alpn: ['h2', 'http/1.1'],
      });
      assert.deepEqual([offer.downgradeProtected, offer.secureRenegotiation, offer.extendedMasterSecret, offer.versions[1]!.serverOrder], [true, true, true, true]);
    });
  });

  test('the client may choose', () => against(web({ honorCipherOrder: false, maxVersion: 'TLSv1.2' }), async probe => {
    assert.equal((await offerOf(probe)).versions[0]!.serverOrder, false);
  }));

  test('a stack of the year 2000', () => against(createAntiqueServer(web({ minVersion: 'TLSv1.3' })), async probe => {
    const offer = await offerOf(probe);
    const old = [
      'TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_DH_anon_WITH_RC4_128_MD5', 'TLS_RSA_EXPORT_WITH_RC4_40_MD5',
      'TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_NULL_SHA', 'TLS_RSA_WITH_RC4_128_SHA',
    ];
    assert.deepEqual(inOrder(offer).versions, [['TLSv1.3', tls13], ['TLSv1', old], ['SSLv3', old]]);
    assert.deepEqual([offer.downgradeProtected, offer.secureRenegotiation, offer.extendedMasterSecret, offer.dhBits], [false, false, false, 1024]);
    assert.deepEqual(offer.versions.map(({ serverOrder }) => serverOrder), [true, false, false]);
  }));
});

suite('a hostile server costs little and is never believed', () => {
  const cases: [says: string, serve: (socket: Socket) => void, stage: string][] = [
    ['hangs up at once', socket => socket.destroy(), 'tls'],
    ['hangs up after the hello', socket => socket.once('data', () => socket.destroy()), 'tls'],
    ['answers with garbage', socket => socket.once('data', () => socket.end(Buffer.alloc(5000, 0x5a))), 'tls'],
    ['answers with records that never end', socket => socket.once('data', () => pour(socket, Buffer.of(22, 3, 3, 0, 1, 0))), 'tls'],
    ['sends warnings that never end', socket => socket.once('data', () => pour(socket, Buffer.of(21, 3, 3, 0, 2, 1, 112))), 'tls'],
    ['chooses a suite that was not offered', socket => socket.once('data', () => socket.end(chosen(0x1234))), 'tls'],
  ];
  for (const [says, serve, stage] of cases) {
    test(says, () => {
      let connections = 0;
      return against(createServer(socket => {
        connections++;
        socket.on('error', () => {});
        serve(socket);
      }), async probe => {
        const reply = await probe.enumerate(target, never);
        assert.ok(reply.outcome === 'failed', JSON.stringify(reply));
        assert.equal(reply.stage, stage);
        assert.ok(connections < 60, String(connections));
      });
    });
  }

  test('keeps silent: the probe ends with its signal', () => against(createServer(() => {}), async probe => {
    const reply = await probe.enumerate(target, AbortSignal.timeout(100));
    assert.ok(reply.outcome === 'failed');
    assert.match(reply.cause, /took too long/);
  }));

  const weary: Record<string, (socket: Socket, server: Server) => void> = {
    'stops taking connections': (_, server) => server.close(),
    'hangs up on every connection': socket => socket.destroy(),
  };
  for (const [says, grow] of Object.entries(weary)) {
    test(`${says} halfway: nothing is said of the rest`, () => {
      const inner = web({ maxVersion: 'TLSv1.2' });
      let taken = 0;
      const outer = createServer(socket => {
        if (++taken > 20) grow(socket, outer);
        inner.emit('connection', socket);
      });
      return against(outer, async probe => {
        const reply = await probe.enumerate(target, never);
        assert.ok(reply.outcome === 'failed', JSON.stringify(reply));
        assert.equal(reply.stage, 'connect');
      });
    });
  }

  function chosen(suite: number): Buffer {
    const body = Buffer.concat([Buffer.of(3, 3), Buffer.alloc(32), Buffer.of(0, suite >> 8, suite & 0xff, 0)]);
    return Buffer.concat([Buffer.of(22, 3, 3, 0, body.length + 4, 2, 0, 0, body.length), body]);
  }
});

suite('an enumeration is decent', () => {
  let server: Listening;
  let open = 0;
  let most = 0;
  before(async () => {
    const inner = web();
    inner.on('tlsClientError', () => {});
    server = await listen(createServer(socket => {
      most = Math.max(most, ++open);
      socket.once('close', () => open--);
      inner.emit('connection', socket);
    }));
  });
  after(() => server.stop());

  test('at most 16 connections are open at a time', async () => {
    await offerOf(probe(server.port));
    assert.ok(most > 1 && most <= 17, String(most));
  });

  test('all of them go to one address, whatever the name leads to', async () => {
    const reached = new Set<string>();
    const names = { [HOST]: [ADDRESS, '45.54.80.81', '45.54.80.82'] };
    const door = createDoor({ ...smallInternet(names, null), route: address => {
      reached.add(address);
      return address === ADDRESS ? null : { address: '127.0.0.1', port: server.port };
    } });
    const reply = await probes(door).enumerate(target, never);
    assert.ok(reply.outcome === 'answered');
    assert.equal(reply.address, '45.54.80.81');
  });

  test('an address that must not be reached is not', async () => {
    const reply = await probe(server.port, { [HOST]: ['10.0.0.1'] }).enumerate(target, never);
    assert.ok(reply.outcome === 'failed');
    assert.match(reply.cause, /must not be reached/);
  });
});
