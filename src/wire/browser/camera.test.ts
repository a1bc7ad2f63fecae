import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { readPng } from '../../core/similarity/png.ts';
import { createDoor, type Door } from '../door.ts';
import { addresses, never, smallInternet } from '../testing/loopback.ts';
import { createCamera } from './camera.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { chromium, withoutChromium } from './testing.ts';

/** A website at a public-looking address, and what it was asked for. */
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.headers.host}${request.url}`);
  if (request.url === '/large') return void response.end(Buffer.alloc(400_000, 'x'));
  response.setHeader('content-type', 'text/html');
  if (request.url === '/long') return void response.end(`<!doctype html><p>Long<!--${'"'.repeat(6_000_000)}`);
  response.end(`<!doctype html><title>A shop</title><body style="background:#123"><h1>Sign in</h1><img src="http://inside.example/img"><img src="http://127.0.0.1:${port()}/direct">
    <img src="http://169.254.169.254/latest/meta-data"><link rel="dns-prefetch" href="//leak.example"><form action="https://elsewhere.example/"><input type="password"></form>`);
});
const port = () => (server.address() as AddressInfo).port;
const resolved: string[] = [];
let door: Door;

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const names: Record<string, string[]> = { 'shop.example': ['45.54.70.1'], 'inside.example': ['10.0.0.7'], 'localhost': ['127.0.0.1'] };
  door = createDoor({
    ...smallInternet({}, { address: '127.0.0.1', port: port() }),
    resolve: async host => (resolved.push(host), addresses(...(names[host] ?? []))),
  });
});
after(() => {
  server.close();
  server.closeAllConnections();
});

async function withProxy<T>(work: (proxy: Proxy) => Promise<T>, maxBytes?: number): Promise<T> {
  const proxy = await startProxy({ door, password: 'p', ...(maxBytes === undefined ? {} : { maxBytes }) });
  try {
    return await work(proxy);
  } finally {
    await proxy.close();
  }
}

const right = { 'Proxy-Authorization': `Basic ${Buffer.from('browser:p').toString('base64')}` };

async function ask(proxy: Proxy, path: string, headers: Record<string, string> = right): Promise<{ status: number; body: string }> {
  const asking = request({ host: '127.0.0.1', port: new URL(proxy.server).port, path, headers }).end();
  const [response] = await once(asking, 'response') as [IncomingMessage];
  return { status: response.statusCode!, body: Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)).toString() };
}

async function tunnel(proxy: Proxy, target: string, headers = `Proxy-Authorization: ${right['Proxy-Authorization']}\r\n`): Promise<string> {
  const socket = connect(Number(new URL(proxy.server).port), '127.0.0.1');
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${headers}\r\n`);
  const reply = await Promise.race([once(socket, 'data').then(([data]) => String(data)), once(socket, 'close').then(() => 'closed')]);
  socket.destroy();
  return reply.split('\r\n')[0]!;
}

suite('the proxy of the browser', () => {
  test('sends on what is asked of websites', () => withProxy(async proxy => {
    asked.length = 0;
    assert.match((await ask(proxy, 'http://shop.example/a?b=c')).body, /Sign in/);
    assert.deepEqual(asked, ['GET shop.example/a?b=c']);
    assert.equal(await tunnel(proxy, 'shop.example:443'), 'HTTP/1.1 200 OK');
  }));
  const refused: [says: string, target: string][] = [
    ['loopback', '127.0.0.1:443'], ['a name of loopback', 'localhost:443'], ['IPv6 loopback', '[::1]:443'], ['a private network', '10.0.0.7:443'],
    ['a name that leads there', 'inside.example:443'], ['the metadata of a cloud', '169.254.169.254:80'], ['another port', 'shop.example:22'],
    ['what is no target', 'shop.example'], ['an address in disguise', '0x7f000001:80'],
  ];
  for (const [says, target] of refused) test(`reaches no ${says}`, () => withProxy(async proxy => assert.match(await tunnel(proxy, target), /502/)));
  for (const path of ['http://127.0.0.1/', 'http://inside.example/', 'http://shop.example:8080/', 'https://shop.example/', 'ftp://shop.example/', '/']) {
    test(`asks nobody for ${path}`, () => withProxy(async proxy => { await assert.rejects(ask(proxy, path)); }));
  }
  test('serves nobody without the password', () => withProxy(async proxy => {
    assert.equal((await ask(proxy, 'http://shop.example/', {})).status, 407);
    assert.equal((await ask(proxy, 'http://shop.example/', { 'Proxy-Authorization': 'Basic eDp5' })).status, 407);
    assert.match(await tunnel(proxy, 'shop.example:443', ''), /407/);
  }));
  test('ends everything beyond its bytes', () => withProxy(async proxy => {
    await assert.rejects(ask(proxy, 'http://shop.example/large'));
    assert.equal(await tunnel(proxy, 'shop.example:443'), 'closed');
  }, 50_000));
});

suite('the camera', { skip: withoutChromium }, () => {
  const camera = (over: { shootMs?: number; find?: () => string | null } = {}) =>
    createCamera({ find: () => chromium, root: process.getuid?.() === 0, home: tmpdir(), log: () => {}, door, randomBytes, ...over });
  test('shows a page, of which nothing gets past the door', async () => {
    asked.length = 0;
    resolved.length = 0;
    const shot = await camera()('http://shop.example/', never);
    assert.equal(shot.outcome, 'shown', JSON.stringify(shot));
    if (shot.outcome !== 'shown') return;
    const image = readPng(shot.image)!;
    assert.deepEqual([image.width, image.height, shot.url], [1280, 900, 'http://shop.example/']);
    assert.match(shot.html, /<h1>Sign in<\/h1>/);
    assert.deepEqual(asked.filter(one => !one.startsWith('GET shop.example/')), []);
    assert.ok(resolved.includes('inside.example'));
  });
  test('says why a page was not shown', async () => {
    for (const [url, says] of [['http://inside.example/', /did not load/], ['https://nowhere.example/', /did not load/]] as const) {
      const shot = await camera()(url, never);
      assert.match(shot.outcome === 'failed' ? shot.cause : '', says);
    }
    const late = await camera({ shootMs: 1 })('http://shop.example/', never);
    assert.match(late.outcome === 'failed' ? late.cause : '', /too long/);
  });
  test('gives the beginning of a page that is too long', async () => {
    const shot = await camera()('http://shop.example/long', never);
    assert.equal(shot.outcome, 'shown', JSON.stringify(shot).slice(0, 500));
    assert.equal(shot.outcome === 'shown' && shot.html.length, 4 * 1024 * 1024);
  });
});

test('a browser that says what cannot be read ends its picture, and not the service', async context => {
  const executable = join(mkdtempSync(join(tmpdir(), 'dss-camera-')), 'chromium');
  context.after(() => rmSync(dirname(executable), { recursive: true }));
  writeFileSync(executable, "#!/bin/sh\nprintf 'no JSON\\0' >&4\nread line <&3\nsleep 1\n", { mode: 0o700 });
  const shot = await createCamera({ find: () => executable, root: true, home: '/', log: () => {}, door, randomBytes })('http://shop.example/', never);
  assert.match(shot.outcome === 'failed' ? shot.cause : '', /^the browser failed: /);
});

test('without Chromium there is no picture, and the cause says what to do', async () => {
  const shot = await createCamera({ find: () => null, root: false, home: '/', log: () => {}, door: createDoor(smallInternet({}, null)), randomBytes })('http://shop.example/', never);
  assert.match(shot.outcome === 'failed' ? shot.cause : '', /no Chromium here/);
});
