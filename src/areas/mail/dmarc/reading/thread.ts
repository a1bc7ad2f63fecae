import { parentPort } from 'node:worker_threads';
import { RecordMemory } from '../parse/xml-repeats.ts';
import { readMessage } from './read-message.ts';
import type { FromThread, ToThread } from './threads.ts';

const port = parentPort!;
const memory = new RecordMemory();
const tell = (said: FromThread): void => port.postMessage(said, []);
let answered: (answer: boolean) => void = () => {};

port.on('message', (message: ToThread) => {
  if ('answer' in message) answered(message.answer);
  // A fault ends the thread, and with it the reading.
  else void readMessage(message, memory, said => new Promise<boolean>(resolve => {
    answered = resolve;
    tell({ said });
  })).then(end => tell({ end }));
});
