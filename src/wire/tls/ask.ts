import type { Socket } from 'node:net';
import { withDeadline } from '../deadline.ts';
import type { Refused } from '../door.ts';
import { createFlightReader, type Answer, type Until } from './flight.ts';
import { clientHello, type Hello } from './hello.ts';

/** A fresh connection on which the server awaits a ClientHello, whatever had to be said before. */
export type Open = (signal: AbortSignal) => Promise<Socket | Refused>;

/** `silent`: no answer in time. */
export type Asked = Answer | { kind: 'silent' };

/** How long a server may think about one ClientHello. */
const ANSWER_MS = 2000;

/** Sends one ClientHello and tells what came back within 2 s; the connection is destroyed in the end. */
export function ask(socket: Socket, hello: Hello, until: Until, signal: AbortSignal): Promise<Asked> {
  return withDeadline(ANSWER_MS, signal, signal => answerOn(socket, hello, until, signal)).finally(() => socket.destroy());
}

function answerOn(socket: Socket, hello: Hello, until: Until, signal: AbortSignal): Promise<Asked> {
  const { promise, resolve } = Promise.withResolvers<Asked>();
  const reader = createFlightReader(until);
  const giveUp = () => resolve({ kind: 'silent' });
  signal.addEventListener('abort', giveUp, { once: true });
  socket.on('error', () => resolve(reader.end()));
  socket.once('close', () => resolve(reader.end()));
  socket.on('data', (bytes: Buffer) => {
    const answer = reader.push(bytes);
    if (answer) resolve(answer);
  });
  socket.write(clientHello(hello));
  if (signal.aborted || socket.destroyed) giveUp();
  return promise.finally(() => signal.removeEventListener('abort', giveUp));
}
