import assert from 'node:assert/strict';
import test, { suite, type TestContext } from 'node:test';
import { createAuthority } from '../../lab/services/ca.ts';
import type { PageReply } from '../core/outside/probes.ts';
import { createDoor } from './door.ts';
import { createHttpGet } from './http.ts';
import { never, smallInternet, startLoopback } from './testing/loopback.ts';
import { createWebProbe } from './web-probe.ts';

const authority = createAuthority(Date.now());
const PAGE = 'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nServer: lab\r\nSET-COOKIE: b=2\r\nContent-Length: 4\r\n\r\npage';

type Kind = 'good' | 'expired' | 'wrongName' | 'selfSigned' | 'plain';

/** One visit of a server that says `raw` at https://a.example, or where it has no certificate at http://a.example. */
async function visit(context: TestContext, kind: Kind, raw: string): Promise<{ reply: PageReply; connections: number }> {
  const server = await startLoopback(socket => socket.end(raw), kind === 'plain' ? {} : { tls: authority.issue('a.example', kind) });
  context.after(() => server.stop());
  const door = createDoor({ ...smallInternet({ 'a.example': ['45.54.0.1'] }, server), ca: [authority.pem] });
  const url = `${kind === 'plain' ? 'http' : 'https'}://a.example/`;
  return { reply: await createWebProbe(createHttpGet(door)).visit(url, { maxBytes: 10, signal: never }), connections: server.connections };
}

suite('a visit shows the page with every header', () => {
  const fields = [['set-cookie', 'a=1'], ['server', 'lab'], ['set-cookie', 'b=2'], ['content-length', '4']];
  for (const kind of ['good', 'plain'] as const) {
    test(kind, async context => {
      const { reply, connections } = await visit(context, kind, PAGE);
      const url = kind === 'plain' ? 'http://a.example/' : 'https://a.example/';
      assert.deepEqual(reply, { outcome: 'answered', url, status: 200, fields, body: 'page', truncated: false, refused: null });
      assert.equal(connections, 1);
    });
  }
});

suite('where the certificate is refused the page is read all the same, and the visit says why', () => {
  for (const [kind, why] of [['expired', /expired/], ['wrongName', /altnames/], ['selfSigned', /self-signed/]] as const) {
    test(kind, async context => {
      const { reply, connections } = await visit(context, kind, PAGE);
      assert.ok(reply.outcome === 'answered');
      assert.match(reply.refused!, why);
      assert.deepEqual([reply.body, connections], ['page', 2]);
    });
  }
});

test('what else fails is not tried again', async context => {
  const { reply, connections } = await visit(context, 'good', 'nonsense');
  assert.deepEqual([reply.outcome === 'failed' && reply.stage, connections], ['http', 1]);
});

test('a server that speaks no TLS fails at that stage, with the cause of the first probe', async context => {
  const server = await startLoopback(socket => socket.end('220 mail.example\r\n'));
  context.after(() => server.stop());
  const reply = await createWebProbe(createHttpGet(createDoor(smallInternet({ 'a.example': ['45.54.0.1'] }, server)))).visit('https://a.example/', { maxBytes: 10, signal: never });
  assert.equal(reply.outcome === 'failed' && reply.stage, 'tls');
});
