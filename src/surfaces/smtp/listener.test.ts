import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import test, { suite, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { createAuthority } from '../../../lab/services/ca.ts';
import { OverQuota, type Intake } from '../../areas/mail/dmarc/index.ts';
import type { Admission } from '../../areas/mail/dmarc/intake/intake.ts';
import { createMemoryBudget } from '../../areas/mail/dmarc/intake/memory-budget.ts';
import { createSmtpListener, type SmtpLimits } from './listener.ts';

const authority = createAuthority(Date.now());
const TOKEN = '0123456789abcdef0123456789abcdef';
const FULL = 'f'.repeat(32);
const OTHER = 'e'.repeat(32);
const HOST = 'reports.example.org';
const OTHERS = '192.0.2.99';

interface Given {
  maxBytes?: number;
  budgetBytes?: number;
  limits?: Partial<SmtpLimits>;
  tls?: boolean;
  take?: Intake['take'];
}

/** A listener over an intake in memory; `taken` is what it kept. */
async function start(context: TestContext, { maxBytes = 100_000, budgetBytes = 1_000_000, limits = {}, tls = false, take }: Given = {}) {
  const taken: { accountId: string; bytes: Buffer; from: string; address: string }[] = [];
  const faults: unknown[] = [];
  const budget = createMemoryBudget(budgetBytes);
  const intake: Intake = {
    maxBytes, budget,
    admit: async (token): Promise<Admission> => (token === TOKEN ? { accountId: 'acc_a', address: 'public' } : token === OTHER ? { accountId: 'acc_b', address: 'public' } : token === FULL ? 'later' : 'unknown'),
    take: take ?? (async ({ accountId }, { bytes, envelope }) => {
      taken.push({ accountId, bytes: Buffer.from(bytes), from: envelope!.from, address: envelope!.address });
      return { id: `dmm_${taken.length}`, state: 'received' };
    }),
  };
  const listener = createSmtpListener({ intake, host: HOST, tls: tls ? authority.issue(HOST, 'good') : null, report: error => faults.push(error), limits: { closeMs: 30, ...limits } });
  const port = await listener.listen('127.0.0.1', 0);
  context.after(() => listener.stop());
  return { port, taken, faults, budget, listener };
}

/** A client that says one line and reads one reply. */
async function talk(context: TestContext, port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  context.after(() => socket.destroy());
  let [received, ended] = ['', false];
  socket.on('data', chunk => { received += chunk.toString(); }).on('close', () => { ended = true; }).on('error', () => {});
  const reply = async (): Promise<string> => {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(received)?.[0];
      if (whole !== undefined) {
        received = received.slice(whole.length);
        return whole.trimEnd();
      }
      if (ended) return 'closed';
      await sleep(2);
    }
  };
  const say = (line: string): Promise<string> => {
    socket.write(`${line}\r\n`);
    return reply();
  };
  return { socket, say, reply, greeting: await reply() };
}

/** Speaks up to DATA, and sends `body`. */
async function deliver(context: TestContext, port: number, body: string, to = `${TOKEN}@${HOST}`): Promise<string> {
  const { say } = await talk(context, port);
  for (const line of ['EHLO client.example', 'MAIL FROM:<reports@reporter.example>', `RCPT TO:<${to}>`, 'DATA']) await say(line);
  return say(`${body}\r\n.`);
}

test('a report by mail is 250 once it is kept, byte for byte, with its envelope', async context => {
  const { port, taken, budget } = await start(context);
  assert.match(await deliver(context, port, 'Subject: x\r\n\r\n..dot\r\n\xff'), /^250 2\.6\.0 Kept as dmm_1/);
  assert.deepEqual(taken.map(({ accountId, from, address }) => [accountId, from, address]), [['acc_a', 'reports@reporter.example', '127.0.0.1']]);
  assert.equal(taken[0]!.bytes.toString().replace(/\r\n$/, ''), 'Subject: x\r\n\r\n.dot\r\n\xff');
  assert.ok(budget.take(1_000_000, OTHERS));
});

test('what could not be kept is never 250', async context => {
  const { port, faults } = await start(context, { take: () => Promise.reject(new Error('the disk is full')) });
  assert.match(await deliver(context, port, 'x'), /^451 4\.3\.0/);
  assert.equal(faults.length, 1);
  const later = await start(context, { take: () => Promise.resolve('later') });
  assert.match(await deliver(context, later.port, 'x'), /^452 4\.3\.1/);
  const over = new OverQuota({ name: 'report_kib_daily', pool: 'open', max: 1, windowMs: 86_400_000, says: 'everything' }, 0);
  const full = await start(context, { take: () => Promise.resolve(over) });
  assert.match(await deliver(context, full.port, 'x'), /^452 4\.2\.2/);
  assert.deepEqual([later.faults, full.faults], [[], []]);
});

suite('only known addresses are taken, and all others are told the same', () => {
  const cases: [to: string, expected: RegExp][] = [
    [`${TOKEN}@${HOST}`, /^250/], [`${TOKEN}@REPORTS.example.org`, /^250/], [`${'0'.repeat(32)}@${HOST}`, /^550 5\.1\.1 There is no such mailbox here$/],
    [`postmaster@${HOST}`, /^550 5\.1\.1 There is no such mailbox here$/], [`${TOKEN}@elsewhere.example`, /^550 5\.1\.1 There is no such mailbox here$/], [`${FULL}@${HOST}`, /^452 4\.7\.28/],
  ];
  for (const [to, expected] of cases) {
    test(to, async context => {
      const { port } = await start(context);
      const { say } = await talk(context, port);
      await say('EHLO client.example');
      await say('MAIL FROM:<>');
      assert.match(await say(`RCPT TO:<${to}>`), expected);
    });
  }
});

test('a message for two accounts is kept for both', async context => {
  const { port, taken } = await start(context);
  const { say } = await talk(context, port);
  for (const line of ['EHLO c.example', 'MAIL FROM:<a@b.example>', `RCPT TO:<${TOKEN}@${HOST}>`, `RCPT TO:<${OTHER}@${HOST}>`, 'DATA']) await say(line);
  assert.match(await say('x\r\n.'), /^250/);
  assert.deepEqual(taken.map(({ accountId }) => accountId), ['acc_a', 'acc_b']);
});

test('the limit of size is announced, and holds for those who tell their size and those who do not', async context => {
  const { port, taken, budget } = await start(context, { maxBytes: 1000 });
  const { say } = await talk(context, port);
  assert.match(await say('EHLO c.example'), /SIZE 1000/);
  assert.match(await say('MAIL FROM:<a@b.example> SIZE=1001'), /^552/);
  assert.match(await deliver(context, port, 'x'.repeat(5000)), /^552 5\.3\.4/);
  assert.deepEqual(taken, []);
  assert.ok(budget.take(1_000_000, OTHERS));
});

test('when the memory for messages is full, senders are asked to come again', async context => {
  const { port, taken, budget } = await start(context, { budgetBytes: 2000 });
  budget.take(1500, OTHERS);
  const { say } = await talk(context, port);
  await say('EHLO c.example');
  assert.match(await say('MAIL FROM:<a@b.example> SIZE=900'), /^452 4\.3\.1/);
  assert.match(await deliver(context, port, 'x'.repeat(900)), /^452 4\.3\.1/);
  budget.give(1500, OTHERS);
  assert.match(await deliver(context, port, 'x'.repeat(900)), /^250/);
  assert.equal(taken.length, 1);
});

test('a sender that goes in the middle leaves nothing', async context => {
  const { port, taken, budget, faults } = await start(context);
  const { say, socket } = await talk(context, port);
  for (const line of ['EHLO c.example', 'MAIL FROM:<a@b.example>', `RCPT TO:<${TOKEN}@${HOST}>`, 'DATA']) await say(line);
  socket.write('half of it\r\n');
  socket.destroy();
  for (let tries = 0; tries < 200 && !budget.take(1_000_000, OTHERS); tries++) await sleep(10);
  assert.deepEqual([taken, faults], [[], []]);
});

test('bytes that trickle in do not keep a connection beyond its time', async context => {
  const { port } = await start(context, { limits: { sessionMs: 250 } });
  const { say, socket, reply } = await talk(context, port);
  await say('EHLO c.example');
  const trickle = setInterval(() => socket.write('N'), 20);
  assert.equal(await reply(), 'closed');
  clearInterval(trickle);
});

test('one address has so many connections, and all together have so many', async context => {
  const { port } = await start(context, { limits: { connectionsAnAddress: 2 } });
  await talk(context, port);
  await talk(context, port);
  assert.match((await talk(context, port)).greeting, /^421 4\.7\.0/);
  const { port: small } = await start(context, { limits: { connections: 1 } });
  await talk(context, small);
  assert.match((await talk(context, small)).greeting, /^421/);
});

test('nobody signs in, and STARTTLS is offered where there is a certificate', async context => {
  const plain = await start(context);
  const secure = await start(context, { tls: true });
  const { say } = await talk(context, plain.port);
  assert.doesNotMatch(await say('EHLO c.example'), /STARTTLS|AUTH/);
  assert.match(await say('AUTH PLAIN AGEAYg=='), /^5/);
  const transport = createTransport({ host: '127.0.0.1', port: secure.port, requireTLS: true, tls: { ca: [authority.pem], servername: HOST } });
  await transport.sendMail({ envelope: { from: 'a@b.example', to: `${TOKEN}@${HOST}` }, raw: 'Subject: x\r\n\r\nsecret\r\n' });
  transport.close();
  assert.equal(secure.taken.length, 1);
});

test('a listener that stops lets go within its time', async context => {
  const { port, listener } = await start(context);
  await talk(context, port);
  const startedMs = performance.now();
  await listener.stop();
  assert.ok(performance.now() - startedMs < 5000);
});
