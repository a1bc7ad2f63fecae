import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmptyResolver } from './empty-resolver.ts';
import { ask, asOperator, awayFromTheTurn, dss, inLanes, onEachDatabaseWithProcesses, signIn, startService, type Service, startPace } from './processes.ts';

const GRACE_MS = 2000;
const GONE_MS = 3000;
const TURN_MARGIN_MS = 20_000;

onEachDatabaseWithProcesses('A service that is told to stop', make => {
  test('takes no connections, finishes what it can within 2 s, refuses the rest with 503, ends streams with a hint to come back, and is gone within 3 s', async t => {
    const database = await make();
    const resolver = await startEmptyResolver(t, '_dmarc');
    const service = await startService(database, { ...asOperator, DSS_DNS_SERVERS: resolver.address });
    const key = (await dss(['keys', 'create', '--scopes', 'scans'], database)).stdout.trim();
    const slow = ask(service, 'GET', '/api/?domain=slow.example', { key });
    const stream = openRaw(service, `GET /api/?domain=slow.example HTTP/1.1\r\nHost: dss\r\nAuthorization: Bearer ${key}\r\nAccept: text/event-stream\r\n\r\n`);
    const message = JSON.stringify({ email: 'ada@example.org', message: 'The second half of this comes late.' });
    const late = openRaw(service, `POST /api/contact HTTP/1.1\r\nHost: dss\r\nContent-Type: application/json\r\nContent-Length: ${message.length}\r\n\r\n${message.slice(0, 20)}`);
    await Promise.all([resolver.unanswered, once(stream.socket, 'data')]);

    const reportedMs = performance.now();
    const pace = startPace();
    service.child.kill('SIGTERM');
    await sleep(200);
    await assert.rejects(once(openRaw(service, '').socket, 'connect'), { code: 'ECONNREFUSED' });
    late.socket.write(message.slice(20));
    assert.match(await late.ended, /^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*"received":true/i);
    service.child.kill('SIGTERM');
    assert.ok(performance.now() - reportedMs < GRACE_MS);

    const { status, headers, body } = await slow;
    assert.deepEqual([status, body.code], [503, 'overloaded']);
    assert.ok(Number(headers.get('retry-after')) > 0);
    const answeredMs = performance.now() - reportedMs;
    assert.ok(answeredMs >= GRACE_MS - 50, `${answeredMs} ms`);
    assert.match(await stream.ended, /retry: \d+\n/);
    assert.equal((await service.ended).code, 0);
    const goneMs = performance.now() - reportedMs;
    assert.ok(goneMs < GONE_MS * pace(), `${goneMs} ms`);
  });

  test('has written down what it counted, and what it cut off is no fault of its own and costs no allowance', async t => {
    await awayFromTheTurn(TURN_MARGIN_MS);
    const database = await make();
    const resolver = await startEmptyResolver(t, '_dmarc');
    const service = await startService(database, { ...asOperator, DSS_DNS_SERVERS: resolver.address });
    const key = (await dss(['keys', 'create', '--scopes', 'scans'], database)).stdout.trim();
    await inLanes(7, 7, () => ask(service, 'GET', '/api/auth/me', { key }));
    const slow = ask(service, 'GET', '/api/?domain=slow.example', { key });
    await resolver.unanswered;
    service.child.kill('SIGTERM');
    assert.equal((await slow).status, 503);
    assert.equal((await service.ended).stderr, '');

    const again = await startService(database);
    const cookie = await signIn(again);
    const [{ id }] = (await ask(again, 'GET', '/api/api-keys', { cookie })).body.data;
    const { currentHour, last24Hours } = (await ask(again, 'GET', `/api/api-keys/${id}/usage`, { cookie })).body.data;
    assert.equal(currentHour.used, 8);
    assert.deepEqual([last24Hours.requests, last24Hours.byStatus], [8, { 200: 7, 503: 1 }]);
    const { allowances } = (await ask(again, 'GET', '/api/auth/me', { cookie })).body.data;
    assert.deepEqual(allowances.map(({ used }: { used: number }) => used), [0, 0]);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`is gone at once after ${signal} where nothing is under way, also with connections that are kept alive or said nothing yet`, async () => {
      const service = await startService(await make());
      const kept = openRaw(service, 'GET /healthz HTTP/1.1\r\nHost: dss\r\n\r\n');
      const silent = openRaw(service, '');
      await Promise.all([once(kept.socket, 'data'), once(silent.socket, 'connect')]);
      const reportedMs = performance.now();
      service.child.kill(signal);
      const { code, stderr } = await service.ended;
      assert.deepEqual([code, stderr], [0, '']);
      assert.ok(performance.now() - reportedMs < 1900);
      await Promise.all([kept.ended, silent.ended]);
    });
  }
});

/** A connection that sends `text` and gives all that came when it has ended. */
function openRaw({ origin }: Service, text: string): { socket: Socket; ended: Promise<string> } {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname, () => { if (text !== '') socket.write(text); });
  let came = '';
  socket.on('data', (chunk: Buffer) => { came += chunk.toString(); });
  socket.on('error', () => {});
  return { socket, ended: new Promise(resolve => socket.once('close', () => resolve(came))) };
}
