// Pages that mean harm: each ends within its limits, reaches nothing private, and leaves a browser that shows the next page.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import test, { after, before, suite } from 'node:test';
import type { Browsing } from '../../core/outside/browse.ts';
import { createDoor } from '../door.ts';
import { never, smallInternet } from '../testing/loopback.ts';
import { createBrowse } from './browse.ts';
import { chromium, withoutChromium } from './testing.ts';

const WINDOW = { width: 800, height: 600 };
const hits: string[] = [];
/** What must not be reached. */
const victim = createServer((request, response) => {
  hits.push(request.url ?? '');
  response.end('inside');
}).on('upgrade', (request, socket) => {
  hits.push(`upgrade ${request.url}`);
  socket.destroy();
});
const port = () => (victim.address() as AddressInfo).port;
const script = (text: string) => `<!doctype html><title>Harm</title><p>Text<script>${text}</script>`;

const hostile: Record<string, () => string> = {
  '/dialogs': () => script('onload = () => { for (let at = 0; at < 50; at++) { alert(at); confirm(at); prompt(at); } }; onbeforeunload = event => event.preventDefault()'),
  '/downloads': () => script('for (let at = 0; at < 20; at++) { const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["x"])); a.download = "x.exe"; document.body.append(a); a.click(); } location.href = "/file.bin"'),
  '/popups': () => script('setInterval(() => open("/plain"), 20); open("/plain")'),
  '/print': () => script('setInterval(() => print(), 10); print()'),
  '/memory': () => script('const kept = []; for (let at = 0; at < 16; at++) kept.push(new Uint8Array(64 * 1024 * 1024).fill(at + 1)); document.title = "Held " + kept.length'),
  '/worker': () => script('navigator.serviceWorker?.register("/worker.js").catch(() => {}); new Worker(URL.createObjectURL(new Blob(["for (;;) {}"])))'),
  '/inside': () => script(`const at = "127.0.0.1:${port()}"; for (const name of [at, "localhost:${port()}", "[::1]:${port()}", "10.0.0.7", "169.254.169.254"]) { new WebSocket("ws://" + name + "/ws"); fetch("http://" + name + "/fetch", { mode: "no-cors" }).catch(() => {}); new Image().src = "http://" + name + "/img"; navigator.sendBeacon("http://" + name + "/beacon"); const frame = document.createElement("iframe"); frame.src = "http://" + name + "/frame"; document.body.append(frame); } new RTCPeerConnection({ iceServers: [{ urls: "stun:" + at }] }).createDataChannel("x"); fetch("/tried")`),
  '/endless': () => script('for (;;) {}'),
  '/later': () => script('onload = () => setTimeout(() => { for (;;) {} }, 700)'),
};
const asked: string[] = [];
const website = createServer((request, response) => {
  asked.push(request.url ?? '');
  const page = hostile[request.url ?? ''];
  if (request.url === '/file.bin') return void response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }).end('x');
  if (request.url === '/worker.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('onfetch = () => {}');
  response.writeHead(200, { 'content-type': 'text/html' }).end(page ? page() : '<!doctype html><title>Plain</title><p>Fine');
});

suite('a hostile page', { skip: withoutChromium }, () => {
  let browsing: Browsing;
  const done = Promise.withResolvers<void>();
  let browsed: Promise<void>;
  before(async () => {
    await Promise.all([victim, website].map(server => once(server.listen(0, '127.0.0.1'), 'listening')));
    const door = createDoor(smallInternet({ 'harm.example': ['45.54.70.1'], 'plain.example': ['45.54.70.2'] }, { address: '127.0.0.1', port: (website.address() as AddressInfo).port }));
    const browse = createBrowse({ find: () => chromium, door, randomBytes, root: process.getuid?.() === 0, home: tmpdir(), log: () => {}, scriptsWithoutSandbox: true });
    const opened = Promise.withResolvers<Browsing>();
    browsed = browse(async one => {
      opened.resolve(one);
      await done.promise;
    }, never);
    browsing = await opened.promise;
  });
  after(async () => {
    done.resolve();
    await browsed;
    for (const server of [victim, website]) {
      server.close();
      server.closeAllConnections();
    }
  });

  const isFine = async (): Promise<unknown> => {
    const next = await browsing.open('http://plain.example/', WINDOW);
    return next.outcome === 'shown' ? (await next.page.run('document.title', { timeoutMs: 5000 })) : next;
  };
  for (const path of ['/dialogs', '/downloads', '/popups', '/print', '/memory', '/worker', '/inside', '/later']) {
    test(`of ${path.slice(1)} is shown or says why not, and the next one is shown`, { timeout: 90_000 }, async () => {
      const opened = await browsing.open(`http://harm.example${path}`, WINDOW);
      if (opened.outcome === 'shown') await opened.page.run('document.title', { timeoutMs: 2000 });
      else assert.match(opened.cause, /^the page did not load: /);
      assert.deepEqual(await isFine(), { outcome: 'done', value: 'Plain' });
    });
  }
  test('with an endless script ends at its limit, and the next one gets a fresh browser', { timeout: 90_000 }, async () => {
    const opened = await browsing.open('http://harm.example/endless', WINDOW);
    assert.match(opened.outcome === 'failed' ? opened.cause : '', /^the page did not load: /);
    assert.deepEqual(await isFine(), { outcome: 'done', value: 'Plain' });
  });
  test('tried to reach what is private, and did not', () => assert.deepEqual([asked.includes('/tried'), hits], [true, []]));
});
