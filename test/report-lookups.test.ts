// The DNS questions that a report of very many addresses leads to.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { lookupHosts, type SendersServices } from '../src/areas/mail/dmarc/senders/jobs.ts';
import { openSpool, workOff } from '../src/areas/mail/dmarc/spool/spool.sample.ts';
import { addAccount, reportXml } from '../src/areas/mail/dmarc/store/store.sample.ts';
import { HOSTS_A_DAY } from '../src/areas/mail/dmarc/store/wanted-hosts.ts';
import { systemClock } from '../src/core/clock.ts';
import { createBulkLookup } from '../src/wire/dns/bulk/lookup.ts';
import { createTransport, openPath } from '../src/wire/dns/transport.ts';
import { onEachDatabase, testClock } from './databases.ts';

/** 344,000 are what 1.4 MB of gzip hold. */
const ADDRESSES = Number(process.env['DSS_TEST_RECORDS'] ?? 20_000);
const RATE = 250;
const BEGIN = Date.UTC(2026, 0, 10);
/** Every fourth address is private, and those have sent most. */
const recordOf = (at: number) => (at % 4 === 0 ? { ip: `10.${at >> 16}.${at >> 8 & 255}.${at & 255}`, count: 9 } : { ip: `${11 + (at >> 16)}.${at >> 8 & 255}.${at & 255}.7`, count: 1 + at % 3 });

/** A resolver on loopback that says of every name that there is none, and when each was asked for. */
async function startResolver() {
  const asked: { name: string; atMs: number }[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
      at += length + 1;
    }
    asked.push({ name: labels.join('.'), atMs: performance.now() });
    const reply = Buffer.from(query.subarray(0, at + 5));
    reply[2]! |= 0x80;
    reply[3] = 0x83;
    reply.fill(0, 6, 12);
    socket.send(reply, port, address);
  });
  await new Promise<void>(resolve => { socket.bind(0, '127.0.0.1', resolve); });
  return { asked, port: socket.address().port, stop: () => new Promise<void>(resolve => { socket.close(() => resolve()); }) };
}

onEachDatabase('a report of very many addresses', open => {
  test(`of ${ADDRESSES} at most ${HOSTS_A_DAY} are asked for, at the rate that is set, none of them private; and none for a domain that is not proven`, async () => {
    const clock = testClock();
    const store = await open(clock);
    await addAccount(store.db, 'acc_a', { proven: ['example.com'], unproven: ['held.example'] }, clock.now());
    const { services, takeIn, parse } = openSpool(store, clock);
    const resolver = await startResolver();
    try {
      const bulkLookup = createBulkLookup({ servers: [{ address: '127.0.0.1', port: resolver.port }], transport: createTransport(openPath), clock: systemClock, randomBytes, ratePerSecond: RATE });
      const all: SendersServices & typeof services = { ...services, bulkLookup, resolve: () => assert.fail('Nothing is asked but by the bulk lookup.') };
      const send = async (domain: string) => {
        const records = Array.from({ length: ADDRESSES }, (_, at) => recordOf(at));
        await takeIn('acc_a', gzipSync(reportXml({ domain, begin: BEGIN, records })), { sender: { domain: 'google.com', authenticated: 'spf' } });
        await parse();
        await workOff(all, lookupHosts);
      };
      await send('held.example');
      assert.equal(resolver.asked.length, 0);
      const startedMs = performance.now();
      await send('example.com');
      const { asked } = resolver;
      assert.deepEqual([asked.length, asked.filter(({ name }) => name.endsWith('.10.in-addr.arpa')), new Set(asked.map(({ name }) => name)).size], [HOSTS_A_DAY, [], HOSTS_A_DAY]);
      for (const { atMs } of asked) {
        const within = asked.filter(other => other.atMs >= atMs && other.atMs < atMs + 1000).length;
        assert.ok(within <= RATE * 1.5, `${within} in one second`);
      }
      assert.ok(performance.now() - startedMs >= (HOSTS_A_DAY / RATE - 1) * 1000);
      await send('example.com');
      assert.equal(resolver.asked.length, HOSTS_A_DAY);
    } finally {
      await resolver.stop();
    }
  });
});
