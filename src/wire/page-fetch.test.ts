import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import test, { suite, type TestContext } from 'node:test';
import { systemClock } from '../core/clock.ts';
import type { PageFetched } from '../core/outside/page-fetch.ts';
import { createDoor } from './door.ts';
import { createPageFetch } from './page-fetch.ts';
import { never, smallInternet, startLoopback } from './testing/loopback.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Asks a server at http://a.example `times` times, one after the other; `answer` does what it does at each request, counted from 0 on its connection. */
async function ask(context: TestContext, times: number, answer: (socket: Socket, nth: number) => void) {
  const server = await startLoopback(socket => {
    let nth = 0;
    answer(socket, nth++);
    socket.on('data', () => answer(socket, nth++));
  });
  context.after(() => server.stop());
  const fetch = createPageFetch({ door: createDoor(smallInternet({ 'a.example': ['45.54.0.1'] }, server)), clock: systemClock });
  const replies: PageFetched[] = [];
  for (let at = 0; at < times; at++) replies.push(await fetch('http://a.example/', { maxBytes: 1000, timeoutMs: 5000, userAgent: 'test', signal: never }));
  return { connections: server.connections, replies: replies.map(reply => (reply.outcome === 'answered' ? String(reply.status) : reply.cause)) };
}

suite('connections to a website', () => {
  test('are kept from one request to the next', async context => {
    assert.deepEqual(await ask(context, 3, socket => socket.write(ok)), { connections: 1, replies: ['200', '200', '200'] });
  });

  test('may end while a request is on its way: it is sent again over a new one', async context => {
    assert.deepEqual(await ask(context, 3, (socket, nth) => (nth === 0 ? socket.write(ok) : socket.resetAndDestroy())), { connections: 3, replies: ['200', '200', '200'] });
  });

  test('that end before the first answer are failures, and nothing is sent again', async context => {
    assert.deepEqual(await ask(context, 1, socket => socket.resetAndDestroy()), { connections: 1, replies: ['a.example: connection reset'] });
  });

  test('that end in the middle of an answer are failures, and nothing is sent again', async context => {
    assert.deepEqual(await ask(context, 2, (socket, nth) => (nth === 0 ? socket.write(ok) : socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'))), { connections: 1, replies: ['200', 'a.example: connection reset'] });
  });
});
