import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

/** Response, recursion desired and available, NXDOMAIN (RFC 1035 §4.1.1). */
const NO_SUCH_NAME = 0x8183;

/** A resolver on loopback that knows no name at all, so that a check that asks it has nobody else to ask. */
export interface EmptyResolver {
  /** As `DSS_DNS_SERVERS` takes it. */
  address: string;
  /** Resolves with the first question that gets no reply. */
  unanswered: Promise<void>;
}

/** Starts one that ends with the test; names with the label `silentAbout` get no reply. */
export async function startEmptyResolver(t: TestContext, silentAbout: string | null = null): Promise<EmptyResolver> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  t.after(() => socket.close());
  const { promise: unanswered, resolve } = Promise.withResolvers<void>();
  socket.on('message', (question, { port, address }) => {
    if (silentAbout !== null && question.includes(silentAbout)) return resolve();
    question.writeUInt16BE(NO_SUCH_NAME, 2);
    socket.send(question, port, address);
  });
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, unanswered };
}
