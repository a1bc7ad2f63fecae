import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { bulkStates, type BulkAnswers } from '../../../core/outside/bulk-lookup.ts';
import { systemClock as clock } from '../../../core/clock.ts';
import { createTransport, openPath } from '../transport.ts';
import { createBulkLookup } from './lookup.ts';
import type { OneThread, Said, WorkerMessage } from './threads.ts';

const port = parentPort!;
const { servers, ratePerSecond } = workerData as OneThread;
const bulkLookup = createBulkLookup({ servers, transport: createTransport(openPath), clock, randomBytes, ratePerSecond });
const stops = new Map<number, AbortController>();

port.on('message', (message: WorkerMessage) => {
  if ('stop' in message) stops.get(message.part)?.abort();
  else void ask(message);
});

async function ask({ part, names, type }: Exclude<WorkerMessage, { stop: true }>): Promise<void> {
  const stop = new AbortController();
  stops.set(part, stop);
  // It rejects only where it was stopped, and then nobody waits for more than that it has.
  const said = await bulkLookup(names, type, stop.signal).then(answers => receive(part, answers), () => receive(part, nothing));
  stops.delete(part);
  port.postMessage(said, [said.states.buffer]);
}

const nothing: BulkAnswers = { states: new Uint8Array(0), records: () => [], cause: () => null };

function receive(part: number, answers: BulkAnswers): Said {
  const said = { part, states: Uint8Array.from(answers.states), records: [] as (readonly [number, readonly string[]])[], causes: [] as (readonly [number, string])[] };
  for (const [index, number] of said.states.entries()) {
    const state = bulkStates[number];
    if (state === 'found') said.records.push([index, answers.records(index)]);
    else if (state === 'unknown') said.causes.push([index, answers.cause(index) ?? '']);
  }
  return said;
}
