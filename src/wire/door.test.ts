import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { createAuthority } from '../../lab/services/ca.ts';
import { systemClock } from '../core/clock.ts';
import { parseCidr } from '../core/ip.ts';
import { firstToAnswer } from './dial.ts';
import { createDoor, type Connector, type DoorOptions, type Refused } from './door.ts';
import { createHttpGet } from './http.ts';
import { addresses, never, smallInternet, startLoopback, type LoopbackServer } from './testing/loopback.ts';

const PUBLIC = '45.54.0.1';
const limits = { timeoutMs: 5000, signal: never };
const noNames = async () => addresses();

let listener: LoopbackServer;
before(async () => (listener = await startLoopback()));
after(() => listener.stop());

/** Connects, hangs up again, and tells how it went. */
async function outcomeOf(connector: Connector, host: string, port = listener.port): Promise<string> {
  const socket = await connector.connect({ host, port }, limits);
  if ('refused' in socket) return socket.refused;
  socket.destroy();
  return 'connected';
}

/** A door through which every address that passes, public or not, leads to the listener: one that wrongly passes is counted. */
function trap(names: Readonly<Record<string, readonly string[]>> = {}): DoorOptions {
  return smallInternet(names, listener);
}

const privateAddresses = [
  '0.0.0.0', '0.1.2.3', '10.0.0.0', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255',
  '192.0.0.1', '192.0.0.170', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.1', '192.168.255.255', '192.175.48.1', '198.18.0.1', '198.19.255.255',
  '198.51.100.1', '203.0.113.255', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
  '::', '::1', '0:0:0:0:0:0:0:1', '::127.0.0.1', '::ffff:127.0.0.1', '::FFFF:7f00:1', '::ffff:8.8.8.8', '0:0:0:0:0:ffff:127.0.0.1', '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::7f00:1', '100::1', '100:0:0:1::1', '2001::1', '2001:0:7f00:1::', '2001:2::1', '2001:3::1', '2001:4:112::1',
  '2001:10::1', '2001:20::1', '2001:30::1', '2001:db8::1', '2002:7f00:1::', '2002:808:808::1', '2620:4f:8000::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '4000::1',
];

const disguises = [
  '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001', '127.0.0.01', '127.0.0.1.', '127.0.0.1..', '[127.0.0.1]', '0', '0x0', '127.0.0.0x1', '0x7f.1',
  '10.1', '3232235521', '1.2.3', '1.2.3.4.5', '256.256.256.256', '127.0.0.1:80', '127.0.0.1/', '127.0.0.1#', '127.0.0.1%00', ' 127.0.0.1', '127.0.0.1 ', '127.0.0.1\n', '127.0.0.1\0.example',
  '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '١٢٧.0.0.1', 'user@127.0.0.1', 'example.org@127.0.0.1', '[::1', '::1]', '[[::1]]', '[::1%25lo]', '::1%lo', 'fe80::1%eth0', '[::1]:80',
  '[::ffff:127.0.0.1.]', '::ffff:127.1', '::ffff:0x7f000001', '[v1.::1]', '', '.', '..', 'a..example', '-', '*', 'exämple.org', 'a b.example', `${'a'.repeat(64)}.example`, 'a.'.repeat(130), 'example.0x7f', 'example.127',
];

suite('with nothing allowed, what is not public is never reached', () => {
  for (const host of [...privateAddresses, ...privateAddresses.filter(address => address.includes(':')).map(address => `[${address}]`)]) {
    test(`address ${host}`, async () => assert.equal(await outcomeOf(createDoor(trap()), host), 'notAllowed'));
  }
  for (const host of disguises) {
    test(`disguise ${JSON.stringify(host.slice(0, 40))}`, async () => {
      const asked: string[] = [];
      const door = createDoor({ ...trap(), resolve: async host => (asked.push(host), addresses(PUBLIC)) });
      assert.equal(await outcomeOf(door, host), 'notAllowed');
      assert.deepEqual(asked, [], 'what is no name is not asked for');
    });
  }
  for (const address of privateAddresses) {
    test(`a name at ${address}`, async () => assert.equal(await outcomeOf(createDoor(trap({ 'a.example': [address] })), 'a.example'), 'notAllowed'));
  }
  const names: [says: string, host: string, at: readonly string[]][] = [
    ['localhost', 'localhost', [PUBLIC]],
    ['localhost in capitals and with a dot', 'LOCALHOST.', [PUBLIC]],
    ['a name below localhost', 'a.localhost', [PUBLIC]],
    ['one public and one private address', 'a.example', [PUBLIC, '127.0.0.1']],
    ['one private and one public address', 'a.example', ['10.0.0.1', PUBLIC]],
    ['a private one behind many public ones', 'a.example', [...Array.from({ length: 200 }, (_, at) => `45.54.1.${at}`), '::1']],
    ['an answer that is no address', 'a.example', ['127.1']],
    ['an answer with a zone', 'a.example', ['fe80::1%lo']],
    ['an answer that is a name', 'a.example', ['localhost']],
    ['an empty answer', 'a.example', ['']],
  ];
  for (const [says, host, at] of names) {
    test(says, async () => assert.equal(await outcomeOf(createDoor(trap({ [host.toLowerCase().replace(/\.$/, '')]: at })), host), 'notAllowed'));
  }
  const alias = { outcome: 'found', value: ['127.0.0.1'], via: ['inside.example'], ttlSeconds: 0 } as const;
  test('an alias that ends at a private address', async () => {
    assert.equal(await outcomeOf(createDoor({ ...trap(), resolve: async () => alias }), 'a.example'), 'notAllowed');
  });
  test('loopback itself, through a door without a map', async () => {
    const door = createDoor({ allow: [], resolve: async () => addresses('127.0.0.1'), clock: systemClock });
    for (const host of ['127.0.0.1', '[::1]', '::ffff:127.0.0.1', 'localhost', 'a.example', ...disguises]) assert.equal(await outcomeOf(door, host), 'notAllowed', host);
  });
  for (const port of [0, -1, 65_536, 1.5, NaN]) {
    test(`port ${port}`, async () => assert.equal(await outcomeOf(createDoor(trap()), PUBLIC, port), 'notAllowed'));
  }
  test('not one connection was made', () => assert.equal(listener.connections, 0));
});

suite('URLs in disguise, and redirects, reach nothing that is not public', () => {
  const options = { maxBytes: 1000, timeoutMs: 5000, signal: never, redirects: 5, accept: '*/*' } as const;
  const urls = [
    'http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://１２７.0.0.1/', 'http://127。0。0。1/', 'http://%31%32%37.0.0.1/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/',
    'http://127.0.0.1./', 'http://localhost/', 'http://0/', 'http://a.example@127.0.0.1/', 'http://127.0.0.1@a.example/', 'http://a:b@a.example/', 'http://127.0.0.1\\@a.example/', 'http:\\\\127.0.0.1\\', 'http:/127.0.0.1/', 'http:127.0.0.1',
    'ftp://a.example/', 'file:///etc/hostname', 'gopher://127.0.0.1/', 'data:text/plain,x', 'javascript:0', 'blob:http://a.example/', '//127.0.0.1/', '127.0.0.1', '', 'http://', 'http://[::1%25lo]/', 'http://ⓛocalhost/',
  ];
  const names = { 'a.example': [PUBLIC], 'inside.example': ['127.0.0.1'] };
  for (const url of urls) {
    test(`GET ${JSON.stringify(url)}`, async () => {
      const reply = await createHttpGet(createDoor(trap(names)))(url, options);
      assert.equal(reply.outcome, 'failed');
    });
  }
  const locations = [
    'http://127.0.0.1/', 'http://inside.example/', 'http://localhost/', 'http://[::1]/', 'http://2130706433/', '//127.0.0.1/', 'http://a.example:22/', 'https://a.example:25/',
    'http://user:secret@a.example/', 'http://user@a.example/', 'ftp://a.example/', 'file:///etc/hostname', 'gopher://a.example/', 'http://[', 'http://169.254.169.254/latest/meta-data/',
  ];
  for (const location of locations) {
    test(`redirect to ${location}`, async context => {
      const server = await startLoopback(socket => socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`));
      context.after(() => server.stop());
      const reply = await createHttpGet(createDoor(smallInternet(names, server)))('http://a.example/', options);
      assert.equal(reply.outcome, 'failed');
      assert.equal(server.connections, 1, 'the first request alone');
    });
  }
  test('not one connection was made', () => assert.equal(listener.connections, 0));
});

suite('a name is looked up once, and what it says later changes nothing', () => {
  test('an answer that turns private after the lookup', async () => {
    let asked = 0;
    const routed: string[] = [];
    const door = createDoor({
      allow: [], clock: systemClock,
      resolve: async () => addresses(asked++ === 0 ? PUBLIC : '127.0.0.1'),
      route: address => (routed.push(address), listener),
    });
    const before = listener.connections;
    assert.equal(await outcomeOf(door, 'a.example'), 'connected');
    assert.deepEqual([asked, routed], [1, [PUBLIC]]);
    assert.equal(await outcomeOf(door, 'a.example'), 'notAllowed');
    assert.equal(listener.connections, before + 1);
  });
  test('a connection that ends elsewhere than at the vetted place is dropped', async () => {
    const door = createDoor({ ...trap(), route: () => ({ address: '0.0.0.0', port: listener.port }) });
    assert.equal(await outcomeOf(door, PUBLIC), 'unreachable');
  });
  test('a map that names no address is no way', async () => {
    const door = createDoor({ ...trap(), route: () => ({ address: 'localhost', port: listener.port }) });
    assert.equal(await outcomeOf(door, PUBLIC), 'unreachable');
  });
});

suite('what may be reached is reached', () => {
  test('a public address, where the map says', async () => assert.equal(await outcomeOf(createDoor(trap()), PUBLIC), 'connected'));
  test('an IPv6 address in brackets', async () => assert.equal(await outcomeOf(createDoor(trap()), '[2a0e:b100::1]'), 'connected'));
  test('a name in capitals with a dot at the end', async () => assert.equal(await outcomeOf(createDoor(trap({ 'a.example': [PUBLIC] })), 'A.Example.'), 'connected'));
  test('a private address that the operator allows', async () => {
    const door = createDoor({ allow: [parseCidr('127.0.0.0/8')!], resolve: async () => addresses('127.0.0.1'), clock: systemClock });
    assert.deepEqual([await outcomeOf(door, '127.0.0.1'), await outcomeOf(door, 'a.example')], ['connected', 'connected']);
    assert.deepEqual(['127.0.0.1', '10.0.0.1', '::ffff:127.0.0.1', '::1', '127.1'].map(door.mayReach), [true, false, false, false, false]);
  });
  test('a name that only the DNS of one check knows', async () => {
    const door = createDoor(trap());
    assert.equal(await outcomeOf(door.resolvingBy(async () => addresses(PUBLIC)), 'a.example'), 'connected');
    assert.equal(await outcomeOf(door.resolvingBy(async () => addresses('10.0.0.1')), 'a.example'), 'notAllowed');
    assert.equal(await outcomeOf(door, 'a.example'), 'dns');
  });
  test('a server that the operator named, wherever it stands', async () => {
    const door = createDoor({ allow: [], resolve: async () => addresses('127.0.0.1'), clock: systemClock });
    for (const host of ['127.0.0.1', 'registry.example', 'localhost']) assert.equal(await outcomeOf(door.configured, host), 'connected', host);
  });
  test('with a map, a named server on loopback and no other', async () => {
    const door = createDoor({ ...trap({ 'registry.example': [PUBLIC] }), route: () => null });
    assert.equal(await outcomeOf(door.configured, '127.0.0.1'), 'connected');
    assert.equal(await outcomeOf(door.configured, 'registry.example'), 'unreachable');
  });
});

const doorWith = (options: Partial<DoorOptions>) => createDoor({ ...trap(), ...options });
const causeOf = async (connector: Connector, host: string, port = 443, timeoutMs = 5000) => {
  const refused = await connector.connect({ host, port }, { timeoutMs, signal: never }) as Refused;
  return `${refused.refused}: ${refused.cause}`;
};

suite('why there is no connection is given as a value', () => {
  test('no address', async () => assert.equal(await causeOf(doorWith({ resolve: noNames }), 'a.example'), 'dns: a.example has no address'));
  test('a failed lookup', async () => {
    const failed = { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL from 192.0.2.53' } as const;
    assert.equal(await causeOf(doorWith({ resolve: async () => failed }), 'a.example'), 'dns: addresses of a.example: SERVFAIL from 192.0.2.53');
  });
  test('a lookup that never ends', async () => assert.equal(await causeOf(doorWith({ resolve: () => new Promise(() => {}) }), 'a.example', 443, 50), 'timeout: a.example:443: no address in time'));
  test('a lookup that nobody waits for any more learns that', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const door = doorWith({ resolve: (_host, signal) => (signal.addEventListener('abort', () => resolve(true)), new Promise(() => {})) });
    await causeOf(door, 'a.example', 443, 50);
    assert.equal(await promise, true);
  });
  test('a private address', async () => {
    assert.equal(await causeOf(doorWith({ resolve: async () => addresses('10.0.0.1') }), 'a.example'), 'notAllowed: a.example must not be reached: 10.0.0.1 is not public (Private use)');
  });
  test('no route', async () => assert.equal(await causeOf(doorWith({ route: () => null }), PUBLIC), `unreachable: ${PUBLIC}:443: no route`));
  test('a refused connection', async () => {
    const gone = await startLoopback();
    await gone.stop();
    assert.equal(await causeOf(doorWith({ route: () => gone }), PUBLIC), `unreachable: ${PUBLIC}:443: connection refused`);
  });
  test('an aborted check', async () => {
    const refused = await doorWith({}).connect({ host: PUBLIC, port: 443 }, { ...limits, signal: AbortSignal.abort() });
    assert.equal('refused' in refused && refused.refused, 'timeout');
  });
});

suite('the next address is tried when the first one fails or takes long', () => {
  const second = '45.54.0.2';
  test('at once when it fails', async () => {
    const gone = await startLoopback();
    await gone.stop();
    const door = createDoor({ ...trap({ 'a.example': [PUBLIC, second] }), route: address => (address === PUBLIC ? gone : listener) });
    const times: number[] = [];
    // The machine may be busy with others: of five, one shows that nothing is waited for.
    for (let round = 0; round < 5; round++) {
      const startedMs = performance.now();
      assert.equal(await outcomeOf(door, 'a.example'), 'connected');
      times.push(performance.now() - startedMs);
    }
    assert.ok(Math.min(...times) < 200, times.join());
  });
  test('after 250 ms when it is silent, which then is given up', async () => {
    const given: string[] = [];
    const open = (position: string, signal: AbortSignal) => position === 'silent'
      ? new Promise<Socket>((_, reject) => signal.addEventListener('abort', () => reject(new Error(given.push(position).toString()))))
      : Promise.resolve(new Socket());
    const startedMs = performance.now();
    assert.equal((await firstToAnswer(['silent', 'good'], open, never)).destroyed, false);
    const tookMs = performance.now() - startedMs;
    assert.ok(tookMs > 240 && tookMs < 2000, `${tookMs} ms`);
    assert.deepEqual(given, ['silent']);
  });
  test('a connection that comes too late is destroyed', async () => {
    const late = new Socket();
    const open = (position: string, signal: AbortSignal) => position === 'late'
      ? new Promise<Socket>(resolve => signal.addEventListener('abort', () => resolve(late)))
      : Promise.resolve(new Socket());
    await firstToAnswer(['late', 'good'], open, never);
    await new Promise(setImmediate);
    assert.equal(late.destroyed, true);
  });
  test('when all have failed nothing is left to wait for', async () => {
    const given: AbortSignal[] = [];
    const open = (_address: string, signal: AbortSignal) => (given.push(signal), Promise.reject<Socket>(new Error('refused')));
    await assert.rejects(firstToAnswer(['a', 'b'], open, never));
    assert.deepEqual(given.map(({ aborted }) => aborted), [true, true]);
  });
  test('no more than eight of a thousand', async () => {
    const routed: string[] = [];
    const many = Array.from({ length: 1000 }, (_, at) => `45.54.${at >> 8}.${at & 255}`);
    const door = createDoor({ ...trap({ 'a.example': many }), route: address => (routed.push(address), null) });
    assert.equal(await outcomeOf(door, 'a.example'), 'unreachable');
    assert.equal(routed.length, 8);
  });
});

suite('TLS is verified, always', () => {
  const authority = createAuthority(Date.now());
  type Kind = Parameters<typeof authority.issue>[1];
  const tls = async (kind: Kind, { ca = [authority.pem], host = 'a.example' } = {}) => {
    const server = await startLoopback(undefined, { tls: authority.issue('a.example', kind) });
    const door = createDoor({ ...smallInternet({ 'a.example': [PUBLIC] }, server), ca });
    const socket = await door.connectTls({ host, port: 443 }, { ...limits, alpn: ['http/1.1'] });
    const outcome = 'refused' in socket ? `${socket.refused}: ${socket.cause}` : `connected with SNI ${socket.servername}`;
    if (!('refused' in socket)) await once(socket.destroy(), 'close');
    await server.stop();
    return outcome;
  };
  test('a good certificate', async () => assert.equal(await tls('good'), 'connected with SNI a.example'));
  test('an authority that nobody knows', async () => assert.match(await tls('good', { ca: [] }), /^tls: a\.example:443: the certificate chain is not complete or not trusted/));
  test('another name', async () => assert.match(await tls('wrongName'), /^tls: .*Host: a\.example\. is not in the cert's altnames/));
  test('an expired certificate', async () => assert.equal(await tls('expired'), 'tls: a.example:443: the certificate has expired'));
  test('a certificate that vouches for itself', async () => assert.equal(await tls('selfSigned'), 'tls: a.example:443: the certificate is self-signed'));
  test('a name for an address', async () => assert.match(await tls('good', { host: PUBLIC }), /^tls: .*IP: 45\.54\.0\.1/));
  test('no environment turns it off', async context => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    context.after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    assert.match(await tls('good', { ca: [] }), /^tls: /);
  });
  test('a server that does not speak TLS', async context => {
    const server = await startLoopback(socket => socket.end('220 mail\r\n'));
    context.after(() => server.stop());
    const refused = await createDoor(smallInternet({}, server)).connectTls({ host: PUBLIC, port: 443 }, limits);
    assert.equal('refused' in refused && refused.refused, 'tls');
  });
  test('a server that says nothing', async () => {
    const refused = await createDoor(trap()).connectTls({ host: PUBLIC, port: 443 }, { timeoutMs: 50, signal: never });
    assert.deepEqual(refused, { refused: 'timeout', cause: `${PUBLIC}:443: timeout` });
  });
});
