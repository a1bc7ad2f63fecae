import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { createSplitter } from '../tcp.ts';
import { truthOf } from './bulk-truth.ts';
import { flags, questionOf, replyTo, write } from './packets.ts';

/** Of a thousand questions, how many fare so. */
const LOST = 20;
const CUT_SHORT = 10;
const SPOOFED = 50;
const REFUSED = 5;
/** At the end of each second it is out of order. */
const BURST_FROM_MS = 900;
const HELD_MS = 3;

/** A server on loopback that does all that goes wrong on the way, and tells the truth where it answers; its port is posted. */
const random = createRandom(workerData as number);
const socket = createSocket({ type: 'udp4', recvBufferSize: 4 << 20 });
const listener = createServer(connection => {
  connection.on('error', () => connection.destroy());
  connection.on('data', createSplitter(query => {
    const reply = trueReply(query);
    connection.write(Buffer.concat([Uint8Array.of(reply.length >> 8, reply.length & 0xff), reply]));
  }));
}).listen(0, '127.0.0.1');
await once(listener, 'listening');
const { port } = listener.address() as AddressInfo;
socket.bind(port, '127.0.0.1');
await once(socket, 'listening');
let held: (() => void)[] = [];
setInterval(() => {
  // In another order than they were asked in.
  for (const send of held.toSorted(() => random() - 0.5)) send();
  held = [];
}, HELD_MS);
socket.on('message', (query, from) => {
  const send = (reply: Uint8Array) => socket.send(reply, from.port, from.address);
  const fate = Math.floor(random() * 1000);
  if (performance.now() % 1000 > BURST_FROM_MS) return send(replyTo(query, { rcode: 2 }));
  if (fate < LOST) return;
  if (fate < LOST + CUT_SHORT) return send(replyTo(query, { flags: flags.truncated }));
  if (fate < LOST + CUT_SHORT + REFUSED) return send(replyTo(query, { rcode: 5 }));
  if (fate < LOST + CUT_SHORT + REFUSED + SPOOFED) for (const lie of liesTo(query)) send(lie);
  held.push(() => {
    send(trueReply(query));
    if (fate % 50 === 0) send(trueReply(query));
  });
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is of windows, and this is a worker thread
parentPort!.postMessage(port);

function trueReply(query: Uint8Array): Uint8Array {
  const { name } = questionOf(query);
  const { state, addresses } = truthOf(name);
  const authorities = addresses.length > 0 ? [] : [write.soa('example')];
  return replyTo(query, { rcode: state === 'nxdomain' ? 3 : 0, answers: addresses.map(address => write.a(name, address)), authorities });
}

/** The opposite of the truth, under ids and questions of others, in other letters, and rubbish. */
function liesTo(query: Uint8Array): Uint8Array[] {
  const { name } = questionOf(query);
  const lie = truthOf(name).state === 'nxdomain' ? { answers: [write.a(name, '203.0.113.66')] } : { rcode: 3 };
  const otherId = replyTo(query, lie);
  otherId[1]! ^= 0x55;
  const otherName = replyTo(query, lie);
  otherName[13] = otherName[13] === 0x7a ? 0x79 : 0x7a;
  const otherType = replyTo(query, lie);
  otherType[13 + name.length + 2]! ^= 1;
  const otherLetters = replyTo(query, lie).map((byte, at) => (at > 12 && at < 13 + name.length && /[a-z]/i.test(String.fromCharCode(byte)) ? byte ^ 0x20 : byte));
  const question = replyTo(query, lie);
  question[2]! &= 0x7f;
  const rubbish = Uint8Array.from({ length: 40 }, () => Math.floor(random() * 256));
  return [otherId, otherName, otherType, otherLetters, question, rubbish, replyTo(query, lie).subarray(0, 14)];
}

/** Numbers in [0, 1), the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
